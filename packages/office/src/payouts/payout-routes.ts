import type { FieldErrors } from '@pgw/pages';
import { t } from '../language/language.ts';
import { base, may } from '../scope.ts';
import { InvalidRequestError, PgwError } from '@pgw/protocol';
import type { Operation } from '@pgw/server';
import { needsSecondClerk } from '../approvals/second-clerk.ts';
import { toPerson, type Office, type OfficeRequest, type Route, type Reply } from '../context.ts';
import { createForm } from '../http/forms.ts';
import { describeRefusal } from '../pages/refusal.ts';
import { createKey } from '../payments/order-detail.ts';
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
export const payoutRoutes: readonly Route[] = [
  { method: 'GET', path: '/payouts', verb: 'view', handle: showPayouts },
  { method: 'GET', path: '/payouts/new', verb: 'payout', handle: showNewPayout },
  { method: 'POST', path: '/payouts', verb: 'payout', handle: submitPayout },
  { method: 'GET', path: '/payouts/:id', verb: 'view', handle: showPayout },
  { method: 'POST', path: '/payouts/:id/refresh', verb: 'view', handle: refreshStatus },
  { method: 'POST', path: '/payouts/:id/copy', verb: 'payout', handle: copyPayout },
  { method: 'POST', path: '/payouts/:id/reveal', verb: 'reveal', handle: revealBeneficiary },
];

async function showPayouts({ operator }: Office): Promise<Reply> {
  const main = renderPayouts(await operator.payouts.list({ limit: 100 }));
  return { title: t('Payouts'), section, main };
}

async function showNewPayout(office: Office, { query }: OfficeRequest): Promise<Reply> {
  const values: Readonly<Record<string, string>> = { method: query.get('method') ?? '', isLocal: 'yes' };
  return showForm(office, { entry: readPayout(createForm((name) => values[name])), errors: {} });
}

async function copyPayout(office: Office, { params }: OfficeRequest): Promise<Reply | undefined> {
  const payout = await office.operator.payouts.get(params['id'] ?? '');
  if (payout === undefined) return undefined;
  return showForm(office, { entry: toPayoutEntry(payout, await revealToCopy(office, payout)), errors: {} });
}

/** Undefined if the clerk may not see the beneficiary, it was deleted, or no key decrypts it. */
async function revealToCopy({ operator }: Office, { id, beneficiary }: Operation) {
  if (beneficiary === null || !may('reveal')) return undefined;
  try {
    return await operator.payouts.reveal(id, { reason: t('Copied to a new payout') });
  } catch (error) {
    if (error instanceof InvalidRequestError) return undefined;
    throw error;
  }
}

async function showPayout(office: Office, { params, message }: OfficeRequest): Promise<Reply | undefined> {
  const payout = await office.operator.payouts.get(params['id'] ?? '');
  if (payout !== undefined) return showPayoutPage(office, payout, { message });
  // A request that no second clerk has approved has no page of its own.
  const approval = await office.operator.approvals.get(params['id'] ?? '');
  return approval?.kind === 'payout' ? { redirect: `${base()}/approvals`, message } : undefined;
}

/** Shows the number and the name of a beneficiary in this response only. Its timeline has the clerk and the reason. */
async function revealBeneficiary(
  office: Office,
  { params, form }: OfficeRequest,
): Promise<Reply | undefined> {
  const { payouts } = office.operator;
  const payout = await payouts.get(params['id'] ?? '');
  if (payout === undefined) return undefined;
  try {
    const revealed = await payouts.reveal(payout.id, { reason: form.read('reason') });
    return await showPayoutPage(office, payout, { revealed });
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return showPayoutPage(office, payout, { problem: describeRefusal(error), status: 422 });
  }
}

async function showPayoutPage(
  office: Office,
  payout: Operation,
  {
    status = 502,
    ...view
  }: Pick<Parameters<typeof renderPayout>[1], 'message' | 'problem' | 'revealed'> & {
    readonly status?: number;
  },
): Promise<Reply> {
  const timeline = await office.operator.payouts.timeline(payout.id);
  const banks = payout.beneficiary?.method === 'bank' ? await fetchPayoutBanks(office) : [];
  const main = renderPayout(payout, { timeline, banks, ...view });
  return {
    title: t`Payout ${payout.reference}`,
    section,
    main,
    status: view.problem === undefined ? 200 : status,
  };
}

async function showForm(
  office: Office,
  { entry, errors }: { readonly entry: PayoutEntry; readonly errors: FieldErrors },
): Promise<Reply> {
  const [banks, balance] = await Promise.all([fetchPayoutBanks(office), fetchPayoutBalance(office)]);
  const isValid = Object.keys(errors).length === 0;
  const main = renderPayoutForm({ entry, errors, banks, balance, key: createKey() });
  const title = isValid ? t('New payout') : t('Check the payout');
  return { title, section, main, status: isValid ? 200 : 422 };
}

/** Handles the form, its confirmation page and the payout itself. Each step validates the form again. */
async function submitPayout(
  office: Office,
  { form, clientAddress, userAgent, origin }: OfficeRequest,
): Promise<Reply> {
  const { payouts, approvals } = office.operator;
  const entry = readPayout(form);
  const step = form.read('step');
  if (step === 'change') return showForm(office, { entry, errors: {} });
  const banks = entry.method === 'bank' ? await fetchPayoutBanks(office) : [];
  const options = {
    ...toPayoutOptions(entry, banks),
    ipAddress: clientAddress,
    userAgent,
    returnUrl: `${origin}${base()}/payouts`,
  };
  const submittedKey = form.read('key');
  const key = keyPattern.test(submittedKey) ? submittedKey : createKey();
  const needsApproval = needsSecondClerk(office, options.amount);
  try {
    await payouts.validate(options);
    if (step !== 'confirmed') {
      const balance = await fetchPayoutBalance(office);
      const warning = office.options.findPayoutWarning?.(options.beneficiary);
      const view = { entry, amount: options.amount, banks, key, balance, warning, needsApproval };
      return { title: t('Confirm the payout'), section, main: renderPayoutConfirmation(view) };
    }
    if (!needsApproval) {
      const { id } = await payouts.create(key, options);
      return { redirect: `${base()}/payouts/${id}` };
    }
    await approvals.request(key, { payout: options, by: toPerson(office.clerk) });
    const text = t('The payout waits for the approval of another clerk.');
    return { redirect: `${base()}/approvals`, message: { tone: 'success', text } };
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return showForm(office, { entry, errors: toFieldErrors(error.violations, entry, banks) });
  }
}

async function refreshStatus(office: Office, { params }: OfficeRequest): Promise<Reply | undefined> {
  const { payouts } = office.operator;
  const id = params['id'] ?? '';
  const payout = await payouts.get(id);
  if (payout === undefined) return undefined;
  try {
    const { state } = await payouts.sync(id);
    const redirect = `${base()}/payouts/${id}`;
    if (state !== 'unknown') return { redirect };
    const text = t(
      'The history of the payout wallet does not contain this payout yet. Check again later before you pay out another way.',
    );
    return { redirect, message: { tone: 'warning', text } };
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    return showPayoutPage(office, payout, { problem: describeRefusal(error) });
  }
}
