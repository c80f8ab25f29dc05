import { reloadPayment, type PaymentContext } from '../engine/payment-context.ts';
import type { Payment } from '../model/payments/payment.ts';
import { hookLeaseMs } from '../model/schedule.ts';
import { mayFulfill } from './call-order.ts';
import { runHook } from './run-hook.ts';

/**
 * Calls the shop's `onPaid` for a payment whose fulfillment is due, unless its next attempt is later: a failed
 * fulfillment waits, even when the shopper returns earlier. With `isDecided`, an operator has decided about the payment.
 */
export async function fulfillWhenDue(
  context: PaymentContext,
  payment: Payment,
  { isDecided = false }: { readonly isDecided?: boolean } = {},
): Promise<Payment> {
  const { store, now } = context;
  if (payment.fulfillment.state !== 'due' || !(isDecided || mayFulfill(payment))) return payment;
  const calls = await store.listHooks(payment.reference);
  const hook = calls.find(({ name, state }) => name === 'onPaid' && state === 'due');
  if (hook?.nextAttemptAt != null && hook.nextAttemptAt <= now()) {
    const change = { attempts: hook.attempts + 1, nextAttemptAt: now() + hookLeaseMs };
    const leased = await store.commit({ hooks: { change: [{ hook, change }] } });
    if (leased !== undefined)
      await runHook(context, { hook: { ...hook, ...change }, payment }, { isDecided });
  }
  return reloadPayment(context, payment);
}
