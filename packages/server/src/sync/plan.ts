import { paymentStatus } from '@pgw/protocol';
import { isKnownPaymentStatus } from '@pgw/protocol/internal';
import type { PaymentContext } from '../engine/payment-context.ts';
import type { CheckoutEvent } from '../events/event.ts';
import { findTransition } from '../hooks/of-transition.ts';
import {
  createPaidHook,
  isOwn,
  type CallChange,
  type DueHook,
  type NewHook,
  hookLeaseMs,
} from '../model/hook.ts';
import { applyOperationChange, type Operation } from '../model/operations/operation.ts';
import type { PriceDifference } from '../model/payments/order-price.ts';
import { getRetryEnd } from '../model/payments/hosted-session.ts';
import { applyChange, type PaymentUpdateChange } from '../model/payments/payment-change.ts';
import { isEndedState } from '../model/payments/payment-state.ts';
import { type Payment } from '../model/payments/payment.ts';
import type { Note, NoteSource } from '../model/payments/timeline.ts';
import { unreadableStatus, type DueCallback } from '../model/ports/callbacks.ts';
import { decideCaptures, findUnknownCapture } from './decisions/captures.ts';
import { describePayoutReference, type FoundDiscrepancies } from './decisions/discrepancies.ts';
import { createChangeNotes, decidePayment, decideWithoutRecord } from './decisions/payment.ts';
import { applyOrderPrice, createDifferenceNotes } from './decisions/price.ts';
import { isAboutRefund, readCallbackReport, type RefundReport } from './decisions/refund-reports.ts';
import { decideRefunds, type DescribedChange, type OperationDecision } from './decisions/refunds.ts';
import { decideWithheldCalls } from './decisions/withheld-calls.ts';
import type { PaymentRecord } from './gateway-record.ts';

/** What the store has about a payment. */
export interface Stored {
  readonly payment: Payment;
  /** The refunds and captures of the payment, oldest first. Undefined if no report can be about them. */
  readonly operations?: readonly Operation[] | undefined;
  /** The payment that has paid the order. Read if the order has another price than this payment. */
  readonly payingPayment?: Payment | undefined;
  /** The calls of the hooks of the payment. Read if it may become paid after it had ended. */
  readonly calls?: readonly DueHook[] | undefined;
}

/** What the gateway and the store's inbox report about a payment. Syncs for different reasons differ only in this. */
export interface Reports {
  /** What caused the sync. Written to the timeline. */
  readonly source: NoteSource;
  /** The gateway's record of the payment. Null if the gateway has none, and undefined if it was not queried. */
  readonly record?: PaymentRecord | null | undefined;
  /** The transaction number of a payout with the reference of the payment. A payout never counts as a payment. */
  readonly payoutNumber?: string | undefined;
  /** The refunds of the gateway's refund query, if they were compared. `queried` is undefined for a channel without refund queries. */
  readonly refunds?: { readonly queried: readonly RefundReport[] | undefined } | undefined;
  /** Callbacks that this process has just received. */
  readonly received: readonly DueCallback[];
  /** Callbacks that a sweep has leased. The process that received them may have ended in a hook. */
  readonly leased: readonly DueCallback[];
}

/** The settings that a plan depends on. */
export interface PlanRules extends Pick<PaymentContext, 'hooks' | 'getPrice'> {
  readonly now: number;
}

/** Everything that one sync writes, and the events that follow from it. */
export interface SyncPlan {
  readonly payment: {
    readonly read: Payment;
    readonly change: PaymentUpdateChange;
    /** True to release the order of the payment, so that another payment can fulfill it. */
    readonly releasesOrder?: boolean | undefined;
  };
  readonly operations: {
    readonly insert: readonly Operation[];
    readonly change: readonly DescribedChange[];
  };
  /** The entries about operations precede the one about the payment. */
  readonly notes: readonly Note[];
  /** Calls of hooks that become due, and stored ones that change; see `decideWithheldCalls`. */
  readonly hooks: { readonly insert: readonly NewHook[]; readonly change: readonly CallChange[] };
  /** The call of a hook whose first try commits with the plan. */
  readonly firstTry?: DueHook | undefined;
  /** What the comparison has found, in place of what was found before. Undefined if nothing was compared. */
  readonly discrepancies?: FoundDiscrepancies | undefined;
  /** See {@link Reports}. */
  readonly payoutNumber?: string | undefined;
  readonly endedCallbacks: readonly string[];
  readonly events: readonly CheckoutEvent[];
  /** The difference between the payment and the price of its order, if the plan makes the payment paid. */
  readonly difference?: PriceDifference | undefined;
}

