import { setTimeout as wait } from 'node:timers/promises';
import { normalizeReference } from '@pgw/protocol';
import { sql } from 'kysely';
import type { UpdatedPayment, PaymentUpdate } from '../../../model/ports/store.ts';
import {
  applyReservation,
  createLockedError,
  getReferenceKey,
  hasOrderedCall,
  holdCall,
  isReservation,
  needsOrder,
  toDueHooks,
  withFailure,
  withRefusal,
  toNotes,
  getPayment,
  type FinishedUpdate,
  type LockedUpdate,
} from './locked-update.ts';
import { SavepointMode } from './savepoint-mode.ts';
import { BatchSizer } from './batch-sizer.ts';
import type { Connection, Database, RunningTransaction } from '../connection.ts';
import { findFailure } from '../store-errors.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { insertHooks, readCalls } from '../statements/hooks/hook-calls.ts';
import { lockOrders, readOrderStatus, releaseOrder } from '../statements/orders/orders.ts';
import { endUpdates, lockPayments, updatePayments } from '../statements/payments/payment-updates.ts';
import { WorkTimeoutRollback, WorkFailedRollback } from './rollbacks.ts';
import { withTimeout, WorkTimeout } from './time-limit.ts';

/**
 * The outcome of one update. `locked`: another transaction has locked the payment, or an earlier update
 * of the batch has the same payment. Undefined: the payment has changed. In both cases, nothing was written.
 */
type Outcome = UpdatedPayment | undefined | 'locked';

/** The resources of an update writer. */
export interface UpdateWriterOptions<Tx> {
  /** The maximum number of transactions that write updates at the same time. */
  readonly maxTransactions: number;
  /** Limits the updates and fulfillments that run at the same time. */
  readonly limiter: ConcurrencyLimiter;
  /** Makes the `tx` of `onPaid`. */
  readonly createTx: (runningTransaction: RunningTransaction) => Tx;
}

/** The updates whose work exceeded its time limit in an earlier transaction, with their errors. */
type Timeouts = ReadonlyMap<unknown, WorkTimeout>;

/** Writes an update; see `Store.commitUpdate`. */
export type UpdateWriter<Tx> = (update: PaymentUpdate<Tx>) => Promise<UpdatedPayment | undefined>;

/**
 * Creates the function that writes updates. Concurrent updates share a transaction. A locked payment
 * is retried for five seconds and does not delay the others. The size of a batch depends on the shop's work:
 * see {@link BatchSizer}.
 *
 * The updates of a batch share a transaction without savepoints, because each savepoint is a round trip.
 * When the work of one update has used `tx` and throws, the transaction is rolled back and repeated with
 * savepoints, so that only this work is rolled back. Savepoints are then used until no such work has thrown
 * for a minute.
 */
