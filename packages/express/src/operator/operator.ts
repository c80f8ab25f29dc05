import { InvalidRequestError, PgwError } from '@pgw/protocol';
import {
  reconcileWith,
  type Differences,
  type ReconcileWithOptions,
} from '../reconciliation/reconcile-with.ts';
import type { SettlementRecord } from '../reconciliation/settlement-record.ts';
import type { PaymentFilter, RejectedCallback, StoredCallback } from '../payments/store.ts';
import type { UnknownTransaction } from '../recovery/recovery-store.ts';
import { adopt, dismiss, type AdoptOptions } from '../recovery/adopt.ts';
import type { Capture } from '../captures/capture.ts';
import { capture, decideCaptures, resolveCapture, type CaptureRequest } from '../captures/capture-payment.ts';
import { idsOf, noteOf, type Engine } from '../payments/engine.ts';
import { fulfil, requeuedText } from '../fulfilment/fulfil.ts';
import type { Audit, AuditOptions } from './audit.ts';
import type { Payment } from '../payments/payment.ts';
import type { Refund } from '../refunds/refund.ts';
import { resolveRefund } from '../refunds/refund-outcome.ts';
import { refund, type RefundRequest } from '../refunds/refund-payment.ts';
import { endReview, settle } from '../payments/settle.ts';
import type { Note } from '../payments/timeline.ts';

const pageSize = 500;

/** A payment with everything that is known of it. */
export interface Inspection {
  readonly payment: Payment;
  /** What happened, with its source, oldest first. */
  readonly timeline: readonly Note[];
  readonly callbacks: readonly StoredCallback[];
  readonly refunds: readonly Refund[];
  readonly captures: readonly Capture[];
}

/** What a reconciliation has found. */
export interface Reconciliation {
  readonly asked: number;
  readonly changed: readonly Payment[];
  /** References of payments that the gateway refused to tell of, or told nonsense of: they are as they were. Each is an event as well. */
  readonly failed: readonly string[];
}

/** What the people who run a shop do about payments. Mount it behind the shop's own sign-in; it has none. */
export interface Operator {
  /** Payments that match, the newest first; 50 at most unless `limit` says otherwise (up to 500). */
  list(filter?: PaymentFilter): Promise<Payment[]>;
  inspect(reference: string): Promise<Inspection | undefined>;
  /** Hands a payment to `onPaid` again whose fulfilment is `dead`, or `withheld` because its order is paid twice or its money went back. */
  requeue(reference: string): Promise<Payment>;
  /**
   * Ends a review: `paid` fulfils the payment as it was stored, `cancelled` leaves it. `reason` goes to the timeline.
   */
  resolveReview(reference: string, decision: 'paid' | 'cancelled', reason: string): Promise<Payment>;
  /** Asks the gateway about every payment created since a moment (milliseconds since the Unix epoch), final or not. */
  reconcile(since: number): Promise<Reconciliation>;
  /**
   * Compares the store with the gateway's own records, such as a settlement file or a wallet's history: yields each difference, then returns
   * the sums. Changes nothing. See `ReconcileWithOptions` and docs/restoring.md.
   */
  reconcileWith(
    records: AsyncIterable<SettlementRecord> | Iterable<SettlementRecord>,
    options: ReconcileWithOptions,
  ): Differences;
  /** Gives money back: see `RefundRequest`. The refund is asked about until its outcome is final. */
  refund(wish: RefundRequest): Promise<Refund>;
  /** Ends a refund that the gateway does not tell of, since it may never have come there. What is `refused` may be refunded again. */
  resolveRefund(key: string, decision: 'done' | 'refused', reason: string): Promise<Refund>;
  /**
   * Takes an authorised payment, in full or in part: see `CaptureRequest`. Once all of it or the last part is taken, the payment becomes
   * paid and is fulfilled; what was taken is its `capturedAmount`.
   */
  capture(reference: string, wish?: CaptureRequest): Promise<Capture>;
  /** Ends a capture whose outcome the gateway's record does not tell: a part, not the last, whose answer was lost. */
  resolveCapture(key: string, decision: 'done' | 'refused', reason: string): Promise<Capture>;
  /**
   * Checks what the store says: every fulfilled payment has its note, each order has one fulfilment, no callback is without a payment. Also
   * runs by itself every hour. The result is an event (`audit-passed`, `audit-failed`) and part of `health()`.
   */
  audit(options?: AuditOptions): Promise<Audit>;
  /** Callbacks that were refused, the newest first. */
  rejectedCallbacks(limit?: number): Promise<RejectedCallback[]>;
  /**
   * Transactions that the gateway has and the store has no payment for, as after a restored backup: those of verified callbacks and of
   * returning shoppers that are not resolved, newest first; 50 unless `limit` says otherwise.
   */
  unknownTransactions(limit?: number): Promise<UnknownTransaction[]>;
  /** Rebuilds the payment of such a transaction, in state `review`; see `AdoptOptions`. Safe to repeat. */
  adopt(transactionNumber: string, options?: AdoptOptions): Promise<Payment>;
  /** Resolves an unknown transaction without a payment. `reason` is stored. */
  dismiss(transactionNumber: string, reason: string): Promise<void>;
  /** Ends the health problem `history-lost`, once what docs/restoring.md says is done. The history mark goes on from the store as it is. */
  acknowledgeLostHistory(): Promise<void>;
}

/**
 * The operator's view of an engine. Each method rejects with an InvalidRequestError when the payment is not in a state for
 * it, and changes nothing then.
 */
