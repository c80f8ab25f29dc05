import { getClientAddress } from '@pgw/express';
import type { RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { renderTooManyOrdersPage } from '../pages/problem.ts';
import { sendPage, type ShopContext } from './context.ts';

/**
 * Limits the orders of each network to 30 in ten minutes, so that a script cannot fill the database. With a
 * sandbox the limit is 10,000, because the tests of a demo come from one network.
 */
export function limitOrders(shop: ShopContext): RequestHandler {
  return rateLimit({
    windowMs: 10 * 60 * 1000,
    limit: shop.isSandbox ? 10_000 : 30,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    keyGenerator: (request) => ipKeyGenerator(getClientAddress(request)),
    handler: (request, response) => {
      response.status(429);
      sendPage(shop, request, response, ({ texts }) => ({
        title: texts.problem.tooManyOrders,
        main: renderTooManyOrdersPage(texts),
      }));
    },
  });
}
