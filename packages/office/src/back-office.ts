import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { GatewayClient } from '@pgw/client';
import { getClientErrorStatus, requireOwnOrigin, setSecurityHeaders, staticDirectory } from '@pgw/pages';
import type { Checkout } from '@pgw/express';
import express, { Router, type ErrorRequestHandler, type RequestHandler } from 'express';
import { Actions } from './actions.ts';
import { createAttentionRoutes } from './attention/attention-routes.ts';
import type { Clerk } from './sign-in/clerks.ts';
import { sendPage, type Office } from './context.ts';
import { createOrderRoutes } from './orders/order-routes.ts';
import type { OrderSource } from './orders/orders.ts';
import type { Shop } from './pages/frame.ts';
import { renderProblem } from './pages/problem.ts';
import { createExportRoutes } from './payments/export-routes.ts';
import { createPaymentRoutes } from './payments/payment-routes.ts';
import { createPayoutRoutes } from './payouts/payout-routes.ts';
import { createOfficeSession } from './sign-in/sessions.ts';
import { requireSession, createSignInRoutes } from './sign-in/sign-in-routes.ts';
import { createTables } from './tables.ts';
import { createWalletRoutes } from './wallets/wallet-routes.ts';

/** The options of `createBackOffice`. */
export interface BackOfficeOptions {
  /** The shop's name and icon in the header. */
  readonly shop: Shop;
  /** The origin of the shop, without a path and without a trailing slash. */
  readonly publicUrl: string;
  /** The people who can sign in. Each action is stored with the name of its clerk. */
  readonly clerks: readonly Clerk[];
  /** True to show the name and the password of the first clerk on the sign-in page. Default: false. */
  readonly isDemo?: boolean;
  /** The merchant ID for wallet queries. */
  readonly merchantId: string;
  /** The database for sessions and actions. The back office creates its own tables in it. */
  readonly database: DatabaseSync;
  /** Reads the shop's orders. */
  readonly orders: OrderSource;
  /** The checkout of the shop, which stores the payments. */
  readonly checkout: Pick<Checkout, 'payments' | 'operator' | 'health' | 'contentSecurityPolicy'>;
  /** The gateway client for wallets. Pass the client of the checkout. */
  readonly gateway: GatewayClient;
  /**
   * Returns a sentence for the clerk if the number of a beneficiary looks wrong, for example because it is too short for its bank.
   * The sentence is shown before the payout, which the clerk can still make. Default: no sentence.
   */
  readonly findPayoutWarning?: Office['findPayoutWarning'];
  /** The current time in milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
}

const publicDirectory = fileURLToPath(new URL('../public/', import.meta.url));

/**
 * Creates the router of the back office. It shows orders, payments and wallets, and sends refunds and
 * payouts. Every page requires a session. Mount the router at `/office`.
 */
export function createBackOffice(options: BackOfficeOptions): Router {
  const { shop, publicUrl, clerks, database, orders, checkout, gateway, now = Date.now } = options;
  createTables(database);
  const office: Office = {
    orders,
    checkout,
    gateway,
    merchantId: Number(options.merchantId),
    publicUrl,
    actions: new Actions(database, now),
    now,
    findPayoutWarning: options.findPayoutWarning,
  };

  const router = Router();
  router.use((_request, response, next) => {
    response.locals['shop'] = shop;
    next();
  });
  router.use(setSecurityHeaders(checkout));
  for (const directory of [staticDirectory, publicDirectory])
    router.use('/assets', express.static(directory, { index: false, maxAge: '5m' }));
  router.use(requireOwnOrigin(publicUrl));
  router.use(express.urlencoded({ extended: false, limit: '16kb' }));
  router.use(createOfficeSession({ database, clerks, isHttps: publicUrl.startsWith('https:'), now }));
  router.use(createSignInRoutes({ clerks, isDemo: options.isDemo ?? false }), requireSession);
  router.use(createOrderRoutes(office), createPaymentRoutes(office), createAttentionRoutes(office));
  router.use(createPayoutRoutes(office), createWalletRoutes(office), createExportRoutes(office));
  router.use(showNotFound, showError);
  return router;
}

const showNotFound: RequestHandler = (_request, response) => {
  const main = renderProblem('Page not found', 'The address may be wrong, or the page was removed.');
  sendPage(response.status(404), { title: 'Page not found', main });
};

const showError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error);
  const status = getClientErrorStatus(error);
  if (status !== undefined) {
    const title = 'The request failed';
    const main = renderProblem(title, 'The request is invalid. Go back and try again.');
    return sendPage(response.status(status), { title, main });
  }
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  const title = 'The request failed';
  const text = 'The action may be incomplete. Check the order or payout before you repeat it.';
  sendPage(response.status(500), { title, main: renderProblem(title, text) });
};
