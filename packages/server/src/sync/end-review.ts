import type { PaymentContext } from '../engine/payment-context.ts';
import { releaseWaitingCalls } from '../hooks/order.ts';
import { applyChange, type PaymentUpdateChange } from '../model/payments/payment-change.ts';
import type { Payment, PaymentFulfillment } from '../model/payments/payment.ts';
import type { Note } from '../model/payments/timeline.ts';
import { commit } from './commit.ts';
import { decideCaptures } from './decisions/captures.ts';
import { decideWithheldCalls, mayHaveWithheldCalls } from './decisions/withheld-calls.ts';
import {
  planHook,
  selectKind,
  toOperationNotes,
  type PlanRules,
  type Stored,
  type SyncPlan,
} from './plan.ts';
import { getRules } from './read.ts';

/** An operator's decision about a payment in the states `review` and `reversed`, with its timeline entry. */
interface ReviewEnd {
  readonly decision: 'paid' | 'canceled';
  readonly note: Note;
}

/** Ends the review or the reversal of a payment by an operator's decision. */
export async function endReview(
  context: PaymentContext,
  payment: Payment,
  end: ReviewEnd,
): Promise<Payment | undefined> {
  const { store } = context;
  const operations =
    payment.capturedAmount === null ? undefined : await store.list('operations', payment.reference);
  const calls = mayHaveWithheldCalls(payment) ? await store.list('hooks', payment.reference) : undefined;
  const stored = { payment, operations, calls };
  const committed = await commit(context, stored, planReviewEnd(stored, end, getRules(context)));
  if (committed === undefined) return undefined;
  if (committed.payment.transitions !== payment.transitions) context.startDueHooks();
  await releaseWaitingCalls(context, committed.payment, { includesFailed: true });
  return committed.payment;
}

/** Plans the end of a review or a reversal. After `canceled`, another payment can pay the order. */
function planReviewEnd(stored: Stored, { decision, note }: ReviewEnd, rules: PlanRules): SyncPlan {
  const { payment, operations = [] } = stored;
  const { now } = rules;
  const { discrepancy } = payment;
  const decided: PaymentUpdateChange = {
    state: decision,
    stateChangedAt: now,
    // From now on, the price is not compared.
    ...(decision === 'paid' && { acceptedAt: now }),
    schedule: { nextQueryAt: null },
    ...(discrepancy !== null && { discrepancy: { ...discrepancy, decidedAt: now } }),
    ...decideFulfillment(payment.fulfillment, decision),
  };
  const captures = decideCaptures(
    {
      payment: applyChange(payment, decided),
      captures: selectKind(operations, 'capture'),
      hasRefunds: selectKind(operations, 'refund').length > 0,
      unknownCapture: undefined,
    },
    now,
  );
  const { change, hook } = planHook(payment, decided, rules);
  const hooks = hook === undefined ? [] : [hook];
  const withheld = decideWithheldCalls(stored, change, { planned: hooks, source: 'operator', now });
  return {
    payment: {
      read: payment,
      change,
      releasesOrder: decision === 'canceled' && payment.fulfillment.state !== 'done',
    },
    operations: captures,
    notes: [...toOperationNotes(payment, captures, { source: 'capture', now }), ...withheld.notes, note],
    hooks: { insert: hooks, change: withheld.change },
    endedCallbacks: [],
    events: captures.events,
  };
}

/** Returns the fulfillment after an operator's decision. An empty object leaves it unchanged. */
function decideFulfillment(
  { state }: PaymentFulfillment,
  decision: 'paid' | 'canceled',
): Pick<PaymentUpdateChange, 'fulfillment'> {
  if (decision === 'canceled') return state === 'due' ? { fulfillment: { state: 'withheld' } } : {};
  return state === 'none' ? { fulfillment: { state: 'due' } } : {};
}