export function operator(
  engine: Engine,
  { acknowledgeLostHistory, audit }: Pick<Operator, 'acknowledgeLostHistory' | 'audit'>,
): Operator {
  const { store } = engine;
  return {
    list: (filter = {}) => store.findPayments(filter),
    inspect: (reference) => inspect(engine, reference),
    requeue: (reference) => requeue(engine, reference),
    resolveReview: (reference, decision, reason) => resolveReview(engine, reference, decision, reason),
    reconcile: (since) => reconcile(engine, since),
    reconcileWith: (records, options) => reconcileWith(store, records, options),
    refund: (wish) => refund(engine, wish),
    resolveRefund: (key, decision, reason) => resolveRefund(engine, key, decision, reason),
    capture: (reference, wish = {}) => capture(engine, reference, wish),
    resolveCapture: (key, decision, reason) => resolveCapture(engine, key, decision, reason),
    audit,
    rejectedCallbacks: (limit = 50) => store.rejectedCallbacks(limit),
    unknownTransactions: (limit = 50) => store.openUnknownTransactions({ limit }),
    adopt: (transactionNumber, options) => adopt(engine, transactionNumber, options),
    dismiss: (transactionNumber, reason) => dismiss(engine, transactionNumber, reason),
    acknowledgeLostHistory,
  };
}

async function inspect(engine: Engine, reference: string): Promise<Inspection | undefined> {
  const { store } = engine;
  const payment = await store.findPayment(reference);
  if (payment === undefined) return undefined;
  const asStored = await store.capturesOf(reference);
  // An authorisation that has ended tells what became of a capture whose answer was lost. One that stands may have been asked about long ago.
  const captures =
    payment.state === 'authorized' ? asStored : await decideCaptures(engine, payment, asStored);
  const [timeline, callbacks, refunds] = await Promise.all([
    store.notesOf(reference),
    store.callbacksOf(reference),
    store.refundsOf(reference),
  ]);
  return { payment, timeline, callbacks, refunds, captures };
}

async function requeue(engine: Engine, reference: string): Promise<Payment> {
  const payment = await known(engine, reference);
  const { state } = payment.fulfilment;
  if (state !== 'dead' && state !== 'withheld') {
    throw wrong(reference, `its fulfilment is ${state}; only dead and withheld ones can be requeued`);
  }
  const fulfilment = { state: 'due', attempts: 0, nextAttemptAt: engine.now() } as const;
  const note = noteOf(engine, reference, 'operator', `${requeuedText} ${state}.`);
  return fulfil(engine, changed(reference, await engine.store.updatePayment(payment, { fulfilment }, note)));
}

async function resolveReview(
  engine: Engine,
  reference: string,
  decision: 'paid' | 'cancelled',
  reason: string,
): Promise<Payment> {
  const payment = await known(engine, reference);
  if (payment.state !== 'review') throw wrong(reference, `it is ${payment.state}, not in review`);
  if (reason.trim() === '') throw wrong(reference, 'a reason must be given');
  const text = `The review ended as ${decision}: ${reason.slice(0, 500)}`;
  const note = noteOf(engine, reference, 'operator', text);
  const settled = changed(reference, await endReview(engine, payment, { decision, note }));
  return decision === 'paid' && settled.fulfilment.state === 'due' ? fulfil(engine, settled) : settled;
}

async function reconcile(engine: Engine, since: number): Promise<Reconciliation> {
  const moved: Payment[] = [];
  const failed: string[] = [];
  const seen = new Set<string>();
  for (let before: number | undefined; ;) {
    const page = await engine.store.findPayments({ since, before, limit: pageSize });
    const fresh = page.filter(({ reference }) => !seen.has(reference));
    for (const payment of fresh) {
      seen.add(payment.reference);
      if (payment.transactionNumber === null) continue;
      const settled = await settledOrFailed(engine, payment);
      if (settled === undefined) failed.push(payment.reference);
      else if (settled.state !== payment.state) moved.push(settled);
    }
    const last = page.at(-1);
    if (last === undefined || fresh.length === 0) return { asked: seen.size, changed: moved, failed };
    // Payments of the last one's millisecond may go on behind the page's end: that millisecond is read again.
    before = last.createdAt + 1;
  }
}

/** Undefined when the gateway has no usable word on this very payment, which must not keep the others from being asked about. */
async function settledOrFailed(engine: Engine, payment: Payment): Promise<Payment | undefined> {
  try {
    return await settle(engine, payment, { source: 'operator' });
  } catch (error) {
    const isOfPayment =
      error instanceof PgwError && (error.code === 'invalid-answer' || error.code === 'gateway-fault');
    if (!isOfPayment) throw error;
    const message = `The payment could not be reconciled. ${error.message}`;
    engine.emit({ level: 'warn', event: 'settle-failed', message, ids: idsOf(payment), error });
    return undefined;
  }
}

async function known(engine: Engine, reference: string): Promise<Payment> {
  const payment = await engine.store.findPayment(reference);
  if (payment === undefined) throw wrong(reference, 'there is no such payment');
  return payment;
}

function changed(reference: string, payment: Payment | undefined): Payment {
  if (payment === undefined) throw wrong(reference, 'it was changed meanwhile; look at it again');
  return payment;
}

function wrong(reference: string, message: string): InvalidRequestError {
  return new InvalidRequestError(`Payment ${reference}`, [{ path: '', message }], { ids: { reference } });
}
