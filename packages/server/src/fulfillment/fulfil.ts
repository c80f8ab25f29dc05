import type { Engine } from '../engine/payment-context.ts';
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
  engine: Engine,
  payment: Payment,
  { isDecided = false }: { readonly isDecided?: boolean } = {},
): Promise<Payment> {
  const { store, now } = engine;
  const attempts = payment.fulfilment.attempts + 1;
  const fulfilment = { attempts, nextAttemptAt: now() + hookClaimMs };
  const claimedPayment = await store.updatePayment(payment, { fulfilment });
  if (claimedPayment === undefined) return fulfilWhenDue(engine, await reload(engine, payment));
  const call = { hook: toPaidHook(claimedPayment), payment: claimedPayment };
  const hasRun = await runHook(engine, call, { isDecided });
  return hasRun ? withFulfilmentDone(claimedPayment) : reload(engine, claimedPayment);
}

/**
 * Fulfils a payment whose next attempt is due. A failed fulfilment waits for its next attempt, even when the
 * shopper returns earlier.
 */
export function fulfilWhenDue(engine: Engine, payment: Payment): Payment | Promise<Payment> {
  const { state, nextAttemptAt: at } = payment.fulfilment;
  const isDue = state === 'due' && at !== null && at <= engine.now();
  return isDue && mayFulfil(payment) ? fulfil(engine, payment) : payment;
}

async function reload({ store }: Engine, payment: Payment): Promise<Payment> {
  return (await store.findPayment(payment.reference)) ?? payment;
}
