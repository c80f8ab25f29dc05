import { getErrorMessage } from '../error-message.ts';
import type { FulfilmentWork } from '../payments/store.ts';
import { getLogIds, createNote, type Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { computeNextAttemptAt } from '../payments/schedule.ts';

/**
 * After this time without a result, the process of an attempt is assumed to have ended, and the fulfilment is
 * retried.
 */
export const fulfilClaimMs = 60_000;

/**
 * Calls the shop's `onPaid` for a paid payment, in the transaction that marks the payment fulfilled.
 *
 * Writes of `onPaid` with `tx` take effect exactly once. Its other effects happen at least once. `key` is the
 * same for every attempt. `onPaid` never runs twice at the same time for one payment. When `onPaid` throws,
 * its writes are rolled back. It is called again later, until `limits.fulfilAttempts` is reached. After a
 * success, it is never called again for the payment.
 */
export async function fulfil(engine: Engine, payment: Payment): Promise<Payment> {
  const { store, now } = engine;
  const attempts = payment.fulfilment.attempts + 1;
  const fulfilment = { attempts, nextAttemptAt: now() + fulfilClaimMs };
  const claimedPayment = await store.updatePayment(payment, { fulfilment });
  return claimedPayment === undefined
    ? fulfilWhenDue(engine, await reload(engine, payment))
    : fulfilClaimed(engine, claimedPayment);
}

/**
 * Fulfils a payment whose next attempt is due. A failed fulfilment waits for its next attempt, even when the
 * shopper returns earlier.
 */
export function fulfilWhenDue(engine: Engine, payment: Payment): Payment | Promise<Payment> {
  const { state, nextAttemptAt: at } = payment.fulfilment;
  const isDue = payment.state === 'paid' && state === 'due' && at !== null && at <= engine.now();
  return isDue ? fulfil(engine, payment) : payment;
}

/**
 * Calls {@link fulfilClaimed} if the payment is still paid. While the payment is being refunded or in review,
 * the fulfilment waits. After a refund the fulfilment is withheld, and only an operator can make it due
 * again.
 */
export async function fulfilIfPaid(engine: Engine, payment: Payment): Promise<Payment> {
  const { store, now } = engine;
  const { reference, state } = payment;
  if (state === 'paid') return fulfilClaimed(engine, payment);
  // The claim has counted an attempt that is not made.
  const attempts = Math.max(0, payment.fulfilment.attempts - 1);
  if (state === 'refunding' || state === 'review') {
    const fulfilment = { attempts, nextAttemptAt: now() + fulfilClaimMs };
    return (await store.updatePayment(payment, { fulfilment })) ?? reload(engine, payment);
  }
  const text = `The payment was ${state} before its order was fulfilled. The order is fulfilled only if an operator requeues the payment.`;
  const change = { fulfilment: { state: 'withheld', attempts, nextAttemptAt: null } } as const;
  const withheldPayment = await store.updatePayment(
    payment,
    change,
    createNote(engine, reference, 'fulfil', text),
  );
  if (withheldPayment === undefined) return reload(engine, payment);
  engine.emit({ level: 'warn', event: 'fulfilment-withheld', message: text, ids: getLogIds(payment) });
  return withheldPayment;
}

/**
 * Calls `onPaid` like {@link fulfil}, for a payment whose attempt is already counted. Therefore an attempt
 * that ends the process is counted too.
 */
export async function fulfilClaimed(engine: Engine, payment: Payment): Promise<Payment> {
  if (payment.fulfilment.attempts > engine.limits.fulfilAttempts) return markDead(engine, payment);
  try {
    const hasRun = await engine.store.fulfil(payment, createFulfilmentWork(engine, payment));
    if (!hasRun) return await reload(engine, payment);
  } catch (error) {
    return storeFailedAttempt(engine, payment, error);
  }
  emitFulfilled(engine, payment);
  const fulfilment = { ...payment.fulfilment, state: 'done', nextAttemptAt: null } as const;
  return { ...payment, fulfilment, version: payment.version + 1 };
}

/** The text of the note of every fulfilled payment. The audit checks that the note exists. */
export const fulfilledText = 'Order fulfilled.';

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

/** Returns the work that the store runs for a fulfilment, and the note that it stores after a success. */
export function createFulfilmentWork(engine: Engine, { reference }: Payment): FulfilmentWork<unknown> {
  return {
    note: createNote(engine, reference, 'fulfil', fulfilledText),
    work: (paymentToFulfil, tx) => {
      const result = engine.onPaid(paymentToFulfil, { tx, key: paymentToFulfil.reference });
      return reportSlow(engine, paymentToFulfil, result);
    },
    timeoutMs: engine.limits.fulfilTimeoutMs,
  };
}

/** Emits an event when a handler is still running after `limits.fulfilSlowMs`. */
function reportSlow(
  { limits, emit }: Engine,
  payment: Payment,
  result: void | Promise<void>,
): void | Promise<void> {
  // A synchronous handler has already finished.
  if (result === undefined) return;
  const { fulfilSlowMs, fulfilTimeoutMs } = limits;
  // The handler fails before it counts as slow, and the failure is reported.
  if (fulfilTimeoutMs <= fulfilSlowMs) return result;
  const timer = setTimeout(() => {
    const message =
      `onPaid has been running for ${fulfilSlowMs} ms. After ${fulfilTimeoutMs} ms it is rolled back and counted as a failure. ` +
      'Look for a call without a time limit.';
    emit({ level: 'warn', event: 'fulfilment-slow', message, ids: getLogIds(payment) });
  }, fulfilSlowMs);
  timer.unref();
  return Promise.resolve(result).finally(() => clearTimeout(timer));
}

/** Emits the event of a successful fulfilment. */
export function emitFulfilled(engine: Engine, payment: Payment): void {
  const ids = getLogIds(payment);
  engine.emit({ level: 'info', event: 'payment-fulfilled', message: 'onPaid has succeeded.', ids });
}

/**
 * Handles a failure of `onPaid`: schedules the next attempt, or marks the fulfilment `dead` after the last
 * one.
 */
export async function storeFailedAttempt(engine: Engine, payment: Payment, error: unknown): Promise<Payment> {
  const { attempts } = payment.fulfilment;
  const { limits, now, random } = engine;
  const isDead = attempts >= limits.fulfilAttempts;
  const retryAt = isDead ? null : computeNextAttemptAt(attempts, now(), random);
  const nextStep =
    retryAt === null
      ? 'There is no further attempt until an operator requeues the payment.'
      : `The next attempt is at ${new Date(retryAt).toISOString()}.`;
  const text = `Fulfilment failed (attempt ${attempts} of ${limits.fulfilAttempts}). ${nextStep}`;
  const note = createNote(engine, payment.reference, 'fulfil', text);
  const fulfilment = { nextAttemptAt: retryAt, ...(isDead && { state: 'dead' as const }) };
  const updatedPayment = await engine.store.updatePayment(payment, { fulfilment }, note);
  if (updatedPayment === undefined) {
    const reloadedPayment = await reload(engine, payment);
    const { fulfilment: reloadedFulfilment } = reloadedPayment;
    const isThisAttempt = reloadedFulfilment.state === 'due' && reloadedFulfilment.attempts === attempts;
    // If it is not this attempt, the transaction was committed, or another process has made an attempt.
    return isThisAttempt ? storeFailedAttempt(engine, reloadedPayment, error) : reloadedPayment;
  }
  const reason = getErrorMessage(error);
  const event = isDead ? 'fulfilment-dead' : 'fulfilment-failed';
  engine.emit({
    level: 'error',
    event,
    message: `${text} The error: ${reason}`,
    ids: getLogIds(payment),
    error,
  });
  return updatedPayment;
}

/** Marks a fulfilment as `dead`. All its attempts are used, and the last one did not end. */
async function markDead(engine: Engine, payment: Payment): Promise<Payment> {
  const { fulfilAttempts } = engine.limits;
  const text =
    `Fulfilment was attempted ${fulfilAttempts} times, and the last attempt did not finish. Its process may have ended first. ` +
    'There is no further attempt until an operator requeues the payment.';
  const note = createNote(engine, payment.reference, 'fulfil', text);
  const fulfilment = { state: 'dead', attempts: fulfilAttempts, nextAttemptAt: null } as const;
  const updatedPayment = await engine.store.updatePayment(payment, { fulfilment }, note);
  if (updatedPayment === undefined) return reload(engine, payment);
  engine.emit({ level: 'error', event: 'fulfilment-dead', message: text, ids: getLogIds(payment) });
  return updatedPayment;
}

async function reload({ store }: Engine, payment: Payment): Promise<Payment> {
  return (await store.findPayment(payment.reference)) ?? payment;
}
