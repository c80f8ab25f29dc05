import { isIPv4 } from 'node:net';

/** Where an address of the gateway may lead. */
export interface AddressRules {
  /** True for a shop that is reached by https: a browser that leaves by plain http could be led anywhere by the network. */
  readonly requiresHttps: boolean;
}

/**
 * True for an address that a browser may be sent to or load a picture from: https, or http where the shop itself is on this machine; without user
 * and password, which make an address look like another one's; and not of a link-local or unspecified host, which may have services of the
 * network that trust every client.
 */
export function isWebAddress(text: string, { requiresHttps }: AddressRules): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || requiresHttps)) return false;
  return !isLinkLocal(url.hostname);
}

/** The address of a picture if browsers may load it, or a path of the shop's own; otherwise null. */
export function pictureAddress(text: string | null | undefined, rules: AddressRules): string | null {
  if (text == null) return null;
  return /^\/(?![/\\])/.test(text) || isWebAddress(text, rules) ? text : null;
}

/** 169.254.0.0/16, fe80::/10, and the unspecified addresses; IPv4 within IPv6 as well. The URL parser has written them in one way. */
function isLinkLocal(hostname: string): boolean {
  if (isIPv4(hostname)) return hostname.startsWith('169.254.') || hostname.startsWith('0.');
  const host = hostname.slice(1, -1);
  return (
    hostname.startsWith('[') && (/^fe[89ab]/.test(host) || host === '::' || /^::ffff:(a9fe|0):/.test(host))
  );
}
