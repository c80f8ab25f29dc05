import { PgwError } from '@pgw/protocol';
import {
  reconcileWith,
  type Differences,
  type ReconcileWithOptions,
} from '../reconciliation/reconcile-with.ts';
import type { SettlementRecord } from '../reconciliation/settlement-record.ts';
import type { PaymentFilter, RejectedCallback, StoredCallback } from '../payments/store.ts';
import type { UnknownTransaction } from '../recovery/recovery-store.ts';
import { adopt, dismiss, type AdoptOptions } from '../recovery/adopt.ts';
import { decideCaptures } from '../operations/sync-captures.ts';
import { createOperationMethods, type OperationMethods } from '../operations/operator-methods.ts';
import type { Operation } from '../operations/operation.ts';
import { reconcileOperations } from '../operations/reconcile-operations.ts';
import { getPaymentFacts } from '../events/facts.ts';
import type { Engine } from '../payments/engine.ts';
import type { DueHook } from '../fulfilment/hook.ts';
import type { Audit, AuditOptions } from './audit.ts';
import { requeue, resolveReview, resolveStart, type RequeueOptions } from './decisions.ts';
import type { Payment } from '../payments/payment.ts';
import type { PaymentState } from '../payments/payment-state.ts';
import { settle } from '../payments/settle.ts';
import type { Note } from '../payments/timeline.ts';

const pageSize = 500;

/** A payment with its timeline, callbacks, refunds and captures. */
export interface Inspection {
  /** The payment as it is stored. The gateway is not queried. */
  readonly payment: Payment;
  /** What happened to the payment, oldest first. */
  readonly timeline: readonly Note[];
  /** The verified callbacks of the payment, oldest first. Kept for `retentionDays.callbacks` days. */
  readonly callbacks: readonly StoredCallback[];
  /** The refunds of the payment in any state, oldest first. */
  readonly refunds: readonly Operation[];
  /** The captures of the payment in any state, oldest first. */
  readonly captures: readonly Operation[];
  /**
   * The calls of hooks other than `onPaid` that have not succeeded, in the order in which they are made. The payment has
   * the progress of `onPaid`.
   */
  readonly hooks: readonly DueHook[];
}

/** The result of a reconciliation. */
export interface Reconciliation {
  /**
   * The number of payments in the period. Payments without a transaction number are included, although they
   * cannot be queried.
   */
  readonly checked: number;
  /** Payments whose state has changed. */
  readonly changed: readonly Payment[];
  /**
   * References of payments for which the gateway returned an error or an invalid response. Each of these
   * payments is unchanged and reported as an event.
   */
  readonly failed: readonly string[];
}

/**
 * Operations for the people who run a shop. It has no access control: use it only behind the shop's own
 * sign-in.
 */
export interface Operator extends OperationMethods {
  /**
   * Resolves with payments that match a filter, newest first. At most 50, unless `limit` sets another maximum
   * (up to 500).
   */
  list(filter?: PaymentFilter): Promise<Payment[]>;
  /**
   * Resolves with a payment, its timeline, callbacks, refunds and captures. Resolves with undefined when no
   * payment has this reference.
   */
  inspect(reference: string): Promise<Inspection | undefined>;
  /**
   * Calls `onPaid` for a payment whose fulfilment is `dead` or `withheld`, and the other hooks of the payment
   * whose calls are `dead`. Later calls of the payment then continue. With `skipReason`, the dead calls become
   * `withheld` instead: see `RequeueOptions`.
   */
  requeue(reference: string, options?: RequeueOptions): Promise<Payment>;
  /**
   * Ends the review or the reversal of a payment. `paid` fulfils the payment with its stored amount, unless it was
   * fulfilled before. If another payment has paid the order, the rule for second payments applies. `cancelled` ends it
   * without fulfilment, and the order can be paid again.
   * `reason` is written to the timeline.
   */
  resolveReview(reference: string, decision: 'paid' | 'cancelled', reason: string): Promise<Payment>;
  /**
   * Ends a payment whose start has no known outcome (`unknown`, or `created` for more than a minute) as
   * `refused`. Call it when the gateway has no transaction for the reference. `reason` is written to the
   * timeline. If the gateway reports the payment as paid later, the payment still becomes paid.
   */
  resolveStart(reference: string, reason: string): Promise<Payment>;
  /**
   * Queries the gateway for every payment with a transaction number that was created since a time, including
   * payments in a final state. The time is in milliseconds since the Unix epoch.
   */
  reconcile(since: number): Promise<Reconciliation>;
  /**
   * Compares the store with records of the gateway, such as a settlement file or a wallet's history. Yields
   * each difference, then returns the totals. Changes nothing. See `ReconcileWithOptions` and
   * docs/restoring.md.
   */
  reconcileWith(
    records: AsyncIterable<SettlementRecord> | Iterable<SettlementRecord>,
    options: ReconcileWithOptions,
  ): Differences;
  /**
   * Checks the fulfilments, orders and callbacks in the store for contradictions. See `AuditFinding`. The
   * audit also runs every hour. The result is emitted as an event (`audit-passed`, `audit-failed`) and is
   * part of `health()`.
   */
  audit(options?: AuditOptions): Promise<Audit>;
  /** Resolves with callbacks that were rejected, newest first. Default limit 50. */
  rejectedCallbacks(limit?: number): Promise<RejectedCallback[]>;
  /**
   * Unresolved transactions of the gateway that are missing in the store, for example after a backup was
   * restored. Verified callbacks or returning shoppers have reported them. Newest first, at most `limit`
   * (default 50).
   */
  unknownTransactions(limit?: number): Promise<UnknownTransaction[]>;
  /** Creates a payment in state `review` for an unknown transaction. See `AdoptOptions`. Safe to repeat. */
  adopt(transactionNumber: string, options?: AdoptOptions): Promise<Payment>;
  /** Resolves an unknown transaction without a payment. `reason` is stored. */
  dismiss(transactionNumber: string, reason: string): Promise<void>;
  /**
   * Ends the health problem `history-lost`. Call it after the steps in docs/restoring.md. The history mark,
   * which is stored outside of the database, then continues from the current position of the store.
   */
  acknowledgeLostHistory(): Promise<void>;
}

