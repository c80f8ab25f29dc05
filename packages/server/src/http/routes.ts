import { storefrontRoutes, type StorefrontRouteName } from '@pgw/protocol/internal';
import { CheckoutProblem } from '../model/problem.ts';
import type { Context, Route } from './route.ts';
import {
  createRequestLimit,
  refuseFormsOfOtherSites,
  refuseOtherSites,
  refuseUntrustedProxy,
} from './guards.ts';
import { createAssetsHandler } from './handlers/assets.ts';
import { createCallbackHandler } from './handlers/callback.ts';
import { createCardHandler } from './handlers/card.ts';
import { createHealthHandler } from './handlers/health.ts';
import { createStatusHandler } from './handlers/payment-status.ts';
import { createPhoneHandler, createQrCodeHandler } from './handlers/phone.ts';
import { createScriptPageHandler, createScriptReportHandler } from './handlers/redirect-page.ts';
import { createReturnFormHandler, createReturnHandler } from './handlers/return.ts';
import { createBanksHandler, createSessionHandler } from './handlers/session.ts';
import { createStartFormHandler, createStartHandler } from './handlers/start.ts';

export interface MatchedRoute {
  readonly name: StorefrontRouteName;
  readonly params: Readonly<Record<string, string>>;
}

interface RoutePattern {
  readonly name: StorefrontRouteName;
  readonly method: string;
  readonly pattern: RegExp;
}

/** Inherits nothing, because a library may add members to all objects. */
const noParams = Object.freeze(Object.create(null) as Readonly<Record<string, string>>);
// The names of the table are those of the routes.
const routes = Object.entries(storefrontRoutes) as [
  StorefrontRouteName,
  { readonly method: string; readonly path: string },
][];

/** The routes without parameters, by `METHOD /path`. */
const fixedRoutes = new Map<string, MatchedRoute>(
  routes
    .filter(([, { path }]) => !path.includes('{'))
    .map(([name, { method, path }]) => [`${method.toUpperCase()} ${path}`, { name, params: noParams }]),
);
const routePatterns: readonly RoutePattern[] = routes
  .filter(([, { path }]) => path.includes('{'))
  .map(([name, { method, path }]) => ({
    name,
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`, 'i'),
  }));

/** Letter case and one slash at the end are ignored, as in Express. HEAD has the routes of GET. */
export function matchRoute(requestMethod: string, requestPath: string): MatchedRoute | undefined {
  const method = requestMethod === 'HEAD' ? 'GET' : requestMethod;
  const path = requestPath.endsWith('/') ? requestPath.slice(0, -1) : requestPath;
  const fixedRoute = fixedRoutes.get(`${method} ${path.toLowerCase()}`);
  if (fixedRoute !== undefined) return fixedRoute;
  for (const route of routePatterns) {
    const groups = route.method === method ? route.pattern.exec(path)?.groups : undefined;
    if (groups !== undefined) return { name: route.name, params: decodeParams(groups) };
  }
  return undefined;
}

function decodeParams(groups: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch (cause) {
    throw new CheckoutProblem('invalid-request', 'The address is not valid percent-encoding.', { cause });
  }
}

/** Creates the routes that belong to no account. */
export function createSharedRoutes({
  assets: files,
  health,
  requests,
}: Pick<Context, 'assets' | 'health' | 'requests'>) {
  const assets: Route = { guards: [], handle: createAssetsHandler(files), needsNoStore: true };
  return {
    getHealth: { guards: [], handle: createHealthHandler(health, requests), needsNoStore: true },
    getScript: assets,
    getModule: assets,
    getManifest: assets,
    getLazyModule: assets,
  } satisfies Routes;
}

/** The routes by name. */
export type Routes = Partial<Readonly<Record<StorefrontRouteName, Route>>>;

/** Creates the routes of an account. */
export function createRoutes(context: Context): Routes {
  const receiveCallback: Route = { guards: [], handle: createCallbackHandler(context) };
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
    ...createSharedRoutes(context),
    receiveCallback,
    ...(context.settings.plainCallbackUrl !== undefined && { receiveCallbackOfAccount: receiveCallback }),
    getSession: { guards: [requireSafeProxy], handle: createSessionHandler(context) },
    getBanks: { guards: [], handle: createBanksHandler(context) },
    startPayment: {
      guards: [requireOwnPages, requireSafeProxy, limitStarts],
      handle: createStartHandler(context),
    },
    startPaymentByForm: {
      guards: [refuseFormsOfOtherSites(context), limitStarts],
      handle: createStartFormHandler(context),
    },
    getPayment: { guards: [], handle: createStatusHandler(context) },
    runRedirectScript: { guards: [], handle: createScriptPageHandler(context) },
    reportBlockedScript: { guards: [], handle: createScriptReportHandler(context) },
    getQrCode: { guards: [], handle: createQrCodeHandler(context) },
    openOnPhone: { guards: [], handle: createPhoneHandler(context) },
    payByCard: { guards: [requireOwnPages, requireSafeProxy], handle: createCardHandler(context) },
    returnBrowser,
    returnBrowserWithoutToken: returnBrowser,
    returnForm,
    returnFormWithoutToken: returnForm,
  };
}
