import { randomBytes } from 'node:crypto';
import { PgwError } from '@pgw/client';
import type { FieldErrors } from '@pgw/example-pages';
import { Router, type NextFunction, type Request, type Response } from 'express';
import { getClerkName } from './clerks.ts';
import { sendPage, readText, type Office } from './context.ts';
import { redirectWithMessage, takeMessage } from './messages.ts';
import { renderPayoutConfirmation, renderPayoutForm } from './pages/payout-form.ts';
import { renderPayout, renderPayouts } from './pages/payouts.ts';
import { fetchPayoutBalance, refreshPayout, sendPayout, validatePayout } from './send-payout.ts';
import { fetchPayoutBanks } from './payout-banks.ts';
import { type PayoutEntry, readPayout, toPayoutEntry } from './payout-entry.ts';

const section = 'payouts' as const;
const keyPattern = /^[A-Za-z0-9_-]{8,64}$/;

/** The list of payouts, the form for a new payout, and the page of each payout. */
export function createPayoutRoutes(office: Office): Router {
  const { payouts, actions } = office;
  const router = Router();

  router.get('/payouts', (_request, response) => {
    sendPage(response, { title: 'Payouts', section, main: renderPayouts(payouts.list(100)) });
  });

  router.get('/payouts/new', async (request, response) => {
    const payoutToCopy = payouts.find(readText(request.query, 'like'));
    const method = readText(request.query, 'method');
    const entry =
      payoutToCopy === undefined ? readPayout({ method, isLocal: 'yes' }) : toPayoutEntry(payoutToCopy);
    await sendForm(office, response, { entry, errors: {} });
  });

  router.post('/payouts', submitPayout(office));

  router.get('/payouts/:reference', (request, response, next) => {
    const payout = payouts.find(request.params.reference);
    if (payout === undefined) return next();
    const main = renderPayout(payout, {
      actions: actions.list([payout.reference]),
      message: takeMessage(request),
    });
    sendPage(response, { title: `Payout ${payout.reference}`, section, main });
  });

  router.post('/payouts/:reference/refresh', refreshStatus(office));

  return router;
}

function createKey(): string {
  return randomBytes(15).toString('base64url');
}

async function sendForm(
  office: Office,
  response: Response,
  { entry, errors }: { readonly entry: PayoutEntry; readonly errors: FieldErrors },
): Promise<void> {
  const [banks, balance] = await Promise.all([fetchPayoutBanks(office.gateway), fetchPayoutBalance(office)]);
  const isValid = Object.keys(errors).length === 0;
  const main = renderPayoutForm({ entry, errors, banks, balance, key: createKey() });
  const title = isValid ? 'New payout' : 'Check the payout';
  sendPage(response.status(isValid ? 200 : 422), { title, section, main });
}

/** Handles the form, its confirmation page and the payout itself. Each step validates the form again. */
function submitPayout(office: Office) {
  return async (request: Request, response: Response): Promise<void> => {
    const entry = readPayout(request.body);
    const step = readText(request.body, 'step');
    if (step === 'change') return sendForm(office, response, { entry, errors: {} });
    const validated = await validatePayout(office, entry);
    if ('errors' in validated) return sendForm(office, response, { entry, errors: validated.errors });
    const submittedKey = readText(request.body, 'key');
    const key = keyPattern.test(submittedKey) ? submittedKey : createKey();
    if (step !== 'confirmed') {
      const main = renderPayoutConfirmation({
        entry,
        request: validated.request,
        key,
        balance: await fetchPayoutBalance(office),
      });
      return sendPage(response, { title: 'Confirm the payout', section, main });
    }
    const result = await sendPayout(office, {
      request: validated.request,
      key,
      ipAddress: request.socket.remoteAddress ?? '127.0.0.1',
      userAgent: request.headers['user-agent'],
      clerk: getClerkName(request),
    });
    if ('errors' in result) return sendForm(office, response, { entry, errors: result.errors });
    response.redirect(303, `/office/payouts/${result.payout.reference}`);
  };
}

function refreshStatus(office: Office) {
  const { payouts, actions } = office;
  return async (
    request: Request<{ reference: string }>,
    response: Response,
    next: NextFunction,
  ): Promise<void> => {
    const payout = payouts.find(request.params.reference);
    if (payout === undefined) return next();
    const { reference } = payout;
    try {
      const outcome = await refreshPayout(office, payout);
      const url = `/office/payouts/${reference}`;
      if (outcome === 'found') return response.redirect(303, url);
      redirectWithMessage(request, response, {
        url,
        tone: 'warning',
        text: 'The history of the payout wallet does not contain this payout yet. Check again later before you pay out another way.',
      });
    } catch (error) {
      if (!(error instanceof PgwError)) throw error;
      const main = renderPayout(payouts.find(reference) ?? payout, {
        actions: actions.list([reference]),
        problem: error.message,
      });
      sendPage(response.status(502), { title: `Payout ${reference}`, section, main });
    }
  };
}
