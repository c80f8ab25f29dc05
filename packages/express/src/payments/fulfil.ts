import { idsOf, type Engine } from './engine.ts';
import type { Payment } from './payment.ts';
import { nextFulfilAt } from './schedule.ts';

/**
 * Hands a paid payment to the shop's `onPaid`, in the transaction that marks it fulfilled.
 *
 * What `onPaid` writes with `tx` takes effect exactly once. What it does elsewhere takes effect at least once: `key`
 * is the same at every try. When it throws, nothing is kept and the sweep tries again; a payment that it has accepted
 * is never handed over again.
 */
export async function fulfil(engine: Engine, payment: Payment): Promise<Payment> {
  const { store, onPaid } = engine;
  try {
    const isNew = await store.fulfil(payment.reference, (due, tx) => onPaid(due, { tx, key: due.reference }));
    if (isNew) {
      const ids = idsOf(payment);
      engine.emit({ level: 'info', event: 'payment-fulfilled', message: 'onPaid has succeeded.', ids });
    }
  } catch (error) {
    await postpone(engine, payment, error);
  }
  return (await store.findPayment(payment.reference)) ?? payment;
}

async function postpone(engine: Engine, payment: Payment, error: unknown): Promise<void> {
  const current = (await engine.store.findPayment(payment.reference)) ?? payment;
  const fulfilAttempts = current.fulfilAttempts + 1;
  const retryAt = nextFulfilAt(fulfilAttempts, engine.now());
  await engine.store.updatePayment(current, { fulfilAttempts, nextFulfilAt: retryAt });
  const message =
    `onPaid failed (try ${fulfilAttempts}): ${error instanceof Error ? error.message : 'unknown error'}. ` +
    `The payment stays paid; the next try is at ${new Date(retryAt).toISOString()}.`;
  engine.emit({ level: 'error', event: 'fulfilment-failed', message, ids: idsOf(payment), error });
}
