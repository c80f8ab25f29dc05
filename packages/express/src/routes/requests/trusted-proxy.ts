import { PgwError } from '@pgw/protocol';
import type { RequestHandler } from 'express';
import type { Context } from '../context.ts';

/**
 * Rejects card payments in an app that trusts any X-Forwarded-For header: a card tester could send a different address with each request. The
 * setting is read with each request, because an app may be configured after the checkout is mounted.
 */
export function refuseOpenProxy({ cards }: Pick<Context, 'cards'>): RequestHandler {
  return (req, _res, next) => {
    if (cards === undefined || req.app.get('trust proxy') !== true) {
      next();
      return;
    }
    throw new PgwError(
      'invalid-configuration',
      "The app has 'trust proxy' set to true, so anyone may claim any address, and card testing could not be limited. Set it to the address " +
        "of your proxy, or to the number of proxies in front: app.set('trust proxy', 'loopback'), app.set('trust proxy', 1).",
    );
  };
}
