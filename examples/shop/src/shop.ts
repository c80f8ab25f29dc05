import { fileURLToPath } from 'node:url';
import { getClientErrorStatus } from './requests/client-error-status.ts';
import { requireOwnOrigin } from './requests/require-own-origin.ts';
import { setSecurityHeaders, type PolicySource } from './requests/security-headers.ts';
import { staticDirectory } from './requests/static-directory.ts';
import type { Checkout } from '@pgw/express';
import type { GatewayClient } from '@pgw/client';
import express, { Router, type ErrorRequestHandler, type RequestHandler } from 'express';
import { Bags } from './orders/bag.ts';
import { hasAccounts } from './cards.ts';
import type { Product } from './catalogue/catalogue.ts';
import type { Database } from './database.ts';
import { DetailsStore } from './orders/details-store.ts';
import type { Orders } from './orders/orders.ts';
import { createPaymentReader, type PaymentSource } from './orders/payment-view.ts';
import { renderBadRequestPage, renderErrorPage, renderNotFoundPage } from './pages/problem.ts';
import { createAccountRoutes } from './routes/account-routes.ts';
import { createBagRoutes } from './routes/bag-routes.ts';
import { createCatalogueRoutes } from './routes/catalogue-routes.ts';
import { createCheckoutRoutes } from './routes/checkout-routes.ts';
import { createLanguageRoutes } from './routes/language-routes.ts';
import { createOrderRoutes } from './routes/order-routes.ts';
import { readBag, sendPage, type ShopContext } from './routes/context.ts';
import type { SnippetSource } from './routes/render-checkout.ts';
import type { Settings } from './settings.ts';

/** The options of `createShopRouter`. */
export interface ShopOptions {
  readonly database: Database;
  readonly products: readonly Product[];
  readonly orders: Orders;
  readonly checkout: PaymentSource & PolicySource & SnippetSource & Pick<Checkout, 'savedCards'>;
  readonly settings: Pick<Settings, 'publicUrl' | 'cardMode' | 'isSandbox'> &
    Partial<Pick<Settings, 'checkoutTag'>>;
  /** The environment of the gateway. Default: staging for a sandbox. */
  readonly environment?: GatewayClient['environment'];
  readonly now?: () => number;
}

const publicDirectory = fileURLToPath(new URL('../public/', import.meta.url));

/**
 * Creates the router with every page of the shop. The pages contain the checkout and read its payments. They
 * send no request to the gateway.
 */
export function createShopRouter(options: ShopOptions): Router {
  const { database, products, orders, checkout, settings, now = Date.now } = options;
  const shop: ShopContext = {
    products,
    orders,
    checkout,
    payments: createPaymentReader(checkout),
    checkoutTag: settings.checkoutTag ?? 'snippet',
    isSandbox: settings.isSandbox,
    isTest: options.environment === undefined ? settings.isSandbox : options.environment === 'staging',
    hasAccounts: hasAccounts(settings),
    savedCards: checkout.savedCards,
    now,
    bags: new Bags(database, products, now),
    details: new DetailsStore(database),
  };

  const router = Router();
  router.get('/healthz', (_request, response) => void response.type('text').send('ready\n'));
  router.use(setSecurityHeaders(checkout));
  for (const directory of [staticDirectory, publicDirectory])
    router.use(express.static(directory, { index: false, maxAge: '5m' }));
  // Browsers request it for the pages of the checkout, which name no icon.
  router.get('/favicon.ico', (request, response) =>
    response.redirect(301, `${request.baseUrl}/pictures/leaf.svg`),
  );
  router.use(requireOwnOrigin(settings.publicUrl));
  router.use(express.urlencoded({ extended: false, limit: '16kb' }));
  router.use(readBag(shop));
  router.use(
    createCatalogueRoutes(shop),
    createBagRoutes(shop),
    createCheckoutRoutes(shop),
    createOrderRoutes(shop),
  );
  router.use(createAccountRoutes(shop), createLanguageRoutes());
  router.use(showNotFound(shop), showError(shop));
  return router;
}

function showNotFound(shop: ShopContext): RequestHandler {
  return (request, response) => {
    response.status(404);
    sendPage(shop, request, response, ({ texts }) => ({
      title: texts.problem.notFound,
      main: renderNotFoundPage(texts),
    }));
  };
}

function showError(shop: ShopContext): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const status = getClientErrorStatus(error);
    if (status !== undefined) {
      response.status(status);
      return sendPage(shop, request, response, ({ texts }) => ({
        title: texts.problem.badRequest,
        main: renderBadRequestPage(texts, texts.problem.unreadableRequest),
      }));
    }
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    response.status(500);
    sendPage(shop, request, response, ({ texts }) => ({
      title: texts.problem.serverError,
      main: renderErrorPage(texts),
    }));
  };
}
