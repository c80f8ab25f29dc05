import type { Request } from 'express';

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
