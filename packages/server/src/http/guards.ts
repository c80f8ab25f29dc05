import { PgwError } from '@pgw/protocol';
import { CheckoutProblem } from '../model/problem.ts';
import type { Context } from './context.ts';
import type { Guard, HttpRequest } from './exchange.ts';
import { toNetwork } from '../limits/limiter.ts';

/** The kinds of requests that are limited. */
type LimitedRequest = 'start' | 'return' | 'unknown-return';

/**
 * Refuses requests of pages of other sites, which have the cookies of the visitor. A browser describes the sending
 * page in `Sec-Fetch-Site`, which no page can set, or in `Origin`. Other clients send neither header and no
 * cookies.
 */
export function refuseOtherSites({ settings }: Context): Guard {
  const { origin: shopOrigin } = settings.addresses;
  return ({ request }) => {
    const origin = request.header('origin');
    const site = request.header('sec-fetch-site');
    const isFromShop =
      site === undefined ? origin === undefined || origin === shopOrigin : site === 'same-origin';
    if (!isFromShop)
      throw new CheckoutProblem('invalid-request', 'The request must come from the shop’s own pages.');
  };
}

/**
 * Refuses requests in an app that accepts cards and trusts any X-Forwarded-For header, because a card tester could
 * send another address with each request. An app may be configured after the checkout is mounted, so each request
 * reads it.
 */
export function refuseUntrustedProxy({ cards }: Pick<Context, 'cards'>): Guard {
  return ({ request }) => {
    if (cards === undefined || !request.trustsEveryAddress) return;
    throw new PgwError(
      'invalid-configuration',
      "The app's 'trust proxy' trusts every address, so anyone may claim any address, and card testing could not be limited. Set it to the " +
        "address of your proxy, or to the number of proxies in front: app.set('trust proxy', 'loopback'), app.set('trust proxy', 1).",
    );
  };
}

export function createRequestLimit(context: Context, kind: LimitedRequest): Guard {
  return ({ request }) => countRequest(context, kind, request);
}

export async function countRequest(
  { limiter, settings }: Context,
  kind: LimitedRequest,
  { clientAddress, native }: HttpRequest,
): Promise<void> {
  // An empty text, for example of an empty cookie, identifies no visitor.
  const visitor = (await settings.resolveVisitor?.(native)) || null;
  await limiter?.count({ [`${kind}-network`]: toNetwork(clientAddress), [`${kind}-visitor`]: visitor });
}
