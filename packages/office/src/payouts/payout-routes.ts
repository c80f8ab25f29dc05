import { randomBytes } from 'node:crypto';
import { InvalidRequestError, PgwError } from '@pgw/client';
import type { FieldErrors } from '@pgw/pages';
import { getClientAddress, type Operation } from '@pgw/express';
import { Router, type NextFunction, type Request, type Response } from 'express';
import { getClerkName } from '../sign-in/clerks.ts';
import { sendPage, readText, type Office } from '../context.ts';
import { redirectWithMessage, takeMessage } from '../messages.ts';
import { describeRefusal } from '../pages/refusal.ts';
import { renderPayoutConfirmation, renderPayoutForm } from './payout-form.ts';
import { renderPayout, renderPayouts } from './payouts-page.ts';
import {
  type PayoutEntry,
  readPayout,
  toFieldErrors,
  toPayoutEntry,
  toPayoutOptions,
} from './payout-entry.ts';
import { fetchPayoutBalance, fetchPayoutBanks } from './payout-wallet.ts';

const section = 'payouts' as const;
const keyPattern = /^[A-Za-z0-9_-]{8,64}$/;

/** The list of payouts, the form for a new payout, and the page of each payout. */
export function createPayoutRoutes(office: Office): Router {
  const { payouts } = office.checkout.operator;
  const router = Router();

  router.get('/payouts', async (_request, response) => {
    sendPage(response, {
      title: 'Payouts',
      section,
      main: renderPayouts(await payouts.list({ limit: 100 })),
    });
  });

  router.get('/payouts/new', async (request, response) => {
    const payoutToCopy = await payouts.get(readText(request.query, 'like'));
    const method = readText(request.query, 'method');
    const entry =
      payoutToCopy === undefined ? readPayout({ method, isLocal: 'yes' }) : toPayoutEntry(payoutToCopy);
    await sendForm(office, response, { entry, errors: {} });
  });

  router.post('/payouts', submitPayout(office));

  router.get('/payouts/:id', async (request, response, next) => {
    const payout = await payouts.get(request.params.id);
    if (payout === undefined) return next();
    const message = takeMessage(request);
    await sendPayoutPage(office, response, payout, { message });
  });

  router.post('/payouts/:id/refresh', refreshStatus(office));

  return router;
}

function createKey(): string {
  return randomBytes(15).toString('base64url');
}

async function sendPayoutPage(
  office: Office,
  response: Response,
  payout: Operation,
  view: Pick<Parameters<typeof renderPayout>[1], 'message' | 'problem'>,
): Promise<void> {
  const actions = office.actions.list([payout.id]);
  const banks = payout.beneficiary?.method === 'bank' ? await fetchPayoutBanks(office) : [];
  const main = renderPayout(payout, { actions, banks, ...view });
  sendPage(response, { title: `Payout ${payout.reference}`, section, main });
}

async function sendForm(
  office: Office,
  response: Response,
  { entry, errors }: { readonly entry: PayoutEntry; readonly errors: FieldErrors },
): Promise<void> {
  const [banks, balance] = await Promise.all([fetchPayoutBanks(office), fetchPayoutBalance(office)]);
  const isValid = Object.keys(errors).length === 0;
  const main = renderPayoutForm({ entry, errors, banks, balance, key: createKey() });
  const title = isValid ? 'New payout' : 'Check the payout';
  sendPage(response.status(isValid ? 200 : 422), { title, section, main });
}

/** Handles the form, its confirmation page and the payout itself. Each step validates the form again. */
function submitPayout(office: Office) {
  const { payouts } = office.checkout.operator;
  return async (request: Request, response: Response): Promise<void> => {
    const entry = readPayout(request.body);
    const step = readText(request.body, 'step');
    if (step === 'change') return sendForm(office, response, { entry, errors: {} });
    const banks = entry.method === 'bank' ? await fetchPayoutBanks(office) : [];
    const options = {
      ...toPayoutOptions(entry, banks),
      ipAddress: getClientAddress(request),
      userAgent: request.headers['user-agent'],
      returnUrl: `${office.publicUrl}/office/payouts`,
    };
    const submittedKey = readText(request.body, 'key');
    const key = keyPattern.test(submittedKey) ? submittedKey : createKey();
    try {
      await payouts.validate(options);
      if (step !== 'confirmed') {
        const balance = await fetchPayoutBalance(office);
        const warning = office.findPayoutWarning?.(options.beneficiary);
        const view = { entry, amount: options.amount, banks, key, balance, warning };
        const main = renderPayoutConfirmation(view);
        return sendPage(response, { title: 'Confirm the payout', section, main });
      }
      const action = {
        clerk: getClerkName(request),
        text: 'Payout requested',
        subject: key,
        key: `payout:${key}`,
      };
      const { id } = await office.actions.run(action, () => payouts.create(key, options));
      response.redirect(303, `/office/payouts/${id}`);
    } catch (error) {
      if (!(error instanceof InvalidRequestError)) throw error;
      await sendForm(office, response, { entry, errors: toFieldErrors(error.violations, entry, banks) });
    }
  };
}

function refreshStatus(office: Office) {
  const { payouts } = office.checkout.operator;
  return async (request: Request<{ id: string }>, response: Response, next: NextFunction): Promise<void> => {
    const { id } = request.params;
    const payout = await payouts.get(id);
    if (payout === undefined) return next();
    try {
      const { state } = await payouts.sync(id);
      const url = `/office/payouts/${id}`;
      if (state !== 'unknown') return response.redirect(303, url);
      redirectWithMessage(request, response, {
        url,
        tone: 'warning',
        text: 'The history of the payout wallet does not contain this payout yet. Check again later before you pay out another way.',
      });
    } catch (error) {
      if (!(error instanceof PgwError)) throw error;
      await sendPayoutPage(office, response.status(502), payout, { problem: describeRefusal(error) });
    }
  };
}
