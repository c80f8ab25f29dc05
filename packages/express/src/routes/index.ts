import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { CheckoutProblem } from '../payments/problem.ts';
import { createAssetsHandler } from './assets.ts';
import { createCallbackHandler } from './callback.ts';
import { createCardHandler } from './card.ts';
import type { Context } from './context.ts';
import { createHealthHandler } from './health.ts';
import { paymentStatus } from './payment-status.ts';
import { openOnPhone, qrCode } from './phone.ts';
import { problemHandler } from './problem.ts';
import { runScript } from './redirect-page.ts';
import { returned } from './return.ts';
import { banks, session } from './session.ts';
import { startForm } from './start-form.ts';
import { startPayment } from './start-payment.ts';
import { limited } from './requests/limited.ts';
import { refuseOtherSites } from './requests/own-pages.ts';
import { refuseOpenProxy } from './requests/trusted-proxy.ts';

/** Every route of the checkout, relative to its mount. */
export function createRouter(context: Context): express.Router {
  const router = express.Router();
  router.use(checkMount(context));
  const admit = handled(admitWhenOpen(context));
  // First, because Express tries the routes in order and callbacks are the most frequent requests.
  router.post('/callback', admit, handled(createCallbackHandler(context)));
  router.get('/health', handled(createHealthHandler(context.health, context.requests)));
  router.get(
    ['/checkout.js', '/checkout.mjs', '/manifest.json', '/checkout/:name'],
    createAssetsHandler(context.assets),
  );
  router.use(admit);
  const safely = refuseOpenProxy(context);
  router.get('/session', safely, handled(session(context)));
  router.get('/channels/:channelId/banks', handled(banks(context)));
  const ownPages = refuseOtherSites(context);
  const limitedStart = handled(limited(context, 'start'));
  router.post('/payments', ownPages, safely, limitedStart, handled(startPayment(context)));
  router.post('/start', ownPages, limitedStart, handled(startForm(context)));
  router.get('/payments/:reference', handled(paymentStatus(context)));
  router.get('/payments/:reference/redirect', handled(runScript(context)));
  router.get('/payments/:reference/qr', handled(qrCode(context)));
  router.get('/payments/:reference/phone', handled(openOnPhone(context)));
  router.post('/payments/:reference/card', ownPages, safely, handled(createCardHandler(context)));
  router.get('/return', handled(limited(context, 'return')), handled(returned(context)));
  router.use((req) => {
    throw new CheckoutProblem('not-found', `The checkout has no ${req.method} ${req.path}.`);
  });
  router.use(problemHandler(context));
  return router;
}

/** Features of the browser that no page of the checkout uses. */
const permissionsPolicy =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), usb=()';

type Route = (req: Request, res: Response, next: NextFunction) => Promise<void>;

/**
 * Passes a rejection of a route to the error handler. Express 5 does this itself; in Express 4 the rejection
 * would end the process.
 */
function handled(route: Route): RequestHandler {
  return (req, res, next) => {
    route(req, res, next).catch(next);
  };
}

/**
 * Rejects requests when the router is mounted at another path than `mountPath`: callback and return URLs
 * would not exist. Behind a proxy that does not remove the path of `publicUrl`, the mount path includes it.
 */
function checkMount({ settings }: Context): RequestHandler {
  const { mountPath, addresses } = settings;
  const allowed = [mountPath, addresses.path('')].map((path) => path.toLowerCase());
  return (req, _res, next) => {
    if (allowed.includes(req.baseUrl.toLowerCase())) {
      next();
      return;
    }
    throw new CheckoutProblem(
      'wrong-mount-path',
      `The router is mounted at ${req.baseUrl === '' ? '/' : req.baseUrl}, and mountPath is ${mountPath}. Make them the same: ` +
        'callback and return URLs are built from mountPath.',
    );
  };
}

function admitWhenOpen({ whenOpen, requests }: Context) {
  return async (_req: Request, res: Response, next: NextFunction): Promise<void> => {
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Referrer-Policy', 'no-referrer');
    // Requests of the shop's own pages only. The element's files are routed before this, because pages of
    // other origins may load them.
    res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    res.setHeader('Permissions-Policy', permissionsPolicy);
    if (!requests.admit(res)) {
      // The checkout was closed on purpose, so no event is emitted.
      const problem = { retryAfterMs: 5_000, isExpected: true };
      throw new CheckoutProblem('store-unavailable', 'The shop is restarting. Repeat the request.', problem);
    }
    try {
      await whenOpen();
    } catch (cause) {
      throw new CheckoutProblem('store-unavailable', 'The store could not be opened.', { cause });
    }
    next();
  };
}
