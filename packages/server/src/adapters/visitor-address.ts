import { isIP, isIPv4, isIPv6 } from 'node:net';
import { PgwError } from '@pgw/protocol';
import { formatViolations, parseInput, violationsOf } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';

/**
 * How an adapter finds the visitor's IP address, by which cards and starts are limited:
 *
 * - `{ trustedProxies: 1 }`: the number of proxies in front of the server, each of which appends to `X-Forwarded-For`. With 0,
 *   the header is ignored, and the address of the connection counts.
 * - a function that returns the address, for example from a header that only the platform sets. A result that is no address
 *   counts as `0.0.0.0`.
 */
export type ClientAddress<NativeRequest> =
  | { readonly trustedProxies: number }
  | ((request: NativeRequest) => string | undefined);

const createClientAddressSchema = (minProxies: number) =>
  z.strictObject({
    clientAddress: z.union(
      [
        z.strictObject({ trustedProxies: z.int().min(minProxies).max(20) }),
        z.custom((value) => typeof value === 'function'),
      ],
      `must be { trustedProxies: <a number from ${minProxies} to 20> } or a function of the request`,
    ),
  });

export type ReadAddress<NativeRequest> = (
  request: NativeRequest,
  connection: { readonly remoteAddress: string | undefined; readonly forwardedFor: string | undefined },
) => string;

/**
 * Set `minProxies` to 1 for requests without a connection: with 0 proxies, all visitors would share one address and
 * its limits.
 */
export function createAddressReader<NativeRequest>(
  clientAddress: ClientAddress<NativeRequest>,
  { minProxies = 0 }: { readonly minProxies?: number } = {},
): ReadAddress<NativeRequest> {
  const result = parseInput(createClientAddressSchema(minProxies), { clientAddress });
  if (!result.success)
    throw new PgwError(
      'invalid-configuration',
      `createCheckout: ${formatViolations(violationsOf(result.error))}.`,
    );
  if (typeof clientAddress === 'function')
    return (request) => parseAddress(clientAddress(request) ?? '') ?? noAddress;
  return (_request, { remoteAddress, forwardedFor }) => {
    let address = parseAddress(remoteAddress ?? '') ?? noAddress;
    const hops = (forwardedFor ?? '').split(',').toReversed().slice(0, clientAddress.trustedProxies);
    for (const hop of hops) {
      const next = parseAddress(hop);
      if (next === undefined) break;
      address = next;
    }
    return address;
  };
}

/** The address of a request whose connection has none, for example over a Unix socket. */
export const noAddress = '0.0.0.0';

/** A port after an address: a number, nothing, or a name of RFC 7239 (6.3). */
const portPattern = /:(?:\d{0,5}|_[\w.-]+)$/;

/**
 * Returns the IP address in a text, or undefined. The text may have quotes, brackets, a port and a zone, or be an
 * element of the header `Forwarded`, such as `for="[2001:db8::7]:80";proto=https`.
 */
export function parseAddress(text: string): string | undefined {
  // Most texts are nothing else.
  if (isIPv4(text)) return text;
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
