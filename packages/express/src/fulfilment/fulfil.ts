import { getPaymentFacts } from '../events/facts.ts';
import { createNote, type Engine } from '../payments/engine.ts';
import { isDisputed } from '../payments/discrepancy.ts';
import type { Payment } from '../payments/payment.ts';
import { toPaidHook, type HookOfPayment } from './hook.ts';
import { hookClaimMs, runHook, withFulfilmentDone } from './run-hook.ts';

/** The texts of earlier versions, which a store can still contain. */
export const earlierFulfilledText = 'onPaid has succeeded: the payment is fulfilled.';
export const earlierRequeuedText = 'Requeued: the fulfilment was';

/**
 * The first words of the note of `operator.requeue`. The audit searches for them, because a requeued payment
 * may be the second fulfilled payment of its order.
 */
export const requeuedText = 'Fulfilment started again';

/** Returns the text of the note of `operator.requeue`. */
export function createRequeuedText(previousState: 'dead' | 'withheld'): string {
  return `${requeuedText} after it was ${previousState === 'dead' ? 'ended by too many failures' : 'withheld'}.`;
}

/**
 * Calls the shop's `onPaid` for a payment whose fulfilment is due. The attempt is first counted in a separate
 * transaction. After a success, `onPaid` is never called again for the payment.
 */
export async function fulfil(engine: Engine, payment: Payment): Promise<Payment> {
  const { store, now } = engine;
  const attempts = payment.fulfilment.attempts + 1;
  const fulfilment = { attempts, nextAttemptAt: now() + hookClaimMs };
  const claimedPayment = await store.updatePayment(payment, { fulfilment });
  if (claimedPayment === undefined) return fulfilWhenDue(engine, await reload(engine, payment));
  const hasRun = await runHook(engine, { hook: toPaidHook(claimedPayment), payment: claimedPayment });
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

/** True for a paid payment that the gateway's record does not contradict. */
function mayFulfil(payment: Payment): boolean {
  return payment.state === 'paid' && !isDisputed(payment);
}

/**
 * Calls `onPaid` if the payment is still paid. While the payment is being refunded, reversed or checked, the fulfilment
 * waits. After a refund the fulfilment is withheld, and only an operator can make it due again.
 */
export async function fulfilIfPaid(engine: Engine, { hook, payment }: HookOfPayment): Promise<void> {
  const { store, now } = engine;
  const { reference, state } = payment;
  if (mayFulfil(payment)) return void (await runHook(engine, { hook, payment }));
  // The claim has counted an attempt that is not made.
  const attempts = Math.max(0, hook.attempts - 1);
  if (isDisputed(payment) || state === 'refunding' || state === 'review' || state === 'reversed') {
    await store.updateHook(hook, { attempts, nextAttemptAt: now() + hookClaimMs });
    return;
  }
  const text = `The payment was ${state} before its order was fulfilled. The order is fulfilled only if an operator requeues the payment.`;
  const change = { state: 'withheld', attempts, nextAttemptAt: null } as const;
  const isWithheld = await store.updateHook(hook, change, createNote(engine, reference, 'fulfil', text));
  if (!isWithheld) return;
  const facts = { ...getPaymentFacts(payment), payingReference: null };
  engine.emit({ level: 'error', event: 'fulfilment-withheld', message: text, ...facts });
}

async function reload({ store }: Engine, payment: Payment): Promise<Payment> {
  return (await store.findPayment(payment.reference)) ?? payment;
}
