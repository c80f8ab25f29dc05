import { Readable } from 'node:stream';
import express, { Router, type Request, type Response } from 'express';
import type { Gateway } from '../../gateway.ts';
import { settlementLines } from '../../settlement-file.ts';
import { isScenarioName } from '../../scenarios.ts';
import { fieldOf, fieldsOf, queryOf } from '../fields.ts';
import { sendPage } from '../page.ts';
import { notFoundPage } from '../payable.ts';
import { act } from './act.ts';
import { scenariosPage } from './scenarios-page.ts';
import { callbacksPage } from './callbacks-page.ts';
import { dashboardQueryOf } from './filters.ts';
import { payoutsPage, refundsPage, walletPage, walletsPage } from './list-pages.ts';
import { transactionsPage } from './transactions-page.ts';

/**
 * Creates the routes of the dashboard. The sandbox has no sign-in: it listens only on this machine, and `refuseForeignRequests`
 * refuses requests from pages of other sites.
 */
export function dashboardRoutes(gateway: Gateway): Router {
  const router = Router();
  const form = express.urlencoded({ extended: false, limit: '20kb' });
  router.get('/dashboard', (incoming, outgoing) =>
    sendPage(
      outgoing,
      transactionsPage(gateway, dashboardQueryOf(incoming), queryOf(incoming, 'message').slice(0, 300)),
    ),
  );
  router.get('/dashboard/callbacks', (_incoming, outgoing) => sendPage(outgoing, callbacksPage(gateway)));
  router.get('/dashboard/scenarios', (_incoming, outgoing) => sendPage(outgoing, scenariosPage(gateway)));
  router.get('/wallets', (_incoming, outgoing) => sendPage(outgoing, walletsPage(gateway)));
  router.get('/wallets/:number', (incoming, outgoing) =>
    sendPage(outgoing, walletPage(gateway, incoming.params.number)),
  );
  router.get('/payouts', (_incoming, outgoing) => sendPage(outgoing, payoutsPage(gateway)));
  router.get('/settlement.csv', (incoming, outgoing) => {
    const period = { from: Date.parse(queryOf(incoming, 'from')), to: Date.parse(queryOf(incoming, 'to')) };
    if (!(period.from < period.to)) {
      outgoing
        .status(400)
        .type('text')
        .send('The parameters from and to must be dates, such as 2026-11-22.\n');
      return;
    }
    outgoing.attachment('settlement.csv').type('csv');
    Readable.from(settlementLines(gateway, period)).pipe(outgoing);
  });
  router.get('/refunds', (_incoming, outgoing) => sendPage(outgoing, refundsPage(gateway)));
  router.post('/dashboard/scenarios', form, (incoming, outgoing) => {
    updateScenarios(gateway, incoming);
    outgoing.redirect(303, '/dashboard/scenarios');
  });
  router.post('/dashboard/callbacks/:id/again', (incoming: Request<{ id: string }>, outgoing) =>
    sendAgain(gateway, incoming, outgoing),
  );
  router.post(
    '/dashboard/:number/:what',
    form,
    (incoming: Request<{ number: string; what: string }>, outgoing) => act(gateway, incoming, outgoing),
  );
  return router;
}

function updateScenarios({ scenarios, tokens }: Gateway, incoming: Request): void {
  if (fieldOf(incoming, 'expire-tokens') !== '') return tokens.expireAll();
  scenarios.clear();
  if (fieldOf(incoming, 'clear') !== '') return;
  for (const name of fieldsOf(incoming, 'scenario').filter(isScenarioName)) scenarios.set(name, true);
}

function sendAgain(
  { ledger, callbacks, settings }: Gateway,
  incoming: Request<{ id: string }>,
  outgoing: Response,
): void {
  const callback = /^\d{1,15}$/.test(incoming.params.id)
    ? ledger.callbacks.find(Number(incoming.params.id))
    : undefined;
  if (callback === undefined) return sendPage(outgoing, notFoundPage);
  const { transactionNumber, tenantId, url, body, status, isWronglySigned } = callback;
  ledger.callbacks.insert({
    transactionNumber,
    tenantId,
    url,
    body,
    status,
    isWronglySigned,
    dueAt: settings.now(),
  });
  callbacks.wake();
  const query = new URLSearchParams({
    open: transactionNumber,
    message: 'The callback is being sent again.',
  });
  outgoing.redirect(303, `/dashboard?${query.toString()}#detail`);
}