export function createUpdateWriter<Tx>(
  connection: Connection,
  { maxTransactions, limiter, createTx }: UpdateWriterOptions<Tx>,
): UpdateWriter<Tx> {
  const batchSizer = new BatchSizer();
  const savepointMode = new SavepointMode();
  /** Writes updates. Repeats them with savepoints when the work of one has failed. */
  const writeBatch = async (
    items: readonly PaymentUpdate<Tx>[],
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
  /** Writes updates. Repeats them when the work of one has exceeded its time limit, without this work. */
  const writeWithTimeLimits = async (
    items: readonly PaymentUpdate<Tx>[],
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
  const writeInBatch = connection.batch('commitUpdate', {
    maxConcurrentBatches: maxTransactions,
    // After a lost connection, the work is not repeated at once. The sweep runs it again by its schedule.
    mayRetry: (error) => findFailure(error, 'connectionLost') === undefined,
    maxBatchSize: () =>
      Math.min(batchSizer.maxBatchSize, savepointMode.isOn ? maxBatchSizeWithSavepoints : maxBatchSize),
    run: (items: readonly PaymentUpdate<Tx>[]) =>
      limiter.run(() => writeWithTimeLimits(items, { waitsForLocks: false })),
  });
  const writeAlone = async (update: PaymentUpdate<Tx>): Promise<UpdatedPayment | undefined> => {
    const [updated] = await writeWithTimeLimits([update], { waitsForLocks: true });
    return updated === 'locked' ? undefined : updated;
  };
  return async (update) => {
    // Inside a transaction, only its connection can be used.
    if (connection.isInTransaction) return writeAlone(update);
    for (const pauseMs of pausesMs) {
      const outcome = await writeInBatch(update);
      if (outcome !== 'locked') return outcome;
      // Without row locks, the payment has two updates in the batch, or it does not exist.
      if (!connection.backend.hasRowLocks) return writeAlone(update);
      await wait(pauseMs);
    }
    throw createLockedError(update.payment);
  };
}

/**
 * The pauses after attempts for a locked payment, about five seconds in total. During a pause no connection
 * is used, because the work that has locked the payment may need it.
 */
const pausesMs = [2, 4, 8, 16, 32, 64, 125, 250, 500, 1_000, 1_000, 1_000, 1_000];

const maxBatchSize = 64;
/**
 * A transaction whose work reports a conflict is repeated in the attempts before this one. From this attempt
 * on, such work counts as failed.
 */
const maxConflictAttempts = 5;
/** PostgreSQL handles this number of subtransactions efficiently. */
const maxBatchSizeWithSavepoints = 32;

interface BatchContext<Tx> {
  readonly connection: Connection;
  readonly createTx: (runningTransaction: RunningTransaction) => Tx;
  readonly batchSizer: BatchSizer;
  readonly savepointMode: SavepointMode;
  readonly items: readonly PaymentUpdate<Tx>[];
  /** Whether the transaction waits for locked rows. */
  readonly waitsForLocks: boolean;
  readonly timeouts: Timeouts;
  /** Whether each work has a savepoint, so that failed work is rolled back without the other work. */
  readonly hasSavepoints: boolean;
}

/** Writes updates in one transaction. */
async function writeInTransaction<Tx>(context: BatchContext<Tx>): Promise<readonly Outcome[]> {
  const { connection, items } = context;
  const outcomes = new Map<PaymentUpdate<Tx>, Outcome>();
  let attempts = 0;
  await connection.transaction(async (db, runningTransaction) => {
    attempts += 1;
    outcomes.clear();
    const updates = await lockUpdates(context, db, outcomes);
    if (updates.length === 0) return;
    const reservations = await lockOrdersOf(context, db, updates);
    const calls = await readCalls(db, updates.filter(hasOrderedCall).map(getReferenceKey));
    const lockedUpdates = updates.map((update) => holdCall(applyReservation(update, reservations), calls));
    await updatePayments(connection, db, lockedUpdates.map(getPayment));
    for (const { payment, releasesOrder } of updates) if (releasesOrder) await releaseOrder(db, payment);
    const finishedUpdates = await runWork(
      context,
      { db, runningTransaction, mayRepeat: attempts < maxConflictAttempts },
      lockedUpdates,
    );
    await insertHooks(db, finishedUpdates.flatMap(toDueHooks));
    // This is the last statement. If a failed statement has ended the transaction, this statement throws. A
    // commit would not throw.
    await endUpdates(connection, db, {
      notes: finishedUpdates.flatMap(toNotes),
      callbacks: updates.flatMap(({ callbacks }) => callbacks),
    });
    for (const { update, payment, work, failure, isWithheld } of finishedUpdates)
      outcomes.set(update, { payment, hook: work && update.hook?.due, failure, isWithheld });
  });
  return items.map((item) => outcomes.get(item));
}

/**
 * Locks the payments whose version has not changed, and resolves with their updates. Adds the outcomes of
 * the others to `outcomes`.
 */
async function lockUpdates<Tx>(
  { connection, items, waitsForLocks }: BatchContext<Tx>,
  db: Database,
  outcomes: Map<PaymentUpdate<Tx>, Outcome>,
): Promise<readonly PaymentUpdate<Tx>[]> {
  const unchangedUpdates: PaymentUpdate<Tx>[] = [];
  const ordersWithHook = new Set<string>();
  const lockedVersions = await lockPayments(connection, db, {
    payments: items.map(getPayment),
    waitsForLocks,
  });
  for (const update of items) {
    const key = normalizeReference(update.payment.reference);
    const version = lockedVersions.get(key);
    // A second update of the same payment in the batch is not written. It is retried as if the payment were
    // locked.
    lockedVersions.delete(key);
    // Of several updates of an order whose hooks need the order, one is written. The others are retried, so
    // that each of their hooks sees the result of the hook before it.
    const isSecondOfOrder = needsOrder(update) && ordersWithHook.has(update.payment.orderId);
    if (version === update.payment.version && !isSecondOfOrder) {
      unchangedUpdates.push(update);
      if (needsOrder(update)) ordersWithHook.add(update.payment.orderId);
    } else if (isSecondOfOrder) outcomes.set(update, 'locked');
    else outcomes.set(update, version === undefined && !waitsForLocks ? 'locked' : undefined);
  }
  return unchangedUpdates;
}

/** Locks or reserves the orders of updates that need it; see `lockOrders`. */
function lockOrdersOf<Tx>(
  { connection }: BatchContext<Tx>,
  db: Database,
  updates: readonly PaymentUpdate<Tx>[],
): Promise<ReadonlyMap<string, string | null>> {
  const locks = updates
    .filter((update) => isReservation(update) || needsOrder(update))
    .map((update) => ({ payment: update.payment, isReservation: isReservation(update) }));
  return lockOrders(connection, db, locks);
}

/**
 * Runs the work of the updates one after the other. Failed work is rolled back, and its hook stays due.
 */
async function runWork<Tx>(
  { connection, createTx, batchSizer, savepointMode, hasSavepoints, timeouts }: BatchContext<Tx>,
  {
    db,
    runningTransaction,
    mayRepeat,
  }: { readonly db: Database; readonly runningTransaction: RunningTransaction; readonly mayRepeat: boolean },
  lockedUpdates: readonly LockedUpdate<Tx>[],
): Promise<readonly FinishedUpdate<Tx>[]> {
  const tx = createTx(runningTransaction);
  const orderIds = lockedUpdates.flatMap(({ work, payment }) =>
    work?.needsOrder === true ? [payment.orderId] : [],
  );
  const orders = await readOrderStatus(connection, db, orderIds);
  const finishedUpdates: FinishedUpdate<Tx>[] = [];
  for (const lockedUpdate of lockedUpdates) {
    const { update, payment, work } = lockedUpdate;
    if (work === undefined) {
      finishedUpdates.push({ ...lockedUpdate, failure: undefined });
      continue;
    }
    const timeout = timeouts.get(update);
    if (timeout !== undefined) {
      finishedUpdates.push(withFailure(lockedUpdate, timeout));
      continue;
    }
    const useCountBefore = runningTransaction.useCount;
    if (hasSavepoints) await sql`savepoint pgw_work`.execute(db);
    try {
      const hookContext = { tx, order: orders.get(payment.orderId), refund: undefined };
      const run = () => withTimeout(() => work.work(payment, hookContext), work.timeoutMs);
      const refusal = await batchSizer.runAndMeasure(run, {
        hasUsedTx: () => runningTransaction.useCount !== useCountBefore,
      });
      finishedUpdates.push(
        refusal ? withRefusal(lockedUpdate, refusal) : { ...lockedUpdate, failure: undefined },
      );
    } catch (error) {
      if (error instanceof WorkTimeout) {
        await runningTransaction.abandon(connection);
        throw new WorkTimeoutRollback(update, error);
      }
      if (mayRepeat && findFailure(error, 'conflict') !== undefined) throw error;
      // Work that has not used `tx` needs no rollback.
      const hasUsedTx = runningTransaction.useCount !== useCountBefore;
      if (hasUsedTx) savepointMode.begin();
      if (hasSavepoints) await sql`rollback to savepoint pgw_work`.execute(db);
      else if (hasUsedTx) throw new WorkFailedRollback();
      finishedUpdates.push(withFailure(lockedUpdate, error));
    }
  }
  const changed = finishedUpdates.filter(({ failure, refusal }) => failure ?? refusal);
  if (changed.length > 0) await updatePayments(connection, db, changed.map(getPayment));
  for (const { payment, refusal } of changed) if (refusal) await releaseOrder(db, payment);
  return finishedUpdates;
}
