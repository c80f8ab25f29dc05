import { isIPv4 } from 'node:net';

/** The rules for addresses of the gateway. */
export interface AddressRules {
  /** True if the shop uses https. Over plain http the network could redirect the browser to any address. */
  readonly requiresHttps: boolean;
}

/**
 * Parses an address to which a browser may be redirected, or from which it may load an image. Returns it as it was
 * parsed, because a browser reads some spellings as relative to its page, such as `https:evil.example`. Returns null
 * unless all of these apply:
 *
 * - It is https, or http if the shop itself uses http.
 * - It has no user and password, because they can make an address look like an address of another host.
 * - Its host is not link-local or unspecified, because such hosts may have services that trust every client.
 */
export function parseWebAddress(text: string, { requiresHttps }: AddressRules): string | null {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || requiresHttps)) return null;
  return isLinkLocalOrUnspecified(url.hostname) ? null : url.href;
}

/**
 * Returns the address of an image if browsers may load it, or if it is a path of the shop. Otherwise null.
 */
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

/**
 * True for 169.254.0.0/16 (a9fe in IPv6), fe80::/10 and the unspecified addresses, also as IPv4 in IPv6. The
 * URL parser has normalized the host.
 */
function isLinkLocalOrUnspecified(hostname: string): boolean {
  if (isIPv4(hostname)) return hostname.startsWith('169.254.') || hostname.startsWith('0.');
  if (!hostname.startsWith('[')) return false;
  const ipv6 = hostname.slice(1, -1);
  return /^fe[89ab]/.test(ipv6) || ipv6 === '::' || /^::ffff:(a9fe|0):/.test(ipv6);
}
