import { InvalidRequestError } from '@pgw/protocol';
import { fulfill } from '../fulfillment/fulfill.ts';
import type { DueHook, HookName } from '../model/hook.ts';
import { updateWithHook } from '../fulfillment/plan-hook.ts';
import { releaseWaitingCalls } from '../fulfillment/waiting-calls.ts';
import { updatePayment } from '../engine/change-payment.ts';
import { createNote, type PaymentContext } from '../engine/payment-context.ts';
import type { Payment } from '../model/payments/payment.ts';
import type { PaymentChange } from '../model/payments/payment-change.ts';
import { isBeingStarted } from '../model/schedule.ts';
import { endReview } from '../sync/end-review.ts';
import { maxQuotedTextLength } from '../model/payments/timeline.ts';

/** The options of `operator.hooks.skip`. */
export interface SkipHooksOptions {
  /** Why the hooks are not called again. Written to the timeline. */
  readonly reason: string;
}

/** The options of `operator.reviews.resolve`. */
export interface ResolveReviewOptions {
  /** `paid` fulfills the payment. `canceled` ends it without fulfillment. */
  readonly outcome: 'paid' | 'canceled';
  /** Written to the timeline. */
  readonly reason: string;
}

/** The options of `operator.starts.resolve`. */
export interface ResolveStartOptions {
  /** Written to the timeline. */
  readonly reason: string;
}

/** See `operator.hooks.requeue`. */
export async function requeueHooks(context: PaymentContext, reference: string): Promise<Payment> {
  const payment = await requirePayment(context, reference);
  const { state } = payment.fulfillment;
  const isChanged = state === 'dead' || state === 'withheld';
  const deadHooks = await listDeadHooks(context, reference);
  if (!isChanged && deadHooks.length === 0)
    throw createOperationError(
      reference,
      `its fulfillment is ${state}; only a dead or withheld fulfillment can be requeued`,
    );
  const changedPayment = isChanged ? await requeueFulfillment(context, payment) : payment;
  for (const hook of deadHooks) {
    const note = createNote(context, {
      reference,
      source: 'operator',
      kind: 'hook-requeued',
      text: `${hook.name} is called again after too many failures.`,
    });
    const change = { state: 'due', attempts: 0, nextAttemptAt: context.now() } as const;
    await context.store.commit({ hooks: { change: [{ hook, change }] }, notes: [note] });
  }
  context.startDueHooks();
  return changedPayment;
}

/** See `operator.hooks.skip`. */
export async function skipHooks(
  context: PaymentContext,
  reference: string,
  { reason }: SkipHooksOptions,
): Promise<Payment> {
  const payment = await requirePayment(context, reference);
  requireReason(reference, reason);
  const { state } = payment.fulfillment;
  const deadHooks = await listDeadHooks(context, reference);
  if (state !== 'dead' && deadHooks.length === 0)
    throw createOperationError(
      reference,
      `its fulfillment is ${state}; only a dead fulfillment can be skipped`,
    );
  const changedPayment = state === 'dead' ? await skipFulfillment(context, payment, reason) : payment;
  for (const hook of deadHooks) {
    const note = createNote(context, {
      reference,
      source: 'operator',
      kind: 'hook-skipped',
      text: createSkippedText(hook.name, reason),
    });
    await context.store.commit({
      hooks: { change: [{ hook, change: { state: 'withheld' } }] },
      notes: [note],
    });
  }
  await releaseWaitingCalls(context, changedPayment);
  return changedPayment;
}

async function listDeadHooks({ store }: PaymentContext, reference: string): Promise<readonly DueHook[]> {
  return (await store.listHooks(reference)).filter((hook) => hook.state === 'dead');
}

async function requeueFulfillment(context: PaymentContext, payment: Payment): Promise<Payment> {
  const { reference } = payment;
  // A dead call is retried if the payment is still paid. To fulfill a withheld payment is a decision of the operator.
  const isDecided = payment.fulfillment.state === 'withheld';
  const fulfillment = { state: 'due', attempts: 0, nextAttemptAt: context.now() } as const;
  const text = `Fulfillment started again after it was ${isDecided ? 'withheld' : 'ended by too many failures'}.`;
  const note = createNote(context, { reference, source: 'operator', kind: 'fulfillment-requeued', text });
  // A dead fulfillment has stored whether the price was accepted.
  const change = isDecided ? { fulfillment, acceptedAt: context.now() } : { fulfillment };
  const updatedPayment = await updatePayment(context, payment, change, { note });
  return fulfill(context, requireUpdated(reference, updatedPayment), { isDecided });
}

async function skipFulfillment(context: PaymentContext, payment: Payment, reason: string): Promise<Payment> {
  const { reference } = payment;
  const note = createNote(context, {
    reference,
    source: 'operator',
    kind: 'fulfillment-skipped',
    text: createSkippedText('onPaid', reason),
  });
  const change = { fulfillment: { state: 'withheld', nextAttemptAt: null } } as const;
  return requireUpdated(reference, await updatePayment(context, payment, change, { note }));
}

function createSkippedText(name: HookName, reason: string): string {
  return `An operator has skipped ${name}: ${reason.slice(0, maxQuotedTextLength)}`;
}

/** See `operator.reviews.resolve`. */
export async function resolveReview(
  context: PaymentContext,
  reference: string,
  { outcome, reason }: ResolveReviewOptions,
): Promise<Payment> {
  const payment = await requirePayment(context, reference);
  if (payment.state !== 'review' && payment.state !== 'reversed')
    throw createOperationError(reference, `it is ${payment.state}, not in review`);
  requireReason(reference, reason);
  const text = `The ${payment.state === 'review' ? 'review' : 'reversal'} ended as ${outcome}: ${reason.slice(0, maxQuotedTextLength)}`;
  const note = createNote(context, { reference, source: 'operator', kind: 'payment-changed', text });
  const updatedPayment = requireUpdated(
    reference,
    await endReview(context, payment, { decision: outcome, note }),
  );
  return outcome === 'paid' && updatedPayment.fulfillment.state === 'due'
    ? fulfill(context, updatedPayment)
    : updatedPayment;
}

/** See `operator.starts.resolve`. */
export async function resolveStart(
  context: PaymentContext,
  reference: string,
  { reason }: ResolveStartOptions,
): Promise<Payment> {
  const payment = await requirePayment(context, reference);
  if (isBeingStarted(payment, context.now()))
    throw createOperationError(reference, 'it is being started; wait for the response of the gateway');
  if (payment.state !== 'unknown' && payment.state !== 'created')
    throw createOperationError(
      reference,
      `it is ${payment.state}; only a start without a known outcome can be ended`,
    );
  requireReason(reference, reason);
  const text = `An operator recorded that it was not started: ${reason.slice(0, maxQuotedTextLength)}`;
  const note = createNote(context, { reference, source: 'operator', kind: 'payment-changed', text });
  const change: PaymentChange = { state: 'refused', schedule: { nextQueryAt: null } };
  return requireUpdated(reference, await updateWithHook(context, payment, change, note));
}

async function requirePayment(context: PaymentContext, reference: string): Promise<Payment> {
  const payment = await context.store.findPayment(reference);
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
