import { updatePayment } from '../engine/change-payment.ts';
import { reloadPayment, type PaymentContext } from '../engine/payment-context.ts';
import type { Payment } from '../model/payments/payment.ts';
import { mayFulfill } from './call-order.ts';
import { toPaidHook } from '../model/hook.ts';
import { hookLeaseMs } from '../model/schedule.ts';
import { runHook, withFulfillmentDone } from './run-hook.ts';

/**
 * Calls the shop's `onPaid` for a payment whose fulfillment is due. The attempt is first counted in a separate
 * transaction. After a success, `onPaid` is never called again for the payment. With `isDecided`, an operator has decided
 * that it is called in any state of the payment.
 */
export async function fulfill(
  context: PaymentContext,
  payment: Payment,
  { isDecided = false }: { readonly isDecided?: boolean } = {},
): Promise<Payment> {
  const { now } = context;
  const attempts = payment.fulfillment.attempts + 1;
  const fulfillment = { attempts, nextAttemptAt: now() + hookLeaseMs };
  const leasedPayment = await updatePayment(context, payment, { fulfillment });
  if (leasedPayment === undefined) return fulfillWhenDue(context, await reloadPayment(context, payment));
  const call = { hook: toPaidHook(leasedPayment), payment: leasedPayment };
  const hasRun = await runHook(context, call, { isDecided });
  return hasRun ? withFulfillmentDone(leasedPayment) : reloadPayment(context, leasedPayment);
}

/**
 * Fulfills a payment whose next attempt is due. A failed fulfillment waits for its next attempt, even when the
 * shopper returns earlier.
 */
export function fulfillWhenDue(context: PaymentContext, payment: Payment): Payment | Promise<Payment> {
  const { state, nextAttemptAt: at } = payment.fulfillment;
  const isDue = state === 'due' && at !== null && at <= context.now();
  return isDue && mayFulfill(payment) ? fulfill(context, payment) : payment;
}
