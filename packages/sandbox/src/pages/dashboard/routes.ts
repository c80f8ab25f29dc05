import { Readable } from 'node:stream';
import express, { Router, type Request, type Response } from 'express';
import type { Gateway } from '../../gateway.ts';
import { settlementLines } from '../../settlement-file.ts';
import { isScenarioName } from '../../scenarios.ts';
import { fieldOf, fieldsOf, queryOf } from '../fields.ts';
import { sendPage } from '../page.ts';
import { lostPage } from '../payable.ts';
import { act } from './act.ts';
import { behaviourPage } from './behaviour-page.ts';
import { callbacksPage } from './callbacks-page.ts';
import { dashboardQueryOf } from './filters.ts';
import { payoutsPage, refundsPage, walletPage, walletsPage } from './list-pages.ts';
import { transactionsPage } from './transactions-page.ts';

/** The dashboard. It has no sign-in, as the sandbox has none: it listens on this machine only, and `refuseForeignRequests` keeps other sites' pages away. */
export function dashboardRoutes(gateway: Gateway): Router {
  const router = Router();
  const form = express.urlencoded({ extended: false, limit: '20kb' });
  router.get('/dashboard', (incoming, outgoing) =>
    sendPage(
      outgoing,
      transactionsPage(gateway, dashboardQueryOf(incoming), queryOf(incoming, 'did').slice(0, 300)),
    ),
  );
  router.get('/dashboard/callbacks', (_incoming, outgoing) => sendPage(outgoing, callbacksPage(gateway)));
  router.get('/dashboard/behaviour', (_incoming, outgoing) => sendPage(outgoing, behaviourPage(gateway)));
  router.get('/wallets', (_incoming, outgoing) => sendPage(outgoing, walletsPage(gateway)));
  router.get('/wallets/:number', (incoming, outgoing) =>
    sendPage(outgoing, walletPage(gateway, incoming.params.number)),
  );
  router.get('/payouts', (_incoming, outgoing) => sendPage(outgoing, payoutsPage(gateway)));
  router.get('/settlement.csv', (incoming, outgoing) => {
    const period = { from: Date.parse(queryOf(incoming, 'from')), to: Date.parse(queryOf(incoming, 'to')) };
    if (!(period.from < period.to)) {
      outgoing.status(400).type('text').send('Give from and to as dates, such as 2026-11-22.\n');
      return;
    }
    outgoing.attachment('settlement.csv').type('csv');
    Readable.from(settlementLines(gateway, period)).pipe(outgoing);
  });
  router.get('/refunds', (_incoming, outgoing) => sendPage(outgoing, refundsPage(gateway)));
  router.post('/dashboard/behaviour', form, (incoming, outgoing) => {
    switchBehaviour(gateway, incoming);
    outgoing.redirect(303, '/dashboard/behaviour');
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

function switchBehaviour({ scenarios, tokens }: Gateway, incoming: Request): void {
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
  if (callback === undefined) return sendPage(outgoing, lostPage);
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
  const query = new URLSearchParams({ open: transactionNumber, did: 'The callback is on its way again.' });
  outgoing.redirect(303, `/dashboard?${query.toString()}#detail`);
}
