import { setTimeout as wait } from 'node:timers/promises';
import { foldReference } from '@pgw/protocol';
import { sql } from 'kysely';
import type { SettledPayment, Settlement } from '../../../model/ports/store.ts';
import {
  applyClaim,
  createLockedError,
  getReferenceKey,
  hasOrderedCall,
  holdCall,
  isClaim,
  needsOrder,
  toDueHooks,
  withFailure,
  withRefusal,
  toNotes,
  getPayment,
  type FinishedSettlement,
  type LockedSettlement,
} from './locked-update.ts';
import { SavepointMode } from './savepoint-mode.ts';
import { BatchSizer } from './batch-sizer.ts';
import type { Connection, Database, RunningTransaction } from '../connection.ts';
import { isConflict, isConnectionLost } from '../dialects/conflicts.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { insertHooks, readCalls } from '../statements/hook-calls.ts';
import { lockOrders, readOrderStatus, releaseOrder } from '../statements/orders.ts';
import { endSettlements, lockPayments, updatePayments } from '../statements/payment-updates.ts';
import { WorkTimeoutRollback, WorkFailedRollback } from './rollbacks.ts';
import { withTimeout, WorkTimeout } from './time-limit.ts';

/**
 * The outcome of one settlement. `locked`: another transaction has locked the payment, or an earlier settlement
 * of the batch has the same payment. Undefined: the payment has changed. In both cases, nothing was written.
 */
type Outcome = SettledPayment | undefined | 'locked';

/** The resources of a settlement writer. */
export interface SettlementOptions<Tx> {
  /** The maximum number of transactions that settle at the same time. */
  readonly maxTransactions: number;
  /** Limits the settlements and fulfilments that run at the same time. */
  readonly limiter: ConcurrencyLimiter;
  /** Makes the `tx` of `onPaid`. */
  readonly createTx: (runningTransaction: RunningTransaction) => Tx;
}

/** The settlements whose work exceeded its time limit in an earlier transaction, with their errors. */
type Timeouts = ReadonlyMap<unknown, WorkTimeout>;

/** Writes a settlement; see `Store.settlePayment`. */
export type SettlementWriter<Tx> = (settlement: Settlement<Tx>) => Promise<SettledPayment | undefined>;

/**
 * Creates the function that writes settlements. Concurrent settlements share a transaction. A locked payment
 * is retried for five seconds and does not delay the others. The size of a batch depends on the shop's work:
 * see {@link BatchSizer}.
 *
 * The settlements of a batch share a transaction without savepoints, because each savepoint is a round trip.
 * When the work of one settlement has used `tx` and throws, the transaction is rolled back and repeated with
 * savepoints, so that only this work is rolled back. Savepoints are then used until no such work has thrown
 * for a minute.
 */
