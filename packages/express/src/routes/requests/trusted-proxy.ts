import { PgwError } from '@pgw/protocol';
import type { Request, RequestHandler } from 'express';
import type { Context } from '../context.ts';

/**
 * Addresses for documentation (RFC 5737, RFC 3849), which no proxy has. An app that trusts one of them trusts
 * every address.
 */
const documentationAddresses = ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1'];
/** A number of hops that is larger than the number of proxies of any app. */
const distantHop = 1_000;

/**
 * Refuses requests in an app that accepts cards and trusts any X-Forwarded-For header. An attacker who tests
 * stolen cards could send a different address with each request. The setting is read for each request,
 * because an app may be configured after the checkout is mounted.
 */
export function refuseUntrustedProxy({ cards }: Pick<Context, 'cards'>): RequestHandler {
  return (req, _res, next) => {
    if (cards === undefined || !trustsEveryAddress(req)) {
      next();
      return;
    }
    throw new PgwError(
      'invalid-configuration',
      "The app's 'trust proxy' trusts every address, so anyone may claim any address, and card testing could not be limited. Set it to the " +
        "address of your proxy, or to the number of proxies in front: app.set('trust proxy', 'loopback'), app.set('trust proxy', 1).",
    );
  };
}

/**
 * True if the app trusts every address. Express compiles every value of the setting (`true`, a function,
 * networks) to one function.
 */
export function trustsEveryAddress({ app }: Pick<Request, 'app'>): boolean {
  const trusts: unknown = app.get('trust proxy fn');
  return (
    typeof trusts === 'function' &&
    documentationAddresses.some((address) => trusts(address, distantHop) === true)
  );
}
