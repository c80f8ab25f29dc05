import { Readable } from 'node:stream';
import express, { Router, type Request, type Response } from 'express';
import type { Gateway } from '../../gateway.ts';
import { createSettlementLines } from '../../ledger/payments/settlement-file.ts';
import { parseRowId, readQueryParameter } from '../fields.ts';
import { sendPage } from '../page.ts';
import { notFoundPage } from '../payable.ts';
import type { RefusedAmount } from './operations/amount-field.ts';
import { resendCallback } from './operations/resend-callback.ts';
import { runOperation } from './operations/run-operation.ts';
import { triggerEvent } from './operations/trigger.ts';
import { sendEvents } from './activity/events.ts';
import { createRequestsPage } from './requests-page.ts';
import { createScenarioRoutes } from './scenarios/scenario-routes.ts';
import { createCallbacksPage } from './callbacks-page.ts';
import { readDashboardQuery } from './filters.ts';
import { createPayoutsPage, createRefundsPage, createWalletPage, createWalletsPage } from './list-pages.ts';
import { createTransactionsPage } from './transactions-page.ts';

const maxMessageLength = 300;

/**
 * Creates the routes of the dashboard. The sandbox has no sign-in: it listens only on this machine, and
 * `refuseForeignRequests` refuses requests from pages of other sites.
 */
export function createDashboardRoutes(gateway: Gateway): Router {
  const router = Router();
  const parseForm = express.urlencoded({ extended: false, limit: '20kb' });
  router.get('/dashboard', (incoming, outgoing) =>
    sendPage(
      outgoing,
      createTransactionsPage(gateway, readDashboardQuery(incoming), {
        message: readQueryParameter(incoming, 'message').slice(0, maxMessageLength),
        refused: readRefusedAmount(incoming),
      }),
    ),
  );
  router.get('/dashboard/events', (incoming, outgoing) => sendEvents(gateway, incoming, outgoing));
  router.get('/dashboard/requests', (incoming, outgoing) =>
    sendPage(outgoing, createRequestsPage(gateway, incoming)),
  );
  router.get('/dashboard/callbacks', (_incoming, outgoing) =>
    sendPage(outgoing, createCallbacksPage(gateway)),
  );
  router.get('/wallets', (_incoming, outgoing) => sendPage(outgoing, createWalletsPage(gateway)));
  router.get('/wallets/:number', (incoming, outgoing) =>
    sendPage(outgoing, createWalletPage(gateway, incoming.params.number)),
  );
  router.get('/payouts', (_incoming, outgoing) => sendPage(outgoing, createPayoutsPage(gateway)));
  router.get('/settlement.csv', (incoming, outgoing) => sendSettlementFile(gateway, incoming, outgoing));
  router.get('/refunds', (_incoming, outgoing) => sendPage(outgoing, createRefundsPage(gateway)));
  router.use(createScenarioRoutes(gateway));
  router.post('/dashboard/trigger', parseForm, (incoming, outgoing) =>
    triggerEvent(gateway, incoming, outgoing),
  );
  router.post('/dashboard/callbacks/:id/again', (incoming: Request<{ id: string }>, outgoing) =>
    handleResend(gateway, incoming, outgoing),
  );
  router.post(
    '/dashboard/:number/:operation',
    parseForm,
    (incoming: Request<{ number: string; operation: string }>, outgoing) =>
      runOperation(gateway, incoming, outgoing),
  );
  return router;
}

/** Reads an amount that was refused, with the operation that it was typed for. */
function readRefusedAmount(incoming: Request): RefusedAmount | undefined {
  const operation = readQueryParameter(incoming, 'operation');
  const text = readQueryParameter(incoming, 'amount').slice(0, maxMessageLength);
  return operation === '' ? undefined : { operation, text };
}

function sendSettlementFile(gateway: Gateway, incoming: Request, outgoing: Response): void {
  const period = {
    from: Date.parse(readQueryParameter(incoming, 'from')),
    to: Date.parse(readQueryParameter(incoming, 'to')),
  };
  // An invalid date is NaN, for which every comparison is false.
  if (!(period.from < period.to)) {
    outgoing.status(400).type('text').send('The parameters from and to must be dates, such as 2026-11-22.\n');
    return;
  }
  outgoing.attachment('settlement.csv').type('csv');
  Readable.from(createSettlementLines(gateway.ledger, period)).pipe(outgoing);
}

function handleResend(gateway: Gateway, incoming: Request<{ id: string }>, outgoing: Response): void {
  const id = parseRowId(incoming.params.id);
  const callback = id === undefined ? undefined : gateway.ledger.callbacks.find(id);
  if (callback === undefined) return sendPage(outgoing, notFoundPage);
  resendCallback(gateway, callback);
  const { transactionNumber } = callback;
  const query = new URLSearchParams({
    open: transactionNumber,
    message: 'The callback is being sent again.',
  });
  outgoing.redirect(303, `/dashboard?${query.toString()}#detail`);
}
