import { InvalidRequestError } from '@pgw/protocol';
import { fulfil, createRequeuedText } from '../fulfilment/fulfil.ts';
import { updateWithHook } from '../fulfilment/plan-hook.ts';
import { createNote, type Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import type { PaymentChange } from '../payments/payment-change.ts';
import { isBeingStarted } from '../payments/schedule.ts';
import { endReview } from '../payments/settle.ts';
import { maxQuotedTextLength } from '../payments/timeline.ts';

/** See `Operator.requeue`. */
export async function requeue(engine: Engine, reference: string): Promise<Payment> {
  const payment = await requirePayment(engine, reference);
  const { state } = payment.fulfilment;
  const hasDeadHooks = await requeueHooks(engine, reference);
  if (state !== 'dead' && state !== 'withheld') {
    if (hasDeadHooks) return payment;
    throw createOperationError(
      reference,
      `its fulfilment is ${state}; only a dead or withheld fulfilment can be requeued`,
    );
  }
  const fulfilment = { state: 'due', attempts: 0, nextAttemptAt: engine.now() } as const;
  const note = createNote(engine, reference, 'operator', createRequeuedText(state));
  // To fulfil a withheld payment is a decision of the operator. A dead fulfilment has stored whether the price was accepted.
  const change = state === 'withheld' ? { fulfilment, acceptedAt: engine.now() } : { fulfilment };
  const updatedPayment = await engine.store.updatePayment(payment, change, note);
  return fulfil(engine, requireUpdated(reference, updatedPayment));
}

/** Makes the dead calls of the other hooks due again. Resolves with false when there is none. */
async function requeueHooks(
  { store, startDueHooks, ...engine }: Engine,
  reference: string,
): Promise<boolean> {
  const hooks = (await store.listHooks(reference)).filter((hook) => hook.state === 'dead');
  for (const { key, name } of hooks) {
    const note = createNote(
      engine,
      reference,
      'operator',
      `${name} is called again after too many failures.`,
    );
    await store.requeueHook(key, engine.now(), note);
  }
  startDueHooks();
  return hooks.length > 0;
}

/** See `Operator.resolveReview`. */
export async function resolveReview(
  engine: Engine,
  reference: string,
  decision: 'paid' | 'cancelled',
  reason: string,
): Promise<Payment> {
  const payment = await requirePayment(engine, reference);
  if (payment.state !== 'review' && payment.state !== 'reversed')
    throw createOperationError(reference, `it is ${payment.state}, not in review`);
  requireReason(reference, reason);
  const text = `The ${payment.state === 'review' ? 'review' : 'reversal'} ended as ${decision}: ${reason.slice(0, maxQuotedTextLength)}`;
  const note = createNote(engine, reference, 'operator', text);
  const settledPayment = requireUpdated(reference, await endReview(engine, payment, { decision, note }));
  return decision === 'paid' && settledPayment.fulfilment.state === 'due'
    ? fulfil(engine, settledPayment)
    : settledPayment;
}

/** See `Operator.resolveStart`. */
export async function resolveStart(engine: Engine, reference: string, reason: string): Promise<Payment> {
  const payment = await requirePayment(engine, reference);
  if (isBeingStarted(payment, engine.now()))
    throw createOperationError(reference, 'it is being started; wait for the response of the gateway');
  if (payment.state !== 'unknown' && payment.state !== 'created')
    throw createOperationError(
      reference,
      `it is ${payment.state}; only a start without a known outcome can be ended`,
    );
  requireReason(reference, reason);
  const text = `An operator recorded that it was not started: ${reason.slice(0, maxQuotedTextLength)}`;
  const note = createNote(engine, reference, 'operator', text);
  const change: PaymentChange = { state: 'refused', schedule: { nextQueryAt: null } };
  return requireUpdated(reference, await updateWithHook(engine, payment, change, note));
}

async function requirePayment(engine: Engine, reference: string): Promise<Payment> {
  const payment = await engine.store.findPayment(reference);
  if (payment === undefined) throw createOperationError(reference, 'there is no such payment');
  return payment;
}

function requireReason(reference: string, reason: string): void {
  if (reason.trim() === '') throw createOperationError(reference, 'a reason is required');
}

function requireUpdated(reference: string, payment: Payment | undefined): Payment {
  if (payment === undefined)
    throw createOperationError(reference, 'it has changed in the meantime; read it again');
  return payment;
}

function createOperationError(reference: string, message: string): InvalidRequestError {
  return new InvalidRequestError(`Payment ${reference}`, [{ path: '', message }], { ids: { reference } });
}
