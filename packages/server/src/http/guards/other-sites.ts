import { CheckoutProblem } from '../../model/problem.ts';
import type { Context } from '../context.ts';
import type { Guard } from '../route.ts';

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
