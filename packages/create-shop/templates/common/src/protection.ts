import type { Express } from 'express';
import { rateLimit } from 'express-rate-limit';
import { publicUrl } from './checkout.ts';

/** Protects every response. Call it before the routes. */
export function protect(app: Express): void {
  app.disable('x-powered-by');
  // The server listens on 127.0.0.1 only, so a proxy is on the same machine. It sends the address of the visitor.
  app.set('trust proxy', 'loopback');
  if (!publicUrl.startsWith('https:')) return;
  // Browsers then open the shop only over https, for a year.
  app.use((_req, res, next) => {
    res.set('Strict-Transport-Security', 'max-age=31536000');
    next();
  });
}

/** Each network can place 30 orders in ten minutes, so that a script cannot fill the database. */
export const limitOrders = rateLimit({
  windowMs: 10 * 60 * 1000,
  limit: 30,
  standardHeaders: 'draft-7',
  legacyHeaders: false,
  message: 'Too many orders. Try again in a few minutes.',
});
