import type { RequestHandler } from 'express';
import { CheckoutProblem } from '../../payments/problem.ts';
import type { Context } from '../context.ts';

/**
 * Refuses a request that changes something and was sent by a page of another site with this visitor's
 * cookies. Browsers send the origin of a request in `Sec-Fetch-Site`, which no page can set, and in `Origin`,
 * which is `null` for a page that hides it. Programs send neither header, and have no cookies of a visitor.
 */
export function refuseOtherSites({ settings }: Context): RequestHandler {
  const { origin: own } = settings.addresses;
  return (req, _res, next) => {
    const origin = req.get('origin');
    const site = req.get('sec-fetch-site');
    const isOwn = site === undefined ? origin === undefined || origin === own : site === 'same-origin';
    if (!isOwn)
      throw new CheckoutProblem('invalid-request', 'The request must come from the shop’s own pages.');
    next();
  };
}
