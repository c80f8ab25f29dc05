import type { Refusal } from '@pgw/express';
import type { Express, Response } from 'express';
import { strictTransport } from './settings.ts';

/** Protects every response. Call it before the routes. */
export function protect(app: Express): void {
  app.disable('x-powered-by');
  // Otherwise Express would send the stack of an error to the visitor, unless NODE_ENV is production.
  app.set('env', 'production');
  // The server listens on 127.0.0.1 only, so a proxy is on the same machine. It sends the address of the visitor.
  app.set('trust proxy', 'loopback');
  app.use((_req, res, next) => {
    if (strictTransport !== undefined) res.set('Strict-Transport-Security', strictTransport);
    next();
  });
}

/** Sends the response to a request that a check of the checkout has refused. */
export function sendRefusal(res: Response, { status, message, headers }: Refusal): void {
  res.status(status).set(headers).type('text').send(message);
}
