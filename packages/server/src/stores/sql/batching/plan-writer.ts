import { setTimeout as wait } from 'node:timers/promises';
import type { Committed } from '../../../model/plan.ts';
import {
  applyReservation,
  createLockedError,
  getPayment,
  getRead,
  getReferenceKey,
  hasOrderedCall,
  holdCall,
  isBatchable,
  needsOrder,
  toDueHooks,
  toNotes,
  toOrderLock,
  toOtherChange,
  type LockedPlan,
  type PaymentPlan,
} from './locked-plan.ts';
import type { Database } from '../schema.ts';
import type { Connection, RunningTransaction } from '../connection.ts';
import { findFailure } from '../store-errors.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { endPaidCall, insertHooks, readCalls } from '../statements/hooks.ts';
import { lockOrders, releaseOrder } from '../statements/orders.ts';
import {
  endUpdates,
  lockPayments,
  updateOtherColumns,
  updatePayments,
} from '../statements/payments/writes.ts';
import { noParts, writeParts, type Parts } from '../statements/plan-parts.ts';
import {
  BatchSizer,
  runWork,
  SavepointMode,
  WorkFailedRollback,
  WorkTimeoutRollback,
  type Timeouts,
  type WorkContext,
  type WorkTimeout,
} from './work.ts';

/** The outcome of one plan. Undefined: the payment has changed. After `locked`, the plan is written later. */
type Outcome = Committed | undefined | 'locked';

/** The resources of a plan writer. */
export interface PlanWriterOptions<Tx> {
  /** The maximum number of transactions that write plans at the same time. */
  readonly maxTransactions: number;
  /** Limits the plans and hooks that run at the same time. */
  readonly limiter: ConcurrencyLimiter;
  /** Makes the `tx` of `onPaid`. */
  readonly createTx: (runningTransaction: RunningTransaction) => Tx;
}

/** Writes a plan that changes a payment; see `Store.commit`. */
export type PlanWriter<Tx> = (item: PaymentPlan<Tx>) => Promise<Committed | undefined>;

/**
 * Creates the function that writes plans. The plans of a batch share a transaction without savepoints, because each
 * savepoint is a round trip. When the work of one plan has used `tx` and throws, the transaction is rolled back and
 * repeated with savepoints, so that only this work is rolled back.
 */
export function createPlanWriter<Tx>(
  connection: Connection,
  { maxTransactions, limiter, createTx }: PlanWriterOptions<Tx>,
): PlanWriter<Tx> {
  const batchSizer = new BatchSizer();
  const savepointMode = new SavepointMode();
  /** Writes plans. Repeats them with savepoints when the work of one has failed. */
  const writeBatch = async (
    items: readonly PaymentPlan<Tx>[],
    { waitsForLocks, timeouts }: { readonly waitsForLocks: boolean; readonly timeouts: Timeouts },
  ): Promise<readonly Outcome[]> => {
    const context = { connection, createTx, batchSizer, savepointMode, items, waitsForLocks, timeouts };
    const isAlone = items.length === 1 || connection.isInTransaction;
    if (isAlone || savepointMode.isOn || !connection.backend.hasRoundTrips) {
      return writeInTransaction({ ...context, hasSavepoints: true });
    }
    try {
      return await writeInTransaction({ ...context, hasSavepoints: false });
    } catch (error) {
      if (!(error instanceof WorkFailedRollback)) throw error;
      return writeInTransaction({ ...context, hasSavepoints: true });
    }
  };
  /** Writes plans. Repeats them when the work of one has exceeded its time limit, without this work. */
  const writeWithTimeLimits = async (
    items: readonly PaymentPlan<Tx>[],
    { waitsForLocks }: { readonly waitsForLocks: boolean },
  ): Promise<readonly Outcome[]> => {
    const timeouts = new Map<unknown, WorkTimeout>();
    for (;;) {
      try {
        return await writeBatch(items, { waitsForLocks, timeouts });
      } catch (error) {
        if (!(error instanceof WorkTimeoutRollback) || connection.isInTransaction) throw error;
        // The next transaction stores this work as failed, and runs only the work of the other updates.
        timeouts.set(error.update, error.timeout);
      }
    }
  };
  const writeInBatch = connection.batch('commit', {
    maxConcurrentBatches: maxTransactions,
    // After a lost connection, the work is not repeated at once. The sweep runs it again by its schedule.
    mayRetry: (error) => findFailure(error, 'connectionLost') === undefined,
    maxBatchSize: () =>
      Math.min(batchSizer.maxBatchSize, savepointMode.isOn ? maxBatchSizeWithSavepoints : maxBatchSize),
    run: (items: readonly PaymentPlan<Tx>[]) =>
      limiter.run(() => writeWithTimeLimits(items, { waitsForLocks: false })),
  });
  const writeAlone = async (item: PaymentPlan<Tx>): Promise<Committed | undefined> => {
    const [outcome] = await writeWithTimeLimits([item], { waitsForLocks: true });
    return outcome === 'locked' ? undefined : outcome;
  };
  return async (item) => {
    // Inside a transaction, only its connection can be used.
    if (connection.isInTransaction) return writeAlone(item);
    if (!isBatchable(item)) return limiter.run(() => writeAlone(item));
    for (const pauseMs of pausesMs) {
      const outcome = await writeInBatch(item);
      if (outcome !== 'locked') return outcome;
      // Without row locks, the payment has two plans in the batch, or it does not exist.
      if (!connection.backend.hasRowLocks) return writeAlone(item);
      await wait(pauseMs);
    }
    throw createLockedError(getRead(item));
  };
}

