import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { GatewayClient } from '@pgw/client';
import { clientErrorStatus, requireOwnOrigin, securityHeaders, staticDirectory } from '@pgw/example-pages';
import type { Checkout } from '@pgw/express';
import express, { Router, type ErrorRequestHandler, type RequestHandler } from 'express';
import { attentionRoutes } from './attention-routes.ts';
import { sendPage, type Office } from './context.ts';
import { orderRoutes } from './order-routes.ts';
import type { OrderSource } from './orders.ts';
import type { Shop } from './pages/frame.ts';
import { problemMain } from './pages/problem.ts';
import { paymentRoutes } from './payment-routes.ts';
import { Payouts } from './payouts.ts';
import { payoutRoutes } from './payout-routes.ts';
import { officeSession } from './sessions.ts';
import { requireSession, signInRoutes } from './sign-in-routes.ts';
import { createTables } from './tables.ts';
import { walletRoutes } from './wallet-routes.ts';

export interface BackOfficeOptions {
  /** Shown in the header. */
  readonly shop: Shop;
  /** The origin of the shop: no path, and no slash at the end. */
  readonly publicUrl: string;
  readonly password: string;
  /** Shows the password on the sign-in page. Default: false. */
  readonly isDemo?: boolean;
  /** Payouts use a channel of their own, which differs between the two environments of the gateway. */
  readonly environment: 'staging' | 'production';
  readonly merchantId: string;
  /** Stores sessions and payouts, in tables of their own. */
  readonly database: DatabaseSync;
  readonly orders: OrderSource;
  /** Payments, and what an operator may do about them. */
  readonly checkout: Pick<Checkout, 'payments' | 'operator' | 'health' | 'contentSecurityPolicy'>;
  /** Payouts and wallets. Use the client of the checkout. */
  readonly gateway: GatewayClient;
  /** The current time in milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
}

const publicDirectory = fileURLToPath(new URL('../public/', import.meta.url));

/** A back office behind a password: orders, refunds, payments that need attention, payouts, wallets. Mount it at `/office`. */
export function backOffice(options: BackOfficeOptions): Router {
  const { shop, publicUrl, password, database, orders, checkout, gateway, now = Date.now } = options;
  createTables(database);
  const office: Office = {
    orders,
    checkout,
    gateway,
    merchantId: Number(options.merchantId),
    payoutChannelId: gateway.profile.payoutChannelId[options.environment],
    publicUrl,
    payouts: new Payouts(database, now),
    now,
  };

  const router = Router();
  router.use((_request, response, next) => {
    response.locals['shop'] = shop;
    next();
  });
  router.use(securityHeaders(checkout));
  for (const directory of [staticDirectory, publicDirectory])
    router.use('/assets', express.static(directory, { index: false, maxAge: '5m' }));
  router.use(requireOwnOrigin(publicUrl));
  router.use(express.urlencoded({ extended: false, limit: '16kb' }));
  router.use(officeSession({ database, password, isHttps: publicUrl.startsWith('https:'), now }));
  router.use(signInRoutes({ password, isDemo: options.isDemo ?? false }), requireSession);
  router.use(orderRoutes(office), paymentRoutes(office), attentionRoutes(office));
  router.use(payoutRoutes(office), walletRoutes(office));
  router.use(notFound, broken);
  return router;
}

const notFound: RequestHandler = (_request, response) => {
  const main = problemMain('Page not found', 'The address may be mistyped, or what it names is gone.');
  sendPage(response.status(404), { title: 'Page not found', main });
};

const broken: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) return next(error);
  const refused = clientErrorStatus(error);
  if (refused !== undefined) {
    const main = problemMain('That didn’t work', 'What was sent can’t be read. Go back and try again.');
    return sendPage(response.status(refused), { title: 'That didn’t work', main });
  }
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  const text = 'What you asked for may not have been done. Look at it again before you repeat it.';
  sendPage(response.status(500), { title: 'Something broke', main: problemMain('Something broke', text) });
};
