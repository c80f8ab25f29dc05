import type { DatabaseSync } from 'node:sqlite';
import type { GatewayClient } from '@pgw/client';
import type { Checkout } from '@pgw/express';
import express, { Router, type ErrorRequestHandler, type RequestHandler } from 'express';
import type { Orders } from '../orders.ts';
import { ownOrigin } from '../own-origin.ts';
import { securityHeaders } from '../security-headers.ts';
import type { Settings } from '../settings.ts';
import { attentionRoutes } from './attention-routes.ts';
import { sendPage, type Office } from './context.ts';
import { orderRoutes } from './order-routes.ts';
import { refusedStatus } from '../refused.ts';
import { problemMain } from './pages/problem.ts';
import { paymentRoutes } from './payment-routes.ts';
import { Payouts } from './payouts.ts';
import { payoutRoutes } from './payout-routes.ts';
import { RefundedOrders } from './refunded-orders.ts';
import { OfficeSessions } from './sessions.ts';
import { requireSession, signInRoutes } from './sign-in-routes.ts';
import { walletRoutes } from './wallet-routes.ts';

export interface OfficeOptions {
  readonly database: DatabaseSync;
  readonly orders: Orders;
  /** Payments and what an operator may do about them. */
  readonly checkout: Pick<Checkout, 'payments' | 'operator' | 'health' | 'contentSecurityPolicy'>;
  /** Payouts and wallets. The client that the checkout has. */
  readonly gateway: GatewayClient;
  readonly settings: Settings;
  readonly now?: () => number;
}

/** The shop's back office behind its password: orders and refunds, payments that need a look, payouts, wallets. */
export function backOffice(options: OfficeOptions): Router {
  const { database, orders, checkout, gateway, settings, now = Date.now } = options;
  const { password, isDemo, environment } = settings.office;
  const isHttps = settings.publicUrl.startsWith('https:');
  const office: Office = {
    orders,
    checkout,
    gateway,
    merchantId: Number(settings.gateway.merchantId),
    payoutChannelId: gateway.profile.payoutChannelId[environment],
    publicUrl: settings.publicUrl,
    payouts: new Payouts(database, now),
    refunded: new RefundedOrders(database, now),
    sessions: new OfficeSessions({ database, password, isHttps, now }),
    now,
  };

  const router = Router();
  router.use(securityHeaders(checkout));
  router.use(ownOrigin(settings.publicUrl));
  router.use(express.urlencoded({ extended: false, limit: '16kb' }));
  router.use(signInRoutes({ sessions: office.sessions, password, isDemo, now }));
  router.use(requireSession(office.sessions));
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
  const refused = refusedStatus(error);
  if (refused !== undefined) {
    const main = problemMain('That didn’t work', 'What was sent can’t be read. Go back and try again.');
    return sendPage(response.status(refused), { title: 'That didn’t work', main });
  }
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  const text = 'What you asked for may not have been done. Look at it again before you repeat it.';
  sendPage(response.status(500), { title: 'Something broke', main: problemMain('Something broke', text) });
};
