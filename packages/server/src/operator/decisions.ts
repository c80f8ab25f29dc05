import { InvalidRequestError } from '@pgw/protocol';
import { fulfillWhenDue } from '../hooks/queue.ts';
import { createPaidHook, type DueHook } from '../model/hook.ts';
import { updateWithHook } from '../hooks/of-transition.ts';
import { releaseWaitingCalls } from '../hooks/order.ts';
import { updatePayment } from '../engine/change-payment.ts';
import { createNote, type PaymentContext, type AccountOption, quoteText } from '../engine/payment-context.ts';
import type { Payment } from '../model/payments/payment.ts';
import type { PaymentChange } from '../model/payments/payment-change.ts';
import { isBeingStarted } from '../model/schedule.ts';
import { endReview } from '../sync/end-review.ts';

/** The options of `operator.hooks.skip`. */
export interface SkipHooksOptions extends AccountOption {
  /** Why the hooks are not called again. Written to the timeline. */
  readonly reason: string;
}

/** The options of `operator.reviews.resolve`. */
export interface ResolveReviewOptions extends AccountOption {
  /** `paid` fulfills the payment. `canceled` ends it without fulfillment. */
  readonly outcome: 'paid' | 'canceled';
  /** Written to the timeline. */
  readonly reason: string;
}

/** The options of `operator.starts.resolve`. */
export interface ResolveStartOptions extends AccountOption {
  /** Written to the timeline. */
  readonly reason: string;
}

/** See `operator.hooks.requeue`. */
export async function requeueHooks(context: PaymentContext, reference: string): Promise<Payment> {
  const { store, now } = context;
  const payment = await requirePayment(context, reference);
  const { state } = payment.fulfillment;
  const isWithheld = state === 'withheld';
  const stopped = (await store.list('hooks', reference)).filter(
    ({ state: of }) => of === 'dead' || of === 'skipped',
  );
  if (!isWithheld && stopped.length === 0)
    throw createOperationError(
      reference,
      `its fulfillment is ${state}; only a dead or withheld fulfillment can be requeued`,
    );
  const requeued = isWithheld ? await requeueWithheld(context, payment) : undefined;
  for (const hook of stopped) {
    const isPaid = hook.name === 'onPaid';
    const note = createNote(context, hook, {
      source: 'operator',
      kind: isPaid ? 'fulfillment-requeued' : 'hook-requeued',
      text: isPaid
        ? 'Fulfillment started again after it was ended by too many failures.'
        : `${hook.name} is called again after ${hook.state === 'dead' ? 'too many failures' : 'it was skipped'}.`,
    });
    const change = { state: 'due', attempts: 0, nextAttemptAt: now() } as const;
    requireUpdated(reference, await store.commit({ hooks: { change: [{ hook, change }] }, notes: [note] }));
  }
  // A dead call is made if the payment is still paid. To fulfill a withheld payment is a decision of the operator.
  const current = requeued ?? (await requirePayment(context, reference));
  const changedPayment = await fulfillWhenDue(context, current, { isDecided: isWithheld });
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
  const deadHooks = await listDeadHooks(context, reference);
  if (deadHooks.length === 0)
    throw createOperationError(
      reference,
      `its fulfillment is ${payment.fulfillment.state}; only a dead fulfillment can be skipped`,
    );
  for (const hook of deadHooks) {
    const note = createNote(context, hook, {
      source: 'operator',
      kind: hook.name === 'onPaid' ? 'fulfillment-skipped' : 'hook-skipped',
      text: `An operator has skipped ${hook.name}: ${quoteText(reason)}`,
    });
    const hooks = { change: [{ hook, change: { state: 'withheld' } }] } as const;
    requireUpdated(reference, await context.store.commit({ hooks, notes: [note] }));
  }
  const changedPayment = await requirePayment(context, reference);
  await releaseWaitingCalls(context, changedPayment);
  return changedPayment;
}

async function listDeadHooks({ store }: PaymentContext, reference: string): Promise<readonly DueHook[]> {
  return (await store.list('hooks', reference)).filter((hook) => hook.state === 'dead');
}

async function requeueWithheld(context: PaymentContext, payment: Payment): Promise<Payment> {
  const { reference } = payment;
  const now = context.now();
  const note = createNote(context, payment, {
    source: 'operator',
    kind: 'fulfillment-requeued',
    text: 'Fulfillment started again after it was withheld.',
  });
  const change = { fulfillment: { state: 'due' }, acceptedAt: now } as const;
  const hook = createPaidHook(payment, now);
  return requireUpdated(reference, await updatePayment(context, payment, change, { note, hook }));
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
  const text = `The ${payment.state === 'review' ? 'review' : 'reversal'} ended as ${outcome}: ${quoteText(reason)}`;
  const note = createNote(context, payment, { source: 'operator', kind: 'payment-changed', text });
  const updatedPayment = requireUpdated(
    reference,
    await endReview(context, payment, { decision: outcome, note }),
  );
  return outcome === 'paid' ? fulfillWhenDue(context, updatedPayment) : updatedPayment;
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
  const text = `An operator recorded that it was not started: ${quoteText(reason)}`;
  const note = createNote(context, payment, { source: 'operator', kind: 'payment-changed', text });
  const change: PaymentChange = { state: 'refused', schedule: { nextQueryAt: null } };
  return requireUpdated(reference, await updateWithHook(context, payment, change, note));
}

async function requirePayment(context: PaymentContext, reference: string): Promise<Payment> {
  const payment = await context.store.find('payment', reference);
  if (payment === undefined) throw createOperationError(reference, 'there is no such payment');
  return payment;
}

function requireReason(reference: string, reason: string): void {
  if (reason.trim() === '') throw createOperationError(reference, 'a reason is required');
}

function requireUpdated<Result>(reference: string, result: Result | undefined): Result {
  if (result === undefined)
    throw createOperationError(reference, 'it has changed in the meantime; read it again');
  return result;
}

function createOperationError(reference: string, message: string): InvalidRequestError {
  return new InvalidRequestError(`Payment ${reference}`, [{ path: '', message }], { ids: { reference } });
}