/**
 * The pauses after attempts for a locked payment, about five seconds in total. During a pause no connection
 * is used, because the work that has locked the payment may need it.
 */
const pausesMs = [2, 4, 8, 16, 32, 64, 125, 250, 500, 1_000, 1_000, 1_000, 1_000];

const maxBatchSize = 64;
/** A transaction whose work reports a conflict is repeated in the attempts before this one. */
const maxConflictAttempts = 5;
/** PostgreSQL handles this number of subtransactions efficiently. */
const maxBatchSizeWithSavepoints = 32;

interface BatchContext<Tx> extends WorkContext<Tx> {
  readonly items: readonly PaymentPlan<Tx>[];
  /** Whether the transaction waits for locked rows. */
  readonly waitsForLocks: boolean;
}

async function writeInTransaction<Tx>(context: BatchContext<Tx>): Promise<readonly Outcome[]> {
  const { connection, items } = context;
  const outcomes = new Map<PaymentPlan<Tx>, Outcome>();
  let attempts = 0;
  await connection.transaction(async (db, runningTransaction) => {
    attempts += 1;
    outcomes.clear();
    const unchanged = await lockUnchanged(context, db, outcomes);
    if (unchanged.length === 0) return;
    const reservations = await lockOrders(connection, db, unchanged.flatMap(toOrderLock));
    const calls = await readCalls(db, unchanged.filter(hasOrderedCall).map(getReferenceKey));
    const lockedPlans = unchanged.map((item) => holdCall(applyReservation(item, reservations), calls));
    await updatePayments(connection, db, lockedPlans.map(getPayment));
    const parts = new Map<PaymentPlan<Tx>, Parts>();
    for (const locked of lockedPlans) parts.set(locked.item, await writeOthers(db, locked));
    const finishedPlans = await runWork(
      context,
      { db, runningTransaction, mayRepeat: attempts < maxConflictAttempts },
      lockedPlans,
    );
    await insertHooks(db, finishedPlans.flatMap(toDueHooks));
    // This is the last statement. If a failed statement has ended the transaction, this statement throws. A
    // commit would not throw.
    await endUpdates(connection, db, {
      notes: finishedPlans.flatMap(toNotes),
      callbacks: unchanged.flatMap(({ plan }) => plan.endedCallbacks ?? []),
    });
    for (const { item, payment, run, failure, isWithheld } of finishedPlans)
      outcomes.set(item, { ...noParts, ...parts.get(item), payment, hook: run?.hook, failure, isWithheld });
  });
  return items.map((item) => outcomes.get(item));
}

/** Writes what the statements of a batch do not write. */
async function writeOthers<Tx>(db: Database, { item, payment }: LockedPlan<Tx>): Promise<Parts> {
  if (item.payment.releasesOrder === true) await releaseOrder(db, payment);
  await endPaidCall(db, getRead(item), payment);
  if (isBatchable(item)) return noParts;
  const { capturedAmount } = payment;
  await updateOtherColumns(db, payment, { ...toOtherChange(item.payment), capturedAmount });
  return writeParts(db, item.plan);
}

/** Locks the payments whose version has not changed, and resolves with their plans. */
async function lockUnchanged<Tx>(
  { connection, items, waitsForLocks }: BatchContext<Tx>,
  db: Database,
  outcomes: Map<PaymentPlan<Tx>, Outcome>,
): Promise<readonly PaymentPlan<Tx>[]> {
  const unchanged: PaymentPlan<Tx>[] = [];
  const ordersWithHook = new Set<string>();
  const lockedVersions = await lockPayments(connection, db, { payments: items.map(getRead), waitsForLocks });
  for (const item of items) {
    const { orderId, version: readVersion } = getRead(item);
    const key = getReferenceKey(item);
    const version = lockedVersions.get(key);
    // A second plan of the same payment in the batch is not written. It is retried as if the payment were
    // locked.
    lockedVersions.delete(key);
    // Of several plans of an order whose hooks need the order, one is written. The others are retried, so
    // that each of their hooks sees the result of the hook before it.
    const isSecondOfOrder = needsOrder(item) && ordersWithHook.has(orderId);
    if (version === readVersion && !isSecondOfOrder) {
      unchanged.push(item);
      if (needsOrder(item)) ordersWithHook.add(orderId);
    } else if (isSecondOfOrder) outcomes.set(item, 'locked');
    else outcomes.set(item, version === undefined && !waitsForLocks ? 'locked' : undefined);
  }
  return unchanged;
}
