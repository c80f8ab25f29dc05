import { sql } from 'kysely';
import type { Database } from '../schema.ts';
import { Rollback, type Connection, type RunningTransaction } from '../connection.ts';
import { readOrderStatus, releaseOrder } from '../statements/orders.ts';
import { updatePayments } from '../statements/payments/writes.ts';
import { findFailure } from '../store-errors.ts';
import { getPayment, withFailure, withRefusal, type FinishedPlan, type LockedPlan } from './locked-plan.ts';

/** Error thrown when work exceeds its time limit. */
export class WorkTimeout extends Error {
  constructor(timeoutMs: number) {
    super(
      `The hook did not finish within ${timeoutMs} ms (limits.fulfillTimeoutMs). Its transaction was rolled back. ` +
        'Set time limits for its calls, or move long work to a job.',
    );
  }
}

/**
 * Runs work with a time limit.
 *
 * @throws WorkTimeout when the work takes longer than `timeoutMs`. The work itself cannot be stopped.
 */
export async function withTimeout<Result>(
  work: () => Result | Promise<Result>,
  timeoutMs: number | undefined,
): Promise<Result> {
  const result = work();
  if (timeoutMs === undefined || !(result instanceof Promise)) return result;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new WorkTimeout(timeoutMs)), timeoutMs);
    timer.unref();
  });
  // `Promise.race` handles a later rejection of the other promise.
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}

/** Error thrown to roll back a whole transaction, because work without a savepoint has thrown. */
export class WorkFailedRollback extends Rollback {}

/** Error thrown to abandon a whole transaction, because its work exceeded the time limit and cannot be stopped. */
export class WorkTimeoutRollback extends Rollback {
  readonly update: unknown;
  readonly timeout: WorkTimeout;

  constructor(update: unknown, timeout: WorkTimeout) {
    super();
    this.update = update;
    this.timeout = timeout;
  }
}

/** Savepoints are used for this time after a failure, because more failures are likely. */
const durationMs = 60_000;

/**
 * Decides whether the updates of a batch use savepoints: for a minute after work of the shop
 * that has used `tx` has thrown.
 */
export class SavepointMode {
  #endsAt = Number.NEGATIVE_INFINITY;

  /** True while savepoints are used. */
  get isOn(): boolean {
    return performance.now() < this.#endsAt;
  }

  /** Starts the use of savepoints. Call it when work has thrown. */
  begin(): void {
    this.#endsAt = performance.now() + durationMs;
  }
}

/**
 * The maximum time of the work in one transaction, in milliseconds. The last payment of a batch waits for
 * this time.
 */
const maxTransactionMs = 250;

/**
 * Decides how many updates may share a transaction, by observing the shop's work (`onPaid`).
 *
 * Writes with `tx` are committed or rolled back with the transaction. Other effects of the work are repeated
 * when the transaction is rolled back. Therefore work that does not use `tx` runs in a separate transaction:
 * its success is stored at once, and a failure of other work does not repeat it.
 */
export class BatchSizer {
  #averageMs = 0;
  #workUsesTx = false;

  /**
   * The maximum size of the next batch. It is 1 unless the last work has used `tx`. For slow work it is
   * small.
   */
  get maxBatchSize(): number {
    return this.#workUsesTx ? Math.floor(maxTransactionMs / this.#averageMs) : 1;
  }

  /**
   * Runs work, and records its duration and whether it used `tx`. The average increases fast and decreases
   * slowly, so that the first slow work already reduces the next batch.
   */
  async runAndMeasure<Result>(
    work: () => Promise<Result>,
    { hasUsedTx }: { readonly hasUsedTx: () => boolean },
  ): Promise<Result> {
    const startedAt = performance.now();
    try {
      const result = await work();
      this.#workUsesTx = hasUsedTx();
      return result;
    } finally {
      const tookMs = performance.now() - startedAt;
      const weight = tookMs > this.#averageMs ? 0.5 : 0.1;
      this.#averageMs = this.#averageMs * (1 - weight) + tookMs * weight;
    }
  }
}

/** How the work of a batch runs. */
export interface WorkContext<Tx> {
  readonly connection: Connection;
  readonly createTx: (runningTransaction: RunningTransaction) => Tx;
  readonly batchSizer: BatchSizer;
  readonly savepointMode: SavepointMode;
  readonly timeouts: Timeouts;
  /** Whether each work has a savepoint, so that failed work is rolled back without the other work. */
  readonly hasSavepoints: boolean;
}

/** The plans whose work exceeded its time limit in an earlier transaction, with their errors. */
export type Timeouts = ReadonlyMap<unknown, WorkTimeout>;

/** Runs the work of the plans one after the other. Failed work is rolled back, and its hook stays due. */
export async function runWork<Tx>(
  { connection, createTx, batchSizer, savepointMode, hasSavepoints, timeouts }: WorkContext<Tx>,
  {
    db,
    runningTransaction,
    mayRepeat,
  }: { readonly db: Database; readonly runningTransaction: RunningTransaction; readonly mayRepeat: boolean },
  lockedPlans: readonly LockedPlan<Tx>[],
): Promise<readonly FinishedPlan<Tx>[]> {
  const tx = createTx(runningTransaction);
  const orderIds = lockedPlans.flatMap(({ run, payment }) =>
    run?.work.needsOrder === true ? [payment.orderId] : [],
  );
  const orders = await readOrderStatus(connection, db, orderIds);
  const finishedPlans: FinishedPlan<Tx>[] = [];
  for (const locked of lockedPlans) {
    const { item, payment, run } = locked;
    const timeout = timeouts.get(item);
    if (run === undefined || timeout !== undefined) {
      finishedPlans.push(run === undefined ? locked : withFailure(locked, timeout));
      continue;
    }
    const { work } = run;
    const useCountBefore = runningTransaction.useCount;
    if (hasSavepoints) await sql`savepoint pgw_work`.execute(db);
    try {
      const hookContext = { tx, order: orders.get(payment.orderId), refund: undefined };
      const callHook = () => connection.runInContextOfBoot(() => work.work(payment, hookContext));
      const runInTime = () => withTimeout(callHook, work.timeoutMs);
      const refusal = await batchSizer.runAndMeasure(runInTime, {
        hasUsedTx: () => runningTransaction.useCount !== useCountBefore,
      });
      finishedPlans.push(refusal ? withRefusal(locked, refusal) : locked);
    } catch (error) {
      if (error instanceof WorkTimeout) {
        await runningTransaction.abandon(connection);
        throw new WorkTimeoutRollback(item, error);
      }
      if (mayRepeat && findFailure(error, 'conflict') !== undefined) throw error;
      // Work that has not used `tx` needs no rollback.
      const hasUsedTx = runningTransaction.useCount !== useCountBefore;
      if (hasUsedTx) savepointMode.begin();
      if (hasSavepoints) await sql`rollback to savepoint pgw_work`.execute(db);
      else if (hasUsedTx) throw new WorkFailedRollback();
      finishedPlans.push(withFailure(locked, error));
    }
  }
  const changed = finishedPlans.filter(({ failure, refusal }) => failure ?? refusal);
  if (changed.length > 0) await updatePayments(connection, db, changed.map(getPayment));
  for (const { payment, refusal } of changed) if (refusal) await releaseOrder(db, payment);
  return finishedPlans;
}