/**
 * Creates the operations of an operator. When the state of a payment does not allow an operation, the method
 * rejects with an InvalidRequestError and changes nothing.
 */
export function createOperator(
  engine: Engine,
  { acknowledgeLostHistory, audit }: Pick<Operator, 'acknowledgeLostHistory' | 'audit'>,
): Operator {
  const { store } = engine;
  return {
    list: (filter = {}) => store.findPayments(filter),
    inspect: (reference) => inspect(engine, reference),
    requeue: (reference, options) => requeue(engine, reference, options),
    resolveReview: (reference, decision, reason) => resolveReview(engine, reference, decision, reason),
    resolveStart: (reference, reason) => resolveStart(engine, reference, reason),
    reconcile: (since) => reconcile(engine, since),
    reconcileWith: (records, options) => reconcileWith(engine, records, options),
    ...createOperationMethods(engine),
    audit,
    rejectedCallbacks: (limit = 50) => store.listRejectedCallbacks(limit),
    unknownTransactions: (limit = 50) => store.listOpenUnknownTransactions({ limit }),
    adopt: (transactionNumber, options) => adopt(engine, transactionNumber, options),
    dismiss: (transactionNumber, reason) => dismiss(engine, transactionNumber, reason),
    acknowledgeLostHistory,
  };
}

async function inspect(engine: Engine, reference: string): Promise<Inspection | undefined> {
  const { store } = engine;
  const payment = await store.findPayment(reference);
  if (payment === undefined) return undefined;
  const storedCaptures = await store.listOperations(reference, 'capture');
  // When a payment is no longer authorized, its state decides the outcome of an unknown capture. A stored
  // `authorized` decides nothing, because the gateway may have captured the payment since the last query.
  const captures =
    payment.state === 'authorized' ? storedCaptures : await decideCaptures(engine, payment, storedCaptures);
  const [timeline, callbacks, refunds, hooks] = await Promise.all([
    store.listNotes(reference),
    store.listCallbacks(reference),
    store.listOperations(reference, 'refund'),
    store.listHooks(reference),
  ]);
  return { payment, timeline, callbacks, refunds, captures, hooks };
}

async function reconcile(engine: Engine, since: number): Promise<Reconciliation> {
  const changedPayments: Payment[] = [];
  const failed: string[] = [];
  const seenReferences = new Set<string>();
  for (let before: number | undefined; ;) {
    const page = await engine.store.findPayments({ since, before, limit: pageSize });
    const newPayments = page.filter(({ reference }) => !seenReferences.has(reference));
    for (const payment of newPayments) {
      seenReferences.add(payment.reference);
      if (payment.transactionNumber === null) continue;
      const settledPayment = await settleOrReport(engine, payment);
      if (settledPayment === undefined) failed.push(payment.reference);
      else if (settledPayment.state !== payment.state) changedPayments.push(settledPayment);
    }
    const last = page.at(-1);
    if (last === undefined || newPayments.length === 0)
      return { checked: seenReferences.size, changed: changedPayments, failed };
    // Other payments may have the same creation time, so the next page includes this millisecond.
    before = last.createdAt + 1;
  }
}

/**
 * Returns undefined after an error or an invalid response for this payment, so that the other payments are
 * still queried.
 */
async function settleOrReport(engine: Engine, payment: Payment): Promise<Payment | undefined> {
  try {
    // The status of a payment does not show a refund of a part.
    const result = hasHadMoney(payment) ? await reconcileOperations(engine, payment) : undefined;
    return await settle(engine, result?.payment ?? payment, {
      source: 'operator',
      areRefundsCompared: result?.isQueryable === true,
    });
  } catch (error) {
    const concernsThisPayment =
      error instanceof PgwError && (error.code === 'invalid-response' || error.code === 'gateway-fault');
    if (!concernsThisPayment) throw error;
    const message = `The payment could not be reconciled. ${error.message}`;
    engine.emit({ level: 'warn', event: 'settle-failed', message, ...getPaymentFacts(payment), error });
    return undefined;
  }
}

/** A payment in review and one whose money was taken back may have refunds too. */
function hasHadMoney({ state, fulfilment }: Payment): boolean {
  const mayHaveMoney: readonly PaymentState[] = ['paid', 'refunding', 'refunded', 'reversed', 'review'];
  return mayHaveMoney.includes(state) || fulfilment.state !== 'none';
}
