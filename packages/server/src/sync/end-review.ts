import type { PaymentContext } from '../engine/payment-context.ts';
import { planHook } from '../fulfillment/plan-hook.ts';
import { releaseWaitingCalls } from '../fulfillment/waiting-calls.ts';
import type { PaymentUpdateChange } from '../model/payments/payment-change.ts';
import type { Payment, PaymentFulfillment } from '../model/payments/payment.ts';
import type { Note } from '../model/payments/timeline.ts';
import { emitUpdate } from './update-events.ts';

/**
 * Ends the review or the reversal of a payment by an operator's decision. `paid` makes the fulfillment due if the payment
 * was not paid before (its fulfillment is `none`), and applies the rule for second payments. `canceled` withholds a due
 * fulfillment, and another payment can then pay the order. Resolves with undefined, without a write, when the payment
 * has changed since it was read.
 */
export async function endReview(
  context: PaymentContext,
  payment: Payment,
  { decision, note }: { readonly decision: 'paid' | 'canceled'; readonly note: Note },
): Promise<Payment | undefined> {
  const stateChangedAt = context.now();
  const { discrepancy } = payment;
  const change: PaymentUpdateChange = {
    state: decision,
    stateChangedAt,
    // From now on, the price is not compared.
    ...(decision === 'paid' && { acceptedAt: stateChangedAt }),
    schedule: { nextQueryAt: null },
    ...(discrepancy !== null && { discrepancy: { ...discrepancy, decidedAt: stateChangedAt } }),
    ...decideFulfillment(payment.fulfillment, decision, stateChangedAt),
  };
  const { report: _none, ...plan } = planHook(context, payment, change);
  const result = await context.store.commitUpdate({
    payment,
    ...plan,
    notes: [note],
    callbacks: [],
    releasesOrder: decision === 'canceled' && payment.fulfillment.state !== 'done',
  });
  if (result === undefined) return undefined;
  await emitUpdate(context, payment, result);
  if (result.payment.transitions !== payment.transitions) context.startDueHooks();
  await releaseWaitingCalls(context, result.payment, { includesFailed: true });
  return result.payment;
}

/** Returns the fulfillment after an operator's decision. An empty object leaves it unchanged. */
function decideFulfillment(
  { state }: PaymentFulfillment,
  decision: 'paid' | 'canceled',
  now: number,
): Pick<PaymentUpdateChange, 'fulfillment'> {
  if (decision === 'canceled')
    return state === 'due' ? { fulfillment: { state: 'withheld', nextAttemptAt: null } } : {};
  if (state === 'none') return { fulfillment: { state: 'due', nextAttemptAt: now } };
  return state === 'due' ? { fulfillment: { nextAttemptAt: now } } : {};
}
