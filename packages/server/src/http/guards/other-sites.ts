import { CheckoutProblem } from '../../model/problem.ts';
import type { Context } from '../context.ts';
import type { Guard } from '../route.ts';

/**
 * Refuses requests that a page of another site has sent with the cookies of the visitor. A browser describes
 * the sending page in `Sec-Fetch-Site`, which no page can set, and in `Origin`, which is `null` if the page
 * hides its origin. Clients that are not browsers send neither header and no cookies. They are accepted.
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
