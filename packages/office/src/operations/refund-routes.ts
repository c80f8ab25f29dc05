import { t } from '../language/language.ts';
import { base } from '../scope.ts';
import type { Inspection } from '@pgw/server/operator';
import { toPerson, type Office, type Reply } from '../context.ts';
import { needsSecondClerk } from '../approvals/second-clerk.ts';
import {
  calculateRefundableAmount,
  getChargedAmount,
  hasPendingRefund,
  isFulfillmentDone,
  isPaidTwice,
} from '../payments/payment-state.ts';
import {
  showActionError,
  showProblem,
  toPaymentUrl,
  type PaymentRequest,
} from '../payments/payment-request.ts';
import { renderRefundConfirmation } from './refund-confirmation.ts';
import { readRefund, validateRefund, type RefundEntry } from './refund-entry.ts';

/** Handles the form of a refund, shows the question whether to make it, and handles the answer. Each step validates the form again. */
export async function confirmRefund(
  office: Office,
  { inspection, form }: PaymentRequest,
): Promise<Reply | undefined> {
  const { payment } = inspection;
  const entry = readRefund(payment.reference, form);
  const step = form.read('step');
  if (step === 'change') return showProblem(office, payment, { refund: entry, errors: {} });
  if (isRefundImpossible(inspection, entry)) return { redirect: getRefundsUrl(inspection) };
  const refundableAmount = calculateRefundableAmount(inspection);
  const result = validateRefund(entry, { ...payment, amount: refundableAmount });
  if ('errors' in result) return showProblem(office, payment, { refund: entry, errors: result.errors });
  const { amount = refundableAmount } = result;
  const needsApproval = needsSecondClerk(office, amount + getChargedAmount(inspection) - refundableAmount);
  // The remaining amount may have changed since the question.
  if (step !== 'confirmed' || form.read('sum') !== String(amount))
    return showQuestion(office, { inspection, entry, amount, needsApproval });
  try {
    return await createRefund(office, { inspection, entry, amount, needsApproval });
  } catch (error) {
    return showActionError(office, payment, { error });
  }
}

interface NewRefund {
  readonly inspection: Inspection;
  readonly entry: RefundEntry;
  /** In sen. */
  readonly amount: number;
  /** Whether another clerk must approve it. */
  readonly needsApproval: boolean;
}

async function showQuestion({ checkout }: Office, refund: NewRefund): Promise<Reply> {
  const { payment } = refund.inspection;
  const payments = await checkout.payments.list({ orderId: payment.orderId });
  const second = isFulfillmentDone(payment)
    ? payments.find((other) => isPaidTwice(other, payments))?.reference
    : undefined;
  const refundableAmount = calculateRefundableAmount(refund.inspection);
  const main = renderRefundConfirmation({ ...refund, payment, refundableAmount, second });
  return { title: t('Confirm the refund'), section: 'payments', main };
}

async function createRefund(
  { operator, options, account, clerk }: Office,
  { inspection: { payment }, entry, amount, needsApproval }: NewRefund,
): Promise<Reply> {
  const { reference, orderId } = payment;
  const { key, reason } = entry;
  if (needsApproval) {
    await operator.approvals.request(key, { refund: { reference, amount, reason }, by: toPerson(clerk) });
    return {
      redirect: toPaymentUrl(payment),
      message: { tone: 'success', text: t('The refund waits for the approval of another clerk.') },
    };
  }
  await options.onRefundRequest?.({ orderId, id: key }, { account: account?.id });
  await operator.refunds.create(key, { reference, reason, amount });
  return { redirect: `${base()}/orders/${encodeURIComponent(orderId)}#refunds-${reference}` };
}

/**
 * True when the refund was requested already, or another refund has no outcome yet. The order page shows both. Only an
 * older page can still contain the form.
 */
function isRefundImpossible(inspection: Inspection, { key }: RefundEntry): boolean {
  return inspection.refunds.some(({ id }) => id === key) || hasPendingRefund(inspection);
}

function getRefundsUrl({ payment: { orderId, reference } }: Inspection): string {
  return `${base()}/orders/${encodeURIComponent(orderId)}#refunds-${reference}`;
}
