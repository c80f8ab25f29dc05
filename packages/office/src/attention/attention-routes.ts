import { t } from '../language/language.ts';
import { base } from '../scope.ts';
import { PgwError } from '@pgw/protocol';
import {
  maxDescribed,
  type Handler,
  type Office,
  type OfficeRequest,
  type Route,
  type Reply,
} from '../context.ts';
import { describeRefusal } from '../pages/refusal.ts';
import { toPaymentUrl } from '../payments/payment-request.ts';
import { renderAttention } from './attention-page.ts';
import type { DiscrepancyOfOrder } from './discrepancies.ts';
import { maxPayments, readPaymentsNeedingAttention } from './payments-needing-attention.ts';

/**
 * The list of everything that a clerk must act on, and the decisions about what is not on the page of an order: unknown transactions,
 * differences between the shop and the gateway, and a lost history of the store. Each action ends with a redirect, so that a reload does
 * not repeat it.
 */
export const attentionRoutes: readonly Route[] = [
  { method: 'GET', path: '/attention', verb: 'view', handle: showAttention },
  {
    method: 'POST',
    path: '/attention/adopt',
    verb: 'resolve',
    handle: runDecision(async ({ operator }, { form }) => {
      const orderId = form.read('order');
      const options = orderId === '' ? {} : { orderId };
      return toPaymentUrl(await operator.unknownTransactions.adopt(form.read('transaction'), options));
    }),
  },
  {
    method: 'POST',
    path: '/attention/dismiss',
    verb: 'resolve',
    handle: runDecision(async ({ operator }, { form }) => {
      await operator.unknownTransactions.dismiss(form.read('transaction'), { reason: form.read('reason') });
      return `${base()}/attention`;
    }),
  },
  {
    method: 'POST',
    path: '/attention/accept',
    verb: 'resolve',
    handle: runDecision(async ({ operator }, { form }) => {
      const reference = form.read('reference');
      const discrepancies = await operator.discrepancies.list({ reference });
      const discrepancy = discrepancies.find(({ code }) => code === form.read('code'));
      if (discrepancy === undefined)
        throw new PgwError(
          'invalid-request',
          `Payment ${reference} no longer differs from the gateway in this way.`,
        );
      await operator.discrepancies.accept(reference, { code: discrepancy.code, reason: form.read('reason') });
      return `${base()}/attention`;
    }),
  },
  {
    method: 'POST',
    path: '/attention/acknowledge',
    verb: 'resolve',
    handle: runDecision(async ({ operator }) => {
      await operator.history.acknowledgeLoss();
      return `${base()}/attention`;
    }),
  },
];

async function showAttention(office: Office, { message }: OfficeRequest): Promise<Reply> {
  const { operator, checkout, options, account } = office;
  const warnings = (await options.listWarnings?.({ account: account?.id })) ?? [];
  const { problems: healthProblems } = await checkout.health();
  const main = renderAttention({
    ...(await readPaymentsNeedingAttention(office)),
    rejectedCallbacks: await operator.rejectedCallbacks.list(),
    unknownTransactions: await operator.unknownTransactions.list(),
    discrepancies: await readDiscrepancies(office),
    approvals: await operator.approvals.list(),
    warnings: warnings.filter(({ warning = '' }) => warning !== '').slice(0, maxDescribed),
    healthProblems,
    message,
  });
  return { title: t('Needs attention'), section: 'attention', main };
}

async function readDiscrepancies({ operator, checkout }: Office): Promise<DiscrepancyOfOrder[]> {
  const discrepancies = await operator.discrepancies.list({ limit: maxPayments });
  return Promise.all(
    // Payments in the states `review` and `reversed` have rows of their own.
    discrepancies
      .filter(({ code }) => !code.startsWith('payment-'))
      .map(async (discrepancy) => {
        const payment = await checkout.payments.get(discrepancy.reference);
        return { discrepancy, orderId: payment?.orderId };
      }),
  );
}

/** Runs a decision and redirects to the URL that it returns. If it throws `PgwError`, redirects to the list, which shows it. */
function runDecision(decide: (office: Office, request: OfficeRequest) => Promise<string>): Handler {
  return async (office, request) => {
    try {
      const redirect = await decide(office, request);
      return { redirect, message: { tone: 'success', text: t('The decision was recorded.') } };
    } catch (error) {
      if (!(error instanceof PgwError)) throw error;
      return { redirect: `${base()}/attention`, message: { tone: 'warning', ...describeRefusal(error) } };
    }
  };
}
