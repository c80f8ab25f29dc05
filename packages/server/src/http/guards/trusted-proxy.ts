import { PgwError } from '@pgw/protocol';
import type { Context } from '../context.ts';
import type { Guard } from '../route.ts';

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
