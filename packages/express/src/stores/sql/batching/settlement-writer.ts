import { setTimeout as wait } from 'node:timers/promises';
import { foldReference, PgwError } from '@pgw/protocol';
import { sql } from 'kysely';
import type { Payment } from '../../../payments/payment.ts';
import { changedPayment } from '../../../payments/payment-change.ts';
import type { Note } from '../../../payments/timeline.ts';
import type { SettledPayment, Settlement } from '../../../payments/store.ts';
import { batchCalls } from './batches.ts';
import { SavepointMode } from './savepoint-mode.ts';
import { BatchSizer } from './batch-sizer.ts';
import type { Connection, Database, Running } from '../connection.ts';
import { isConflict, isConnectionLost } from '../dialects/conflicts.ts';
import type { Slots } from './slots.ts';
import { claimOrders, endSettlements, lockPayments, updatePayments } from '../statements/settlements.ts';
import { WorkAbandoned, WorkThrew } from './rollbacks.ts';
import { withTimeout, WorkTimeout } from './time-limit.ts';

/** The outcome of one settlement. `locked`: another transaction has locked the payment. */
type Outcome = SettledPayment | undefined | 'locked';

/** The resources of a settlement writer. */
export interface SettlementOptions<Tx> {
  /** The maximum of transactions that settle at the same time. */
  readonly maxTransactions: number;
  /** Limits the settlements and fulfilments that run at the same time. */
  readonly slots: Slots;
  /** Makes the `tx` of `onPaid`. */
  readonly handle: (running: Running) => Tx;
}

/** Settlements whose work exceeded its time limit in an earlier transaction. */
type Timeouts = ReadonlyMap<unknown, WorkTimeout>;

/** Writes a settlement; see `Store.settlePayment`. */
export type SettlementWriter<Tx> = (settlement: Settlement<Tx>) => Promise<SettledPayment | undefined>;

/**
 * Makes the function that writes settlements. Concurrent settlements share a transaction; this is the only
 * place that knows of their batches. A locked payment is retried for a while and does not delay the others.
 * The size of a batch depends on the shop's work: see {@link BatchSizer}.
 *
 * The settlements of a batch share a transaction without savepoints, because each savepoint is a round trip.
 * When the work of one throws, the transaction is rolled back and repeated with savepoints, so that only that
 * work is rolled back. Savepoints are then used until no work has thrown for a minute.
 */
export function settlementWriter<Tx>(
  connection: Connection,
  { maxTransactions, slots, handle }: SettlementOptions<Tx>,
): SettlementWriter<Tx> {
  const batchSizer = new BatchSizer();
  const savepointMode = new SavepointMode();
  const attempt = async (
    items: readonly Settlement<Tx>[],
    { waitsForLocks, timeouts }: { readonly waitsForLocks: boolean; readonly timeouts: Timeouts },
  ): Promise<readonly Outcome[]> => {
    const together = { connection, handle, batchSizer, savepointMode, items, waitsForLocks, timeouts };
    const isAlone = items.length === 1 || connection.isInTransaction;
    // SQLite runs in this process, where a savepoint costs almost nothing.
    if (isAlone || savepointMode.isOn || !connection.locksRows) {
      return writeBatch({ ...together, hasSavepoints: true });
    }
    try {
      return await writeBatch({ ...together, hasSavepoints: false });
    } catch (error) {
      if (!(error instanceof WorkThrew)) throw error;
      return writeBatch({ ...together, hasSavepoints: true });
    }
  };
  const write = async (
    items: readonly Settlement<Tx>[],
    waitsForLocks: boolean,
  ): Promise<readonly Outcome[]> => {
    const timeouts = new Map<unknown, WorkTimeout>();
    for (;;) {
      try {
        return await attempt(items, { waitsForLocks, timeouts });
      } catch (error) {
        if (!(error instanceof WorkAbandoned) || connection.isInTransaction) throw error;
        // Written in another transaction: this work counts as failed, and the work of the others runs again.
        timeouts.set(error.settlement, error.timeout);
      }
    }
  };
  const together = batchCalls({
    maxConcurrentBatches: maxTransactions,
    // The work has run once in this step of its schedule. The sweep runs it again at the next one.
    mayRetry: (error) => !isConnectionLost(error),
    maxBatchSize: () =>
      Math.min(batchSizer.maxBatchSize, savepointMode.isOn ? maxBatchSizeWithSavepoints : maxBatchSize),
    run: (items: readonly Settlement<Tx>[]) => slots.run(() => write(items, false)),
  });
  const alone = async (settlement: Settlement<Tx>): Promise<SettledPayment | undefined> => {
    const [settled] = await write([settlement], true);
    return settled === 'locked' ? undefined : settled;
  };
  return async (settlement) => {
    // Inside a transaction only its own connection can be used. On SQLite a row cannot be locked by another
    // transaction.
    if (connection.isInTransaction) return alone(settlement);
    for (const pauseMs of pausesMs) {
      const outcome = await together(settlement);
      if (outcome !== 'locked') return outcome;
      if (!connection.locksRows) return alone(settlement);
      await wait(pauseMs);
    }
    throw busy(settlement.payment);
  };
}

