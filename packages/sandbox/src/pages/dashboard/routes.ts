import { Readable } from 'node:stream';
import { maxIssuedNumberLength } from '@pgw/protocol/internal';
import express, { Router, type Request, type Response } from 'express';
import { findTenant, type Gateway } from '../../gateway.ts';
import { createSettlementLines } from '../../ledger/payments/settlement-file.ts';
import { isOutdated, parseRowId, readField, readQueryParameter } from '../fields.ts';
import { sendPage, type Page } from '../page.ts';
import { readMessage, toUrlWithMessage } from './message.ts';
import { readRefusedForm } from './operations/amount-field.ts';
import { runOperation } from './operations/run-operation.ts';
import { triggerEvent } from './operations/trigger.ts';
import { sendEvents } from './activity/events.ts';
import { createRequestsPage } from './requests-page.ts';
import { createResetPage, resetPath, resetSandbox } from './reset-page.ts';
import { createScenarioRoutes } from './scenarios/scenario-routes.ts';
import { readDashboardQuery, readListParameters } from './filters.ts';
import {
  createCallbacksPage,
  createPayoutsPage,
  createRefundsPage,
  createWalletPage,
  createWalletsPage,
} from './list-pages.ts';
import { createTransactionsPage } from './transactions-page.ts';

/** The sandbox has no sign-in: it listens only on this machine, and refuses requests from other sites. */
export function createDashboardRoutes(gateway: Gateway): Router {
  const router = Router();
  const parseForm = express.urlencoded({ extended: false, limit: '20kb' });
  const addPage = (path: string, create: (incoming: Request) => Page): void => {
    router.get(path, (incoming, outgoing) => sendPage(outgoing, create(incoming)));
  };
  router.get('/dashboard', (incoming, outgoing) => showTransactions(gateway, incoming, outgoing));
  router.get('/dashboard/events', (incoming, outgoing) => sendEvents(gateway, incoming, outgoing));
  addPage('/dashboard/requests', (incoming) => createRequestsPage(gateway, incoming));
  addPage('/dashboard/callbacks', (incoming) => createCallbacksPage(gateway, readMessage(incoming)));
  addPage('/wallets', () => createWalletsPage(gateway));
  addPage('/wallets/:number', (incoming) => createWalletPage(gateway, String(incoming.params['number'])));
  addPage('/payouts', () => createPayoutsPage(gateway));
  addPage('/refunds', () => createRefundsPage(gateway));
  addPage(resetPath, () => createResetPage(gateway));
  router.post(resetPath, (_incoming, outgoing) => resetSandbox(gateway, outgoing));
  router.get('/settlement.csv', (incoming, outgoing) => sendSettlementFile(gateway, incoming, outgoing));
  router.use(createScenarioRoutes(gateway));
  router.post('/dashboard/trigger', parseForm, (incoming, outgoing) =>
    triggerEvent(gateway, incoming, outgoing),
  );
  router.post('/dashboard/callbacks/:id/again', parseForm, (incoming: Request<{ id: string }>, outgoing) =>
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

/** `GET /dashboard`: shows the transactions. The number of a payout leads to the page of the payout. */
function showTransactions(gateway: Gateway, incoming: Request, outgoing: Response): void {
  const query = readDashboardQuery(incoming);
  const payout = gateway.ledger.payoutTable.find(query.shownNumber);
  if (payout !== undefined) return outgoing.redirect(303, `/payout/${payout.transactionNumber}`);
  const result = { message: readMessage(incoming), refused: readRefusedForm(incoming) };
  sendPage(outgoing, createTransactionsPage(gateway, query, result));
}

function sendSettlementFile(gateway: Gateway, incoming: Request, outgoing: Response): void {
  const period = {
    from: Date.parse(readQueryParameter(incoming, 'from')),
    to: Date.parse(readQueryParameter(incoming, 'to')),
    merchantId: readQueryParameter(incoming, 'merchant') || undefined,
  };
  // An invalid date is NaN, for which every comparison is false.
  if (!(period.from < period.to)) {
    outgoing.status(400).type('text').send('The parameters from and to must be dates, such as 2026-11-22.\n');
    return;
  }
  if (period.merchantId !== undefined && findTenant(gateway, period.merchantId) === undefined) {
    outgoing.status(404).type('text').send('The sandbox has no merchant with this ID.\n');
    return;
  }
  outgoing.attachment('settlement.csv').type('csv');
  Readable.from(createSettlementLines(gateway.ledger, period)).pipe(outgoing);
}

function handleResend(gateway: Gateway, incoming: Request<{ id: string }>, outgoing: Response): void {
  const id = parseRowId(incoming.params.id);
  const callback = id === undefined ? undefined : gateway.ledger.callbacks.find(id);
  if (callback === undefined) {
    const message = `The sandbox has no callback ${incoming.params.id.slice(0, maxIssuedNumberLength)}. Nothing was sent.`;
    return sendPage(outgoing, { ...createCallbacksPage(gateway, message), status: 404 });
  }
  const { transactionNumber } = callback;
  const count = gateway.ledger.callbacks.listBy({ transactionNumber }).length;
  const hasNewCallback = isOutdated(readField(incoming, 'seen'), count);
  if (!hasNewCallback) gateway.ledger.repeatCallback(callback);
  const message = hasNewCallback
    ? 'A callback was added since this page was shown, for example by a double click. No further one was sent.'
    : 'The callback is being sent again.';
  const url =
    readField(incoming, 'page') === 'callbacks'
      ? toUrlWithMessage('/dashboard/callbacks', message)
      : `${toUrlWithMessage('/dashboard', message, { ...readListParameters(incoming), open: transactionNumber })}#detail`;
  outgoing.redirect(303, url);
}
