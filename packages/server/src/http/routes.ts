import type { StorefrontRouteName } from '@pgw/protocol/internal';
import type { Context } from './context.ts';
import { createRequestLimit } from './guards/limit-requests.ts';
import { refuseOtherSites } from './guards/other-sites.ts';
import { refuseUntrustedProxy } from './guards/trusted-proxy.ts';
import { createAssetsHandler } from './handlers/assets.ts';
import { createCallbackHandler } from './handlers/callback.ts';
import { createCardHandler } from './handlers/card.ts';
import { createHealthHandler } from './handlers/health.ts';
import { createStatusHandler } from './handlers/payment-status.ts';
import { createPhoneHandler, createQrCodeHandler } from './handlers/phone.ts';
import { createScriptPageHandler } from './handlers/redirect-page.ts';
import { createReturnFormHandler } from './handlers/return-form.ts';
import { createReturnHandler } from './handlers/return.ts';
import { createBanksHandler, createSessionHandler } from './handlers/session.ts';
import { createStartFormHandler } from './handlers/start-form.ts';
import { createStartHandler } from './handlers/start-payment.ts';
import type { Route } from './route.ts';

export function createRoutes(context: Context): Readonly<Record<StorefrontRouteName, Route>> {
  const assets: Route = { guards: [], handle: createAssetsHandler(context.assets), needsNoStore: true };
  const requireSafeProxy = refuseUntrustedProxy(context);
  const requireOwnPages = refuseOtherSites(context);
  const limitStarts = createRequestLimit(context, 'start');
  const returnBrowser: Route = {
    guards: [createRequestLimit(context, 'return')],
    handle: createReturnHandler(context),
  };
  // The gateway's page sends this form, so it may come from another site.
  const returnForm: Route = { guards: [], handle: createReturnFormHandler(context) };
  return {
    receiveCallback: { guards: [], handle: createCallbackHandler(context) },
    getHealth: {
      guards: [],
      handle: createHealthHandler(context.health, context.requests),
      needsNoStore: true,
    },
    getScript: assets,
    getModule: assets,
    getManifest: assets,
    getLazyModule: assets,
    getSession: { guards: [requireSafeProxy], handle: createSessionHandler(context) },
    getBanks: { guards: [], handle: createBanksHandler(context) },
    startPayment: {
      guards: [requireOwnPages, requireSafeProxy, limitStarts],
      handle: createStartHandler(context),
    },
    startPaymentByForm: { guards: [requireOwnPages, limitStarts], handle: createStartFormHandler(context) },
    getPayment: { guards: [], handle: createStatusHandler(context) },
    runRedirectScript: { guards: [], handle: createScriptPageHandler(context) },
    getQrCode: { guards: [], handle: createQrCodeHandler(context) },
    openOnPhone: { guards: [], handle: createPhoneHandler(context) },
    payByCard: { guards: [requireOwnPages, requireSafeProxy], handle: createCardHandler(context) },
    returnBrowser,
    returnBrowserWithoutToken: returnBrowser,
    returnForm,
    returnFormWithoutToken: returnForm,
  };
}