/**
 * The pauses between attempts for a locked payment, five seconds in all. No connection is held: the work that
 * holds the lock may need one.
 */
const pausesMs = [2, 4, 8, 16, 32, 64, 125, 250, 500, 1_000, 1_000, 1_000, 1_000];

function busy({ reference }: Payment): PgwError {
  const message =
    `Payment ${reference} is locked by another transaction, possibly by a long onPaid. Nothing was written; the call may be repeated. ` +
    'Keep onPaid short: write with tx, and move long work to a job.';
  return new PgwError('store-unavailable', message, { retryable: true, ids: { reference } });
}

const maxBatchSize = 64;
/**
 * Work that reports a conflict each time counts as failed: otherwise the batch would be repeated without end.
 */
const maxRepeats = 5;
/** PostgreSQL handles this number of subtransactions efficiently. */
const maxBatchSizeWithSavepoints = 32;

interface BatchContext<Tx> {
  readonly connection: Connection;
  readonly handle: (running: Running) => Tx;
  readonly batchSizer: BatchSizer;
  readonly savepointMode: SavepointMode;
  readonly items: readonly Settlement<Tx>[];
  /** Waits for locked rows. */
  readonly waitsForLocks: boolean;
  readonly timeouts: Timeouts;
  /** Rolls back failed work alone. */
  readonly hasSavepoints: boolean;
}

/** A settlement whose row is locked, and the resulting payment. */
interface LockedSettlement<Tx> {
  readonly settlement: Settlement<Tx>;
  readonly payment: Payment;
  readonly isWithheld: boolean;
}

