import { getClientAddress } from '@pgw/express';
import type { Express, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit, type Options } from 'express-rate-limit';
import { publicUrl } from './settings.ts';
import { isPostedByShop } from './visitor.ts';

const tenMinutesMs = 10 * 60 * 1000;
const limitOptions: Partial<Options> = {
  windowMs: tenMinutesMs,
  standardHeaders: 'draft-7',
  legacyHeaders: false,
  keyGenerator: (req) => ipKeyGenerator(getClientAddress(req)),
};

/** The paths of every route that takes the id of an order. A visitor could try to guess orders with each of them. */
const checkoutPaths = ['/pgw/session', '/pgw/channels', '/pgw/payments', '/pgw/start'];
const orderPaths = [...checkoutPaths, '/checkout', '/orders', '/api/orders'];

/** Each network can request 100 orders that it may not see in ten minutes. */
const limitFailures = rateLimit({
  ...limitOptions,
  limit: 100,
  skipSuccessfulRequests: true,
  // A payment that is refused for another reason is no guess.
  requestWasSuccessful: (_req, res) => res.statusCode !== 404,
  message: 'Too many requests. Try again in a few minutes.',
});

/** Protects every response. Call it before the routes. */
export function protect(app: Express): void {
  app.disable('x-powered-by');
  // Otherwise Express would send the stack of an error to the visitor, unless NODE_ENV is production.
  app.set('env', 'production');
  // The server listens on 127.0.0.1 only, so a proxy is on the same machine. It sends the address of the visitor.
  app.set('trust proxy', 'loopback');
  if (publicUrl.startsWith('https:')) app.use(setStrictTransport);
  app.use(orderPaths, limitFailures);
}

/** Browsers then open the shop only over https, for a year. */
const setStrictTransport: RequestHandler = (_req, res, next) => {
  res.set('Strict-Transport-Security', 'max-age=31536000');
  next();
};

/** Each network can place 30 orders in ten minutes, so that a script cannot fill the database. */
export const limitOrders = rateLimit({
  ...limitOptions,
  limit: 30,
  message: 'Too many orders. Try again in a few minutes.',
});

/** Refuses a form that another site posts. */
export const refuseOtherSites: RequestHandler = (req, res, next) => {
  if (isPostedByShop(req.get('Sec-Fetch-Site'))) next();
  else res.status(403).send('Send this form from the shop.');
};
