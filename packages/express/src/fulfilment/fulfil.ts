import type { Fulfilling } from '../payments/store.ts';
import { idsOf, noteOf, type Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { nextFulfilAt } from '../payments/schedule.ts';

/** How long a try is left alone: after that its process is taken for dead, and the sweep tries again. */
export const fulfilClaimMs = 60_000;

/**
 * Hands a paid payment to the shop's `onPaid`, in the transaction that marks it fulfilled.
 *
 * What `onPaid` writes with `tx` takes effect exactly once. What it does elsewhere takes effect at least once: `key`
 * is the same at every try. It never runs twice at a time for one payment. When it throws, nothing is kept and the sweep
 * tries again, until it has failed too often; a payment that it has accepted is never handed over again.
 */
export async function fulfil(engine: Engine, payment: Payment): Promise<Payment> {
  const { store, now } = engine;
  const change = { fulfilAttempts: payment.fulfilAttempts + 1, nextFulfilAt: now() + fulfilClaimMs };
  const claimed = await store.updatePayment(payment, change);
  return claimed === undefined
    ? fulfilWhenDue(engine, await asStored(engine, payment))
    : fulfilClaimed(engine, claimed);
}

/** A fulfilment that has failed waits for its time, however often the shopper comes back meanwhile. */
export function fulfilWhenDue(engine: Engine, payment: Payment): Payment | Promise<Payment> {
  const { state, fulfilment, nextFulfilAt: at } = payment;
  const isDue = state === 'paid' && fulfilment === 'due' && at !== null && at <= engine.now();
  return isDue ? fulfil(engine, payment) : payment;
}

/**
 * As {@link fulfilClaimed}, if the money is still the shop's. While it is on its way back, or in review, the fulfilment waits; where it
 * is gone, it is withheld, and only an operator makes it due again.
 */
export async function fulfilIfPaid(engine: Engine, payment: Payment): Promise<Payment> {
  const { store, now } = engine;
  const { reference, state } = payment;
  if (state === 'paid') return fulfilClaimed(engine, payment);
  // The claim has counted a try that is not made.
  const fulfilAttempts = Math.max(0, payment.fulfilAttempts - 1);
  if (state === 'refunding' || state === 'review') {
    const waiting = { fulfilAttempts, nextFulfilAt: now() + fulfilClaimMs };
    return (await store.updatePayment(payment, waiting)) ?? asStored(engine, payment);
  }
  const text = `The payment was ${state} before onPaid had succeeded: it is not fulfilled unless operator.requeue is called.`;
  const change = { fulfilment: 'withheld', nextFulfilAt: null, fulfilAttempts } as const;
  const withheld = await store.updatePayment(payment, change, noteOf(engine, reference, 'fulfil', text));
  if (withheld === undefined) return asStored(engine, payment);
  engine.emit({ level: 'warn', event: 'fulfilment-withheld', message: text, ids: idsOf(payment) });
  return withheld;
}

/** As {@link fulfil}, for a payment whose try is counted already: one that ends the process has been a try as well. */
export async function fulfilClaimed(engine: Engine, payment: Payment): Promise<Payment> {
  if (payment.fulfilAttempts > engine.limits.fulfilAttempts) return giveUp(engine, payment);
  try {
    const isNew = await engine.store.fulfil(payment, handOver(engine, payment));
    if (!isNew) return await asStored(engine, payment);
  } catch (error) {
    return fulfilmentFailed(engine, payment, error);
  }
  fulfilmentDone(engine, payment);
  return { ...payment, fulfilment: 'done', nextFulfilAt: null, version: payment.version + 1 };
}

/** The note of every fulfilled payment; the audit looks for it. */
export const fulfilledText = 'onPaid has succeeded: the payment is fulfilled.';

/** How the note of `operator.requeue` begins. A payment that an operator requeued may be the second one of its order. */
export const requeuedText = 'Requeued: the fulfilment was';

/** What the store is to run, and to note when it has succeeded. */
export function handOver(engine: Engine, { reference }: Payment): Fulfilling<unknown> {
  return {
    note: noteOf(engine, reference, 'fulfil', fulfilledText),
    work: (due, tx) => reportSlow(engine, due, engine.onPaid(due, { tx, key: due.reference })),
    timeoutMs: engine.limits.fulfilTimeoutMs,
  };
}

/** Emits an event when a handler is still running after `limits.fulfilSlowMs`. */
function reportSlow(
  { limits, emit }: Engine,
  payment: Payment,
  working: void | Promise<void>,
): void | Promise<void> {
  // It was synchronous, and has finished.
  if (working === undefined) return;
  const { fulfilSlowMs, fulfilTimeoutMs } = limits;
  const timer = setTimeout(() => {
    const message =
      `onPaid has been running for ${fulfilSlowMs} ms; after ${fulfilTimeoutMs} ms it is rolled back and counted as a failure. ` +
      'Look for a call without a time limit.';
    emit({ level: 'warn', event: 'fulfilment-slow', message, ids: idsOf(payment) });
  }, fulfilSlowMs);
  timer.unref();
  return Promise.resolve(working).finally(() => clearTimeout(timer));
}

export function fulfilmentDone(engine: Engine, payment: Payment): void {
  const ids = idsOf(payment);
  engine.emit({ level: 'info', event: 'payment-fulfilled', message: 'onPaid has succeeded.', ids });
}

/** Says when it is tried again after `onPaid` has thrown, or that it is not. */
export async function fulfilmentFailed(engine: Engine, payment: Payment, error: unknown): Promise<Payment> {
  const { fulfilAttempts } = payment;
  const { limits, now, random } = engine;
  const isDead = fulfilAttempts >= limits.fulfilAttempts;
  const retryAt = isDead ? null : nextFulfilAt(fulfilAttempts, now(), random);
  const next =
    retryAt === null
      ? 'It is not tried again until operator.requeue is called.'
      : `The next try is at ${new Date(retryAt).toISOString()}.`;
  const text = `onPaid failed (try ${fulfilAttempts} of ${limits.fulfilAttempts}). ${next}`;
  const note = noteOf(engine, payment.reference, 'fulfil', text);
  const change = { nextFulfilAt: retryAt, ...(isDead && { fulfilment: 'dead' as const }) };
  const changed = await engine.store.updatePayment(payment, change, note);
  if (changed === undefined) {
    const current = await asStored(engine, payment);
    const isThisTry = current.fulfilment === 'due' && current.fulfilAttempts === fulfilAttempts;
    // Otherwise it was committed after all, or another process has gone on with it.
    return isThisTry ? fulfilmentFailed(engine, current, error) : current;
  }
  const reason = error instanceof Error ? error.message : 'unknown error';
  const event = isDead ? 'fulfilment-dead' : 'fulfilment-failed';
  engine.emit({ level: 'error', event, message: `${text} It said: ${reason}`, ids: idsOf(payment), error });
  return changed;
}

/** Every try is used up, and the last one never came back. */
async function giveUp(engine: Engine, payment: Payment): Promise<Payment> {
  const { fulfilAttempts } = engine.limits;
  const text =
    `onPaid was tried ${fulfilAttempts} times, and the last try never came back: its process may have ended in it. ` +
    'It is not tried again until operator.requeue is called.';
  const note = noteOf(engine, payment.reference, 'fulfil', text);
  const change = { fulfilment: 'dead', nextFulfilAt: null, fulfilAttempts } as const;
  const changed = await engine.store.updatePayment(payment, change, note);
  if (changed === undefined) return asStored(engine, payment);
  engine.emit({ level: 'error', event: 'fulfilment-dead', message: text, ids: idsOf(payment) });
  return changed;
}

async function asStored({ store }: Engine, payment: Payment): Promise<Payment> {
  return (await store.findPayment(payment.reference)) ?? payment;
}