export function createSettlementWriter<Tx>(
  connection: Connection,
  { maxTransactions, limiter, createTx }: SettlementOptions<Tx>,
): SettlementWriter<Tx> {
  const batchSizer = new BatchSizer();
  const savepointMode = new SavepointMode();
  /** Writes settlements. Repeats them with savepoints when the work of one has failed. */
  const writeBatch = async (
    items: readonly Settlement<Tx>[],
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
  /** Writes settlements. Repeats them when the work of one has exceeded its time limit, without this work. */
  const writeWithTimeLimits = async (
    items: readonly Settlement<Tx>[],
    { waitsForLocks }: { readonly waitsForLocks: boolean },
  ): Promise<readonly Outcome[]> => {
    const timeouts = new Map<unknown, WorkTimeout>();
    for (;;) {
      try {
        return await writeBatch(items, { waitsForLocks, timeouts });
      } catch (error) {
        if (!(error instanceof WorkTimeoutRollback) || connection.isInTransaction) throw error;
        // The next transaction stores this work as failed, and runs only the work of the other settlements.
        timeouts.set(error.settlement, error.timeout);
      }
    }
  };
  const writeInBatch = connection.batch('settlePayment', {
    maxConcurrentBatches: maxTransactions,
    // After a lost connection, the work is not repeated at once. The sweep runs it again by its schedule.
    mayRetry: (error) => !isConnectionLost(error),
    maxBatchSize: () =>
      Math.min(batchSizer.maxBatchSize, savepointMode.isOn ? maxBatchSizeWithSavepoints : maxBatchSize),
    run: (items: readonly Settlement<Tx>[]) =>
      limiter.run(() => writeWithTimeLimits(items, { waitsForLocks: false })),
  });
  const writeAlone = async (settlement: Settlement<Tx>): Promise<SettledPayment | undefined> => {
    const [settled] = await writeWithTimeLimits([settlement], { waitsForLocks: true });
    return settled === 'locked' ? undefined : settled;
  };
  return async (settlement) => {
    // Inside a transaction, only its connection can be used.
    if (connection.isInTransaction) return writeAlone(settlement);
    for (const pauseMs of pausesMs) {
      const outcome = await writeInBatch(settlement);
      if (outcome !== 'locked') return outcome;
      // Without row locks, the payment has two settlements in the batch, or it does not exist.
      if (!connection.backend.hasRowLocks) return writeAlone(settlement);
      await wait(pauseMs);
    }
    throw createLockedError(settlement.payment);
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
  readonly items: readonly Settlement<Tx>[];
  /** Whether the transaction waits for locked rows. */
  readonly waitsForLocks: boolean;
  readonly timeouts: Timeouts;
  /** Whether each work has a savepoint, so that failed work is rolled back without the other work. */
  readonly hasSavepoints: boolean;
}

/** Writes settlements in one transaction. */
async function writeInTransaction<Tx>(context: BatchContext<Tx>): Promise<readonly Outcome[]> {
  const { connection, items } = context;
  const outcomes = new Map<Settlement<Tx>, Outcome>();
  let attempts = 0;
  await connection.transaction(async (db, runningTransaction) => {
    attempts += 1;
    outcomes.clear();
    const settlements = await lockSettlements(context, db, outcomes);
    if (settlements.length === 0) return;
    const claims = await lockOrdersOf(context, db, settlements);
    const calls = await readCalls(db, settlements.filter(hasOrderedCall).map(getReferenceKey));
    const lockedSettlements = settlements.map((settlement) =>
      holdCall(applyClaim(settlement, claims), calls),
    );
    await updatePayments(connection, db, lockedSettlements.map(getPayment));
    for (const { payment, releasesOrder } of settlements) if (releasesOrder) await releaseOrder(db, payment);
    const finishedSettlements = await runWork(
      context,
      { db, runningTransaction, mayRepeat: attempts < maxConflictAttempts },
      lockedSettlements,
    );
    await insertHooks(db, finishedSettlements.flatMap(toDueHooks));
    // This is the last statement. If a failed statement has ended the transaction, this statement throws. A
    // commit would not throw.
    await endSettlements(connection, db, {
      notes: finishedSettlements.flatMap(toNotes),
      callbacks: settlements.flatMap(({ callbacks }) => callbacks),
    });
    for (const { settlement, payment, work, failure, isWithheld } of finishedSettlements)
      outcomes.set(settlement, { payment, hook: work && settlement.hook?.due, failure, isWithheld });
  });
  return items.map((item) => outcomes.get(item));
}

/**
 * Locks the payments whose version has not changed, and resolves with their settlements. Adds the outcomes of
 * the others to `outcomes`.
 */
async function lockSettlements<Tx>(
  { connection, items, waitsForLocks }: BatchContext<Tx>,
  db: Database,
  outcomes: Map<Settlement<Tx>, Outcome>,
): Promise<readonly Settlement<Tx>[]> {
  const unchangedSettlements: Settlement<Tx>[] = [];
  const ordersWithHook = new Set<string>();
  const lockedVersions = await lockPayments(connection, db, {
    payments: items.map(getPayment),
    waitsForLocks,
  });
  for (const settlement of items) {
    const key = foldReference(settlement.payment.reference);
    const version = lockedVersions.get(key);
    // A second settlement of the same payment in the batch is not written. It is retried as if the payment were
    // locked.
    lockedVersions.delete(key);
    // Of several settlements of an order whose hooks need the order, one is written. The others are retried, so
    // that each of their hooks sees the result of the hook before it.
    const isSecondOfOrder = needsOrder(settlement) && ordersWithHook.has(settlement.payment.orderId);
    if (version === settlement.payment.version && !isSecondOfOrder) {
      unchangedSettlements.push(settlement);
      if (needsOrder(settlement)) ordersWithHook.add(settlement.payment.orderId);
    } else if (isSecondOfOrder) outcomes.set(settlement, 'locked');
    else outcomes.set(settlement, version === undefined && !waitsForLocks ? 'locked' : undefined);
  }
  return unchangedSettlements;
}

/** Locks or claims the orders of settlements that need it; see `lockOrders`. */
function lockOrdersOf<Tx>(
  { connection }: BatchContext<Tx>,
  db: Database,
  settlements: readonly Settlement<Tx>[],
): Promise<ReadonlyMap<string, string | null>> {
  const locks = settlements
    .filter((settlement) => isClaim(settlement) || needsOrder(settlement))
    .map((settlement) => ({ payment: settlement.payment, isClaim: isClaim(settlement) }));
  return lockOrders(connection, db, locks);
}

/**
 * Runs the work of the settlements one after the other. Failed work is rolled back, and its hook stays due.
 */
async function runWork<Tx>(
  { connection, createTx, batchSizer, savepointMode, hasSavepoints, timeouts }: BatchContext<Tx>,
  {
    db,
    runningTransaction,
    mayRepeat,
  }: { readonly db: Database; readonly runningTransaction: RunningTransaction; readonly mayRepeat: boolean },
  lockedSettlements: readonly LockedSettlement<Tx>[],
): Promise<readonly FinishedSettlement<Tx>[]> {
  const tx = createTx(runningTransaction);
  const orderIds = lockedSettlements.flatMap(({ work, payment }) =>
    work?.needsOrder === true ? [payment.orderId] : [],
  );
  const orders = await readOrderStatus(connection, db, orderIds);
  const finishedSettlements: FinishedSettlement<Tx>[] = [];
  for (const lockedSettlement of lockedSettlements) {
    const { settlement, payment, work } = lockedSettlement;
    if (work === undefined) {
      finishedSettlements.push({ ...lockedSettlement, failure: undefined });
      continue;
    }
    const timeout = timeouts.get(settlement);
    if (timeout !== undefined) {
      finishedSettlements.push(withFailure(lockedSettlement, timeout));
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
      finishedSettlements.push(
        refusal ? withRefusal(lockedSettlement, refusal) : { ...lockedSettlement, failure: undefined },
      );
    } catch (error) {
      if (error instanceof WorkTimeout) {
        await runningTransaction.abandon(connection);
        throw new WorkTimeoutRollback(settlement, error);
      }
      if (mayRepeat && isConflict(error)) throw error;
      // Work that has not used `tx` needs no rollback.
      const hasUsedTx = runningTransaction.useCount !== useCountBefore;
      if (hasUsedTx) savepointMode.begin();
      if (hasSavepoints) await sql`rollback to savepoint pgw_work`.execute(db);
      else if (hasUsedTx) throw new WorkFailedRollback();
      finishedSettlements.push(withFailure(lockedSettlement, error));
    }
  }
  const changed = finishedSettlements.filter(({ failure, refusal }) => failure ?? refusal);
  if (changed.length > 0) await updatePayments(connection, db, changed.map(getPayment));
  for (const { payment, refusal } of changed) if (refusal) await releaseOrder(db, payment);
  return finishedSettlements;
}