/** The causes of syncs that a sweep repeats after a crash. */
const leasedSources: ReadonlySet<NoteSource> = new Set(['sweep', 'refund', 'capture']);

const nothing: OperationDecision = { insert: [], change: [], texts: [], hooks: [], events: [] };

/** Decides everything that one sync writes. It reads and writes nothing itself. */
export function plan(stored: Stored, reports: Reports, rules: PlanRules): SyncPlan {
  const { payment } = stored;
  const { record, source, payoutNumber } = reports;
  const { now } = rules;
  const refunds = planRefunds(stored, reports, rules);
  const payments = planPayment(stored, reports, rules);
  const afterwards = applyChange(payment, payments.change);
  const captures =
    stored.operations === undefined || record == null
      ? nothing
      : decideCaptures(
          {
            payment: afterwards,
            captures: selectKind(stored.operations, 'capture'),
            hasRefunds: (refunds?.refunds ?? selectKind(stored.operations, 'refund')).length > 0,
            unknownCapture: payments.unknownCapture,
          },
          now,
        );
  const callbacks = [...reports.received, ...reports.leased];
  const ended = refunds?.hasPostponed === true ? callbacks.filter((one) => !isAboutRefund(one)) : callbacks;
  const { change, hook } = planHook(payment, payments.change, rules);
  const newHooks = [...(refunds ?? nothing).hooks, ...(hook === undefined ? [] : [hook])];
  const withheld = decideWithheldCalls(stored, change, { planned: newHooks, source, now });
  const isTriedNow = hook !== undefined && mayTryNow(hook, reports) && (hook.nextAttemptAt ?? now) <= now;
  const payout = payoutNumber === undefined ? undefined : describePayoutReference(payoutNumber);
  return {
    payment: { read: payment, change },
    operations: {
      insert: [...(refunds ?? nothing).insert, ...captures.insert],
      change: [...(refunds ?? nothing).change, ...captures.change],
    },
    notes: [
      ...ended.map(toCallbackNote),
      ...toOperationNotes(payment, refunds ?? nothing, { source: 'refund', now }),
      ...toOperationNotes(payment, captures, { source: 'capture', now }),
      ...withheld.notes,
      ...createChangeNotes(payment, payments.change, { record: record ?? undefined, source, now }),
      ...createDifferenceNotes(payment, payments.difference, { source, now }),
    ],
    hooks: {
      insert: isTriedNow ? newHooks.filter((one) => one !== hook) : newHooks,
      change: withheld.change,
    },
    firstTry: isTriedNow ? { ...hook, attempts: 1, nextAttemptAt: now + hookLeaseMs } : undefined,
    discrepancies: payout ?? refunds?.discrepancies,
    payoutNumber,
    endedCallbacks: ended.map(({ id }) => id),
    events: [...(refunds ?? nothing).events, ...captures.events],
    difference: payments.difference,
  };
}

/**
 * True if the first try of a hook commits with the payment. After a crash in a hook, a sweep repeats what it has leased, so
 * each of these attempts is first counted in a transaction of its own. A shopper who returns waits only for `onPaid`.
 */
function mayTryNow(hook: NewHook, { source, received, leased }: Reports): boolean {
  if (!isOwn(hook) || leased.length > 0 || leasedSources.has(source)) return false;
  return received.length > 0 || hook.name === 'onPaid';
}

/** Plans the end of callbacks that cause no other change than `change`. */
export function planCallbackEnd(
  payment: Payment,
  callbacks: readonly DueCallback[],
  change: PaymentUpdateChange = {},
): SyncPlan {
  return {
    payment: { read: payment, change },
    operations: { insert: [], change: [] },
    notes: callbacks.map(toCallbackNote),
    hooks: { insert: [], change: [] },
    endedCallbacks: callbacks.map(({ id }) => id),
    events: [],
  };
}

