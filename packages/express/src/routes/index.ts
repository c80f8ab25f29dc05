import { storefrontRoutes, type StorefrontRouteName } from '@pgw/protocol/internal';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { CheckoutProblem } from '../payments/problem.ts';
import { createAssetsHandler } from './assets.ts';
import { createCallbackHandler } from './callback.ts';
import { createCardHandler } from './card.ts';
import type { Context } from './context.ts';
import { createHealthHandler } from './health.ts';
import { createStatusHandler } from './payment-status.ts';
import { createPhoneHandler, createQrCodeHandler } from './phone.ts';
import { createProblemHandler } from './problem.ts';
import { createScriptPageHandler } from './redirect-page.ts';
import { createReturnFormHandler } from './return-form.ts';
import { reportChangedApp } from './report-changes.ts';
import { createReturnHandler } from './return.ts';
import { createBanksHandler, createSessionHandler } from './session.ts';
import { createStartFormHandler } from './start-form.ts';
import { createStartHandler } from './start-payment.ts';
import { decodeBody } from './requests/decode-body.ts';
import { limitRequests } from './requests/limit-requests.ts';
import { refuseOtherSites } from './requests/other-sites.ts';
import { refuseUntrustedProxy } from './requests/trusted-proxy.ts';

/** Creates the router with every route of the checkout, relative to its mount path. */
export function createRouter(context: Context): express.Router {
  const router = express.Router();
  // Express looks up the callbacks of path parameters here, and would call a member that all objects have inherited.
  const parameterCallbacks: unknown = Reflect.get(router, 'params');
  if (typeof parameterCallbacks === 'object') Reflect.setPrototypeOf(parameterCallbacks ?? {}, null);
  router.use(reportChangedApp(context.engine.emit));
  router.use(checkMount(context));
  const admit = [handleRejections(admitWhenOpen(context)), decodeBody()];
  const handlers = createHandlers(context, admit);
  // Express tries the routes in order.
  for (const [name, { method, path }] of Object.entries(storefrontRoutes))
    // The names of the table are those of the handlers.
    router[method](toExpressPath(path), ...handlers[name as StorefrontRouteName]);
  router.use(...admit, (req) => {
    throw new CheckoutProblem('not-found', `The checkout has no ${req.method} ${req.path}.`);
  });
  router.use(createProblemHandler(context));
  return router;
}

/** Returns a path of the table in the syntax of Express: `:name` in place of `{name}`. */
function toExpressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

type Handlers = Readonly<Record<StorefrontRouteName, readonly RequestHandler[]>>;

/**
 * Creates the handlers of each route. The health check and the element's files are served before the store is open and while the
 * checkout closes. `admit` is first in every other route.
 */
function createHandlers(context: Context, admit: readonly RequestHandler[]): Handlers {
  const assets = [createAssetsHandler(context.assets)];
  const requireSafeProxy = refuseUntrustedProxy(context);
  const requireOwnPages = refuseOtherSites(context);
  const limitStarts = handleRejections(limitRequests(context, 'start'));
  const returnBrowser = [
    ...admit,
    handleRejections(limitRequests(context, 'return')),
    handleRejections(createReturnHandler(context)),
  ];
  // The gateway's page sends this form, so it may come from another site.
  const returnForm = [...admit, handleRejections(createReturnFormHandler(context))];
  return {
    receiveCallback: [...admit, handleRejections(createCallbackHandler(context))],
    getHealth: [handleRejections(createHealthHandler(context.health, context.requests))],
    getScript: assets,
    getModule: assets,
    getManifest: assets,
    getLazyModule: assets,
    getSession: [...admit, requireSafeProxy, handleRejections(createSessionHandler(context))],
    getBanks: [...admit, handleRejections(createBanksHandler(context))],
    startPayment: [
      ...admit,
      requireOwnPages,
      requireSafeProxy,
      limitStarts,
      handleRejections(createStartHandler(context)),
    ],
    startPaymentByForm: [
      ...admit,
      requireOwnPages,
      limitStarts,
      handleRejections(createStartFormHandler(context)),
    ],
    getPayment: [...admit, handleRejections(createStatusHandler(context))],
    runRedirectScript: [...admit, handleRejections(createScriptPageHandler(context))],
    getQrCode: [...admit, handleRejections(createQrCodeHandler(context))],
    openOnPhone: [...admit, handleRejections(createPhoneHandler(context))],
    payByCard: [...admit, requireOwnPages, requireSafeProxy, handleRejections(createCardHandler(context))],
    returnBrowser,
    returnBrowserWithoutToken: returnBrowser,
    returnForm,
    returnFormWithoutToken: returnForm,
  };
}

/** Features of the browser that no page of the checkout uses. */
const permissionsPolicy =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), usb=()';

type Route = (req: Request, res: Response, next: NextFunction) => Promise<void>;

/**
 * Passes a rejection of a route to the error handler. Express 5 does this itself. In Express 4, the rejection
 * would end the process.
 */
function handleRejections(route: Route): RequestHandler {
  return (req, res, next) => {
    route(req, res, next).catch(next);
  };
}

/**
 * Rejects requests when the router is not mounted at `mountPath`, because callback and return URLs would be
 * wrong. Behind a proxy that does not remove the path of `publicUrl`, the mount path includes this path.
 */
function checkMount({ settings }: Context): RequestHandler {
  const { mountPath, addresses } = settings;
  const allowedPaths = [mountPath, addresses.path('')].map((path) => path.toLowerCase());
  return (req, _res, next) => {
    if (allowedPaths.includes(req.baseUrl.toLowerCase())) {
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

function setSecurityHeaders(res: Response): void {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Referrer-Policy', 'no-referrer');
  // Only pages of the shop may load these responses. Pages of other origins may load the element's files,
  // and their route is before this handler.
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader('Permissions-Policy', permissionsPolicy);
}

/** The time in the header `Retry-After` of requests that arrive after `close` was called. */
const retryWhenClosingMs = 5_000;

/**
 * Passes a request to its route when the store is open. Sets the headers of all responses except the health
 * check and the element's files.
 */
function admitWhenOpen({ whenOpen, requests }: Context) {
  return async (_req: Request, res: Response, next: NextFunction): Promise<void> => {
    setSecurityHeaders(res);
    if (!requests.admit(res)) {
      // The checkout was closed on purpose, so no event is emitted.
      throw new CheckoutProblem('store-unavailable', 'The shop is restarting. Repeat the request.', {
        retryAfterMs: retryWhenClosingMs,
        isExpected: true,
      });
    }
    try {
      await whenOpen();
    } catch (cause) {
      throw new CheckoutProblem('store-unavailable', 'The store could not be opened.', { cause });
    }
    next();
  };
}
