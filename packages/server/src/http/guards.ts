import { PgwError } from '@pgw/protocol';
import { CheckoutProblem } from '../model/problem.ts';
import type { Context, Guard, HttpRequest, RequestSource } from './route.ts';
import { toNetwork } from '../limits/limiter.ts';

/** The kinds of requests that are limited. */
type LimitedRequest = 'start' | 'return' | 'unknown-return';

/**
 * Whether a page of the shop has sent a request. A browser describes the sending page in `Sec-Fetch-Site`, which no page
 * can set, or in `Origin`. Undefined if the request has neither, or if the page hides its origin, which is then `null`.
 */
export function isFromShop(request: RequestSource, shopOrigin: string): boolean | undefined {
  const site = request.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = request.header('origin');
  return origin === undefined || origin === 'null' ? undefined : origin === shopOrigin;
}

/**
 * Refuses requests of pages of other sites, which have the cookies of the visitor. Other clients send neither header and no
 * cookies, and a browser sends `Origin` with every JSON request of another site.
 */
export function refuseOtherSites({ settings }: Context): Guard {
  const { origin } = settings.addresses;
  return ({ request }) => {
    if (!(isFromShop(request, origin) ?? request.header('origin') === undefined)) throw createRefusal();
  };
}

/** Refuses forms of pages of other sites. If the page is not known, the handler needs the token of the form. */
export function refuseFormsOfOtherSites({ settings }: Context): Guard {
  return ({ request }) => {
    if (isFromShop(request, settings.addresses.origin) === false) throw createRefusal();
  };
}

export function createRefusal(): CheckoutProblem {
  return new CheckoutProblem('invalid-request', 'The request must come from the shop’s own pages.');
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
