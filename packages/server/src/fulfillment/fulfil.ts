import type { PaymentContext } from '../engine/payment-context.ts';
import type { Payment } from '../model/payments/payment.ts';
import { mayFulfil } from './call-order.ts';
import { toPaidHook } from '../model/hook.ts';
import { hookClaimMs, runHook, withFulfilmentDone } from './run-hook.ts';

/**
 * Calls the shop's `onPaid` for a payment whose fulfilment is due. The attempt is first counted in a separate
 * transaction. After a success, `onPaid` is never called again for the payment. With `isDecided`, an operator has decided
 * that it is called in any state of the payment.
 */
export async function fulfil(
  context: PaymentContext,
  payment: Payment,
  { isDecided = false }: { readonly isDecided?: boolean } = {},
): Promise<Payment> {
  const { store, now } = context;
  const attempts = payment.fulfilment.attempts + 1;
  const fulfilment = { attempts, nextAttemptAt: now() + hookClaimMs };
  const claimedPayment = await store.updatePayment(payment, { fulfilment });
  if (claimedPayment === undefined) return fulfilWhenDue(context, await reload(context, payment));
  const call = { hook: toPaidHook(claimedPayment), payment: claimedPayment };
  const hasRun = await runHook(context, call, { isDecided });
  return hasRun ? withFulfilmentDone(claimedPayment) : reload(context, claimedPayment);
}

/**
 * Fulfils a payment whose next attempt is due. A failed fulfilment waits for its next attempt, even when the
 * shopper returns earlier.
 */
export function fulfilWhenDue(context: PaymentContext, payment: Payment): Payment | Promise<Payment> {
  const { state, nextAttemptAt: at } = payment.fulfilment;
  const isDue = state === 'due' && at !== null && at <= context.now();
  return isDue && mayFulfil(payment) ? fulfil(context, payment) : payment;
}

async function reload({ store }: PaymentContext, payment: Payment): Promise<Payment> {
  return (await store.findPayment(payment.reference)) ?? payment;
}
