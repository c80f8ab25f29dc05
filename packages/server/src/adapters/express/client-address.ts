import type { Request } from 'express';
import { noAddress, parseAddress } from '../visitor-address.ts';
import { requireNative } from '../native-request.ts';

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
  const members = { app: 'function', headers: 'object', socket: 'object', get: 'function' } as const;
  requireNative('getClientAddress', { name: 'req', value: req, members });
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

/** Addresses for documentation (RFC 5737, RFC 3849), which no proxy has. */
const documentationAddresses = ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1'];
/** A number of hops that is larger than the number of proxies of any app. */
const distantHop = 1_000;

/** Express compiles every value of the setting (`true`, a function, networks) to one function. */
export function trustsEveryAddress({ app }: Pick<Request, 'app'>): boolean {
  const trusts: unknown = app.get('trust proxy fn');
  return (
    typeof trusts === 'function' &&
    documentationAddresses.some((address) => trusts(address, distantHop) === true)
  );
}