/** The operations of one kind. */
export function selectKind(operations: readonly Operation[], kind: Operation['kind']): readonly Operation[] {
  return operations.filter((operation) => operation.kind === kind);
}

/** True if a plan stores or changes an operation. */
export function hasOperations({ operations }: SyncPlan): boolean {
  return operations.insert.length + operations.change.length > 0;
}

/** The operations of a plan after it is committed. */
export function applyPlan(stored: readonly Operation[], { operations }: SyncPlan): readonly Operation[] {
  const changed = stored.map((before) => {
    const planned = operations.change.find(({ operation }) => operation === before);
    return planned === undefined ? before : applyOperationChange(before, planned.change);
  });
  return [...changed, ...operations.insert];
}

function planRefunds(
  { payment, operations = [] }: Stored,
  { refunds, record, received, leased }: Reports,
  { hooks, now }: PlanRules,
) {
  if (refunds === undefined) return undefined;
  // The response to the start may have been lost.
  const transactionNumber = payment.transactionNumber ?? record?.transactionNumber ?? null;
  const callbacks = [...received, ...leased].filter(isAboutRefund);
  const ofCallbacks = callbacks.flatMap((callback) => readCallbackReport(callback) ?? []);
  // A status that has not changed can be older than a refund.
  const isNews = callbacks.length > 0 || record?.status !== payment.gatewayStatus;
  return decideRefunds({ ...payment, transactionNumber }, selectKind(operations, 'refund'), {
    reports: { queried: refunds.queried, ofCallbacks, gatewayStatus: isNews ? record?.status : undefined },
    hooks,
    now,
  });
}

/** What follows for the payment itself. */
interface PaymentPlan {
  readonly change: PaymentUpdateChange;
  readonly unknownCapture?: Operation | undefined;
  readonly difference?: PriceDifference | undefined;
}

function planPayment(
  { payment, operations, payingPayment }: Stored,
  { record }: Reports,
  { getPrice, now }: PlanRules,
): PaymentPlan {
  if (record === undefined) return { change: {} };
  if (record === null) return { change: decideWithoutRecord(payment, now) };
  const unknownCapture =
    operations &&
    findUnknownCapture(payment, selectKind(operations, 'capture'), { status: record.status, now });
  const change = decidePayment(payment, record, { now, unknownCapture });
  // With `getPrice`, the price is compared in the transaction that fulfills the order.
  const priced =
    getPrice === undefined ? applyOrderPrice(payment, change, { payingPayment, now }) : { change };
  return { ...priced, unknownCapture };
}

/** Finds the hook of a transition, and counts the transition. */
export function planHook(
  payment: Payment,
  change: PaymentUpdateChange,
  { hooks, now }: PlanRules,
): { readonly change: PaymentUpdateChange; readonly hook?: NewHook | undefined } {
  if (change.fulfillment?.state === 'due') return { change, hook: createPaidHook(payment, now) };
  // While the shopper can try again on the hosted page, a failed payment has not ended, and it is queried further.
  const mayRetry =
    change.state !== undefined && isEndedState(change.state) && change.schedule?.nextQueryAt != null;
  const notBefore = mayRetry ? getRetryEnd(payment) : undefined;
  const transition = findTransition({ hooks, now: () => now }, payment, change, notBefore);
  if (transition === undefined) return { change };
  return { change: { ...change, transitions: transition.transitions }, hook: transition.hook };
}

/** Creates the timeline entries of a decision about operations. */
export function toOperationNotes(
  { reference }: Payment,
  { texts }: OperationDecision,
  { source, now: at }: { readonly source: NoteSource; readonly now: number },
): readonly Note[] {
  return texts.map((text) => ({ reference, at, source, kind: 'operation-changed', text }));
}

/** The timeline entry of a callback has the time of its arrival. */
function toCallbackNote({ reference, receivedAt: at, status }: DueCallback): Note {
  const unknownName = status === unreadableStatus ? 'a status that cannot be read' : `status ${status}`;
  const statusName = isKnownPaymentStatus(status) ? paymentStatus(status).name : unknownName;
  const text = `Callback received: ${statusName} (signature valid).`;
  return { reference, at, source: 'callback', kind: 'callback-received', text };
}