async function writeBatch<Tx>(together: BatchContext<Tx>): Promise<readonly Outcome[]> {
  const { connection, items } = together;
  const outcomes = new Map<Settlement<Tx>, Outcome>();
  let tries = 0;
  await connection.transaction(async (db, running) => {
    tries += 1;
    outcomes.clear();
    const winners = await lockSettlements(together, db, outcomes);
    if (winners.length === 0) return;
    const due = winners.filter(({ change }) => change.fulfilment?.state === 'due');
    const claims = await claimOrders(connection, db, due.map(paymentOf));
    const won = winners.map((settlement) => decided(settlement, claims));
    await updatePayments(connection, db, won.map(paymentOf));
    const settled = await runWork(together, { db, running, mayRepeat: tries < maxRepeats }, won);
    // The last statement: if a failed statement has ended the transaction, it throws. A commit would not
    // throw.
    await endSettlements(connection, db, {
      notes: settled.flatMap(notesOf),
      callbacks: winners.flatMap(({ callbacks }) => callbacks),
    });
    for (const { settlement, payment, failure } of settled)
      outcomes.set(settlement, failure === undefined ? { payment } : { payment, failure });
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
  const winners: Settlement<Tx>[] = [];
  const locked = await lockPayments(connection, db, { payments: items.map(paymentOf), waitsForLocks });
  for (const settlement of items) {
    const key = foldReference(settlement.payment.reference);
    const version = locked.get(key);
    // A second settlement of the same payment in a batch finds the row used.
    locked.delete(key);
    if (version === settlement.payment.version) winners.push(settlement);
    else outcomes.set(settlement, version === undefined && !waitsForLocks ? 'locked' : undefined);
  }
  return winners;
}

function paymentOf({ payment }: { readonly payment: Payment }): Payment {
  return payment;
}

function decided<Tx>(settlement: Settlement<Tx>, claims: ReadonlyMap<string, string>): LockedSettlement<Tx> {
  const { payment, change, fulfil } = settlement;
  const next = changedPayment(payment, change);
  if (change.fulfilment?.state !== 'due') return { settlement, payment: next, isWithheld: false };
  if (claims.get(payment.orderId) !== foldReference(payment.reference)) {
    return { settlement, payment: { ...next, fulfilment: ended('withheld', payment) }, isWithheld: true };
  }
  const fulfilment = fulfil === undefined ? next.fulfilment : ended('done', payment);
  return { settlement, payment: { ...next, fulfilment }, isWithheld: false };
}

/** A fulfilment that is not attempted again. The attempt of this transaction is not counted. */
function ended(state: 'done' | 'withheld', { fulfilment }: Payment): Payment['fulfilment'] {
  return { state, attempts: fulfilment.attempts, nextAttemptAt: null };
}

type FinishedSettlement<Tx> = LockedSettlement<Tx> & { readonly failure: SettledPayment['failure'] };

/**
 * Runs the work of the settlements one after the other. Failed work is rolled back, and its fulfilment stays
 * due.
 */
async function runWork<Tx>(
  { connection, handle, batchSizer, savepointMode, hasSavepoints, timeouts }: BatchContext<Tx>,
  {
    db,
    running,
    mayRepeat,
  }: { readonly db: Database; readonly running: Running; readonly mayRepeat: boolean },
  won: readonly LockedSettlement<Tx>[],
): Promise<readonly FinishedSettlement<Tx>[]> {
  const tx = handle(running);
  const worked: FinishedSettlement<Tx>[] = [];
  for (const one of won) {
    const { settlement, payment } = one;
    const work = payment.fulfilment.state === 'done' ? settlement.fulfil?.work : undefined;
    if (work === undefined) {
      worked.push({ ...one, failure: undefined });
      continue;
    }
    const timeout = timeouts.get(settlement);
    if (timeout !== undefined) {
      worked.push(failedWork(one, timeout));
      continue;
    }
    const usesBefore = running.uses;
    if (hasSavepoints) await sql`savepoint pgw_work`.execute(db);
    try {
      const { timeoutMs } = settlement.fulfil ?? {};
      await batchSizer.runTimed(() => withTimeout(() => work(payment, tx), timeoutMs), {
        hasUsedTx: () => running.uses !== usesBefore,
      });
      worked.push({ ...one, failure: undefined });
    } catch (error) {
      if (error instanceof WorkTimeout) {
        await running.abandon(connection);
        throw new WorkAbandoned(settlement, error);
      }
      if (mayRepeat && isConflict(error)) throw error;
      // Work without writes needs no rollback.
      const hasWritten = running.uses !== usesBefore;
      if (hasWritten) savepointMode.begin();
      if (hasSavepoints) await sql`rollback to savepoint pgw_work`.execute(db);
      else if (hasWritten) throw new WorkThrew();
      worked.push(failedWork(one, error));
    }
  }
  const failed = worked.filter(({ failure }) => failure !== undefined);
  if (failed.length > 0) await updatePayments(connection, db, failed.map(paymentOf));
  return worked;
}

function failedWork<Tx>(one: LockedSettlement<Tx>, error: unknown): FinishedSettlement<Tx> {
  const { payment, change } = one.settlement;
  return { ...one, payment: changedPayment(payment, change), failure: { error } };
}

function notesOf<Tx>({ settlement, payment, isWithheld }: FinishedSettlement<Tx>): readonly Note[] {
  const { notes, fulfil } = settlement;
  if (isWithheld) {
    return notes.map((note, index) =>
      index === notes.length - 1
        ? { ...note, text: `${note.text} The order is paid by another payment.` }
        : note,
    );
  }
  const isDone = fulfil !== undefined && payment.fulfilment.state === 'done';
  return isDone ? [...notes, fulfil.note] : notes;
}
