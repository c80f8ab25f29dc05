import { isIP, isIPv4, isIPv6 } from 'node:net';
import type { Request } from 'express';

/** The address of a request whose connection has none, for example over a Unix socket. */
const noAddress = '0.0.0.0';

/**
 * Returns the visitor's IP address without a port, for limits of your own: `req.ip` contains the port, the brackets and the
 * quotes that some proxies write. The setting `trust proxy` of the app decides which addresses of `X-Forwarded-For` count.
 * A text that is no address, such as `unknown`, counts as the proxy that sent it. The header `Forwarded` is not read, as in
 * Express: many proxies pass on the one of the visitor, who could name any address. Without an address, for example on a Unix
 * socket, the result is `0.0.0.0`.
 *
 * @example
 * rateLimit({ keyGenerator: (req) => ipKeyGenerator(getClientAddress(req)) });
 */
export function getClientAddress(req: Request): string {
  // An app may have set the address itself, for example from a header of its CDN.
  const ownAddress = Object.hasOwn(req, 'ip') ? parseAddress(req.ip ?? '') : undefined;
  if (ownAddress !== undefined) return ownAddress;
  // Express compares the texts of the header with the trusted proxies. Here they are parsed first.
  const trusts: unknown = req.app.get('trust proxy fn');
  let address = parseAddress(req.socket.remoteAddress ?? '') ?? noAddress;
  const forwarded = (req.get('x-forwarded-for') ?? '').split(',').toReversed();
  for (const [hop, text] of forwarded.entries()) {
    if (typeof trusts !== 'function' || trusts(address, hop) !== true) break;
    const next = parseAddress(text);
    if (next === undefined) break;
    address = next;
  }
  return address;
}

/** A port after an address: a number, nothing, or a name of RFC 7239 (6.3). */
const portPattern = /:(?:\d{0,5}|_[\w.-]+)$/;

/**
 * Returns the IP address in a text, or undefined. The text may have quotes, brackets, a port and a zone, or be an element of
 * the header `Forwarded`, such as `for="[2001:db8::7]:80";proto=https`. IPv4 that is mapped into IPv6 is returned as IPv4.
 */
export function parseAddress(text: string): string | undefined {
  const parameters = text.split(';').map((parameter) => parameter.trim());
  const node = parameters.find((parameter) => /^for\s*=/i.test(parameter))?.replace(/^for\s*=/i, '');
  const bare = (node ?? (parameters.length === 1 ? text : ''))
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll(/\\(.)/g, '$1')
    .trim();
  // The last group of an IPv6 address without brackets resembles a port, so the whole text is tried first.
  return parseHost(bare) ?? parseHost(bare.replace(portPattern, ''));
}

/** Returns the IP address in a text without a port, or undefined. Only IPv6 may be in brackets. */
function parseHost(text: string): string | undefined {
  const [, bracketed] = /^\[([^\]]*)\]$/.exec(text) ?? [];
  const [address = ''] = (bracketed ?? text).split('%');
  if (isIP(address) === 0 || (bracketed !== undefined && !isIPv6(address))) return undefined;
  return isIPv4(address) ? address : (toMappedIpv4(address) ?? address);
}

/** Returns the IPv4 address of `::ffff:a.b.c.d` in any notation. */
function toMappedIpv4(address: string): string | undefined {
  // The URL parser converts every notation of an address to one form with hexadecimal groups.
  const groups = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(new URL(`http://[${address}]`).hostname);
  if (groups === null) return undefined;
  const [high = 0, low = 0] = groups.slice(1).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}
