import { idsOf, noteOf, type Engine } from './engine.ts';
import type { Payment } from './payment.ts';
import { nextFulfilAt } from './schedule.ts';

/**
 * Hands a paid payment to the shop's `onPaid`, in the transaction that marks it fulfilled.
 *
 * What `onPaid` writes with `tx` takes effect exactly once. What it does elsewhere takes effect at least once: `key`
 * is the same at every try. It never runs twice at a time for one payment. When it throws, nothing is kept and the sweep
 * tries again, until it has failed too often; a payment that it has accepted is never handed over again.
 */
export async function fulfil(engine: Engine, payment: Payment): Promise<Payment> {
  const { store, onPaid } = engine;
  const note = noteOf(engine, payment.reference, 'fulfil', 'onPaid has succeeded: the payment is fulfilled.');
  try {
    const isNew = await store.fulfil(payment.reference, note, (due, tx) =>
      onPaid(due, { tx, key: due.reference }),
    );
    if (isNew) {
      const ids = idsOf(payment);
      engine.emit({ level: 'info', event: 'payment-fulfilled', message: 'onPaid has succeeded.', ids });
      return { ...payment, fulfilment: 'done', nextFulfilAt: null, version: payment.version + 1 };
    }
  } catch (error) {
    await postpone(engine, payment, error);
  }
  return (await store.findPayment(payment.reference)) ?? payment;
}

async function postpone(engine: Engine, payment: Payment, error: unknown): Promise<void> {
  const current = (await engine.store.findPayment(payment.reference)) ?? payment;
  // Another process has succeeded, or has counted this failure's version away, meanwhile.
  if (current.fulfilment !== 'due') return;
  const fulfilAttempts = current.fulfilAttempts + 1;
  const isDead = fulfilAttempts >= engine.limits.fulfilAttempts;
  const retryAt = isDead ? null : nextFulfilAt(fulfilAttempts, engine.now(), engine.random);
  const next =
    retryAt === null
      ? 'It is not tried again until operator.requeue is called.'
      : `The next try is at ${new Date(retryAt).toISOString()}.`;
  const text = `onPaid failed (try ${fulfilAttempts} of ${engine.limits.fulfilAttempts}). ${next}`;
  const note = noteOf(engine, payment.reference, 'fulfil', text);
  const change = { fulfilAttempts, nextFulfilAt: retryAt, ...(isDead && { fulfilment: 'dead' as const }) };
  await engine.store.updatePayment(current, change, note);
  const reason = error instanceof Error ? error.message : 'unknown error';
  const event = isDead ? 'fulfilment-dead' : 'fulfilment-failed';
  engine.emit({ level: 'error', event, message: `${text} It said: ${reason}`, ids: idsOf(payment), error });
}
