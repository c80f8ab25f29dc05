import { isIPv4 } from 'node:net';

export interface AddressRules {
  /** True if the shop uses https. Over plain http the network could redirect the browser to any address. */
  readonly requiresHttps: boolean;
}

/**
 * Parses an address to which a browser may be redirected, or from which it may load an image. Returns it as it was
 * parsed, because a browser reads some spellings as relative to its page, such as `https:evil.example`. A user and
 * password can make an address look like one of another host, and link-local hosts may have services that trust
 * every client.
 */
export function parseWebAddress(text: string, { requiresHttps }: AddressRules): string | null {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || requiresHttps)) return null;
  return isLinkLocalOrUnspecified(url.hostname) ? null : url.href;
}

export function toImageUrl(text: string | null | undefined, rules: AddressRules): string | null {
  if (text == null) return null;
  return text.startsWith('/') ? parsePath(text) : parseWebAddress(text, rules);
}

/** An origin that no address of a shop or gateway has (RFC 2606). */
const baseOrigin = 'https://shop.invalid';

/** Parses a path of the shop. Returns null for a path that a browser reads as the address of another host. */
function parsePath(text: string): string | null {
  const url = URL.parse(text, baseOrigin);
  if (url?.origin !== baseOrigin || url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}`;
}

/** The URL parser has normalized the host. 169.254.0.0/16 is a9fe in IPv6. */
function isLinkLocalOrUnspecified(hostname: string): boolean {
  if (isIPv4(hostname)) return hostname.startsWith('169.254.') || hostname.startsWith('0.');
  if (!hostname.startsWith('[')) return false;
  const ipv6 = hostname.slice(1, -1);
  return /^fe[89ab]/.test(ipv6) || ipv6 === '::' || /^::ffff:(a9fe|0):/.test(ipv6);
}
