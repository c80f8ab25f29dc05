import { setTimeout as wait } from 'node:timers/promises';
import { foldReference, PgwError } from '@pgw/protocol';
import { sql } from 'kysely';
import type { Payment } from '../../../payments/payment.ts';
import { changedPayment } from '../../../payments/payment-change.ts';
import type { Note } from '../../../payments/timeline.ts';
import type { Settled, Settlement } from '../../../payments/store.ts';
import { batched } from './batches.ts';
import { SavepointMode } from './savepoint-mode.ts';
import { BatchSizer } from './batch-sizer.ts';
import { Undone, type Connection, type Database, type Running } from '../connection.ts';
import { isConflict, isConnectionLost } from '../dialects/conflicts.ts';
import type { Slots } from './slots.ts';
import { claimOrders, endSettlements, lockPayments, updatePayments } from '../statements/settlements.ts';
import { withTimeout, WorkTimeout } from './time-limit.ts';

/** What became of one settlement: `locked` when somebody else is at work on the payment. */
type Outcome = Settled | undefined | 'locked';

export interface SettlementOptions<Tx> {
  /** Transactions that settle at once. */
  readonly lanes: number;
  readonly slots: Slots;
  readonly handle: (running: Running) => Tx;
}

/** Undoes a whole transaction, because work has thrown that has no savepoint of its own. */
class WorkThrew extends Undone {}

/** The work of settlements that took too long, in an earlier transaction. */
type Timeouts = ReadonlyMap<unknown, WorkTimeout>;

/** Gives a whole transaction up, because work in it took too long and cannot be stopped. */
class WorkAbandoned extends Undone {
  readonly settlement: unknown;
  readonly timeout: WorkTimeout;

  constructor(settlement: unknown, timeout: WorkTimeout) {
    super();
    this.settlement = settlement;
    this.timeout = timeout;
  }
}

/**
 * Writes settlements, those of one moment in one transaction. It never waits for a row that is locked: such a payment is
 * tried again for a while, and keeps nobody else. How many go together follows from what their work does, and how long it takes.
 *
 * Several share a transaction without savepoints, each of which would be a round trip. When the work of one throws, the whole
 * is undone and done again with them: that work is then undone alone, and so is any other until none has thrown for a minute.
 */
export function settlements<Tx>(
  connection: Connection,
  { lanes, slots, handle }: SettlementOptions<Tx>,
): (settlement: Settlement<Tx>) => Promise<Settled | undefined> {
  const batchSizer = new BatchSizer();
  const savepointMode = new SavepointMode();
  const attempt = async (
    items: readonly Settlement<Tx>[],
    { waitsForLocks, timeouts }: { readonly waitsForLocks: boolean; readonly timeouts: Timeouts },
  ): Promise<readonly Outcome[]> => {
    const together = { connection, handle, batchSizer, savepointMode, items, waitsForLocks, timeouts };
    const isAlone = items.length === 1 || connection.isInTransaction;
    // SQLite is in this process, where a savepoint costs next to nothing.
    if (isAlone || savepointMode.isOn || !connection.locksRows) {
      return writeTogether({ ...together, hasSavepoints: true });
    }
    try {
      return await writeTogether({ ...together, hasSavepoints: false });
    } catch (error) {
      if (!(error instanceof WorkThrew)) throw error;
      return writeTogether({ ...together, hasSavepoints: true });
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
        // Written again in another transaction: its work counts as failed, and that of the others runs again.
        timeouts.set(error.settlement, error.timeout);
      }
    }
  };
  const together = batched({
    lanes,
    // The work has run once in this step of its schedule. The sweep runs it again at the next one.
    mayRetry: (error) => !isConnectionLost(error),
    most: () => Math.min(batchSizer.most, savepointMode.isOn ? maxBatchSizeWithSavepoints : maxBatchSize),
    run: (items: readonly Settlement<Tx>[]) => slots.run(() => write(items, false)),
  });
  const alone = async (settlement: Settlement<Tx>): Promise<Settled | undefined> => {
    const [settled] = await write([settlement], true);
    return settled === 'locked' ? undefined : settled;
  };
  return async (settlement) => {
    // Inside a transaction nothing but its own connection can be used; on SQLite nobody holds a row that is to be written.
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
 * How long a payment is waited for that somebody is at work on, five seconds in all. Without a connection: the work may need one that
 * those who wait for its end would keep.
 */
const pausesMs = [2, 4, 8, 16, 32, 64, 125, 250, 500, 1_000, 1_000, 1_000, 1_000];

function busy({ reference }: Payment): PgwError {
  const message =
    `Somebody is at work on payment ${reference}, perhaps an onPaid that takes long. Nothing was written; it may be tried again. ` +
    'Keep onPaid short: write with tx, and leave what takes long to a job.';
  return new PgwError('store-unavailable', message, { retryable: true, ids: { reference } });
}

const maxBatchSize = 64;
/** Work that says each time that it met another transaction is taken for work that fails: it would keep the others for ever. */
const maxRepeats = 5;
/** PostgreSQL keeps track of so many subtransactions with ease. */
const maxBatchSizeWithSavepoints = 32;

interface Together<Tx> {
  readonly connection: Connection;
  readonly handle: (running: Running) => Tx;
  readonly batchSizer: BatchSizer;
  readonly savepointMode: SavepointMode;
  readonly items: readonly Settlement<Tx>[];
  /** Waits for a row that is locked. */
  readonly waitsForLocks: boolean;
  readonly timeouts: Timeouts;
  /** Undoes work that throws by itself. */
  readonly hasSavepoints: boolean;
}

/** A settlement that has its row's lock, and what its payment becomes. */
interface Won<Tx> {
  readonly settlement: Settlement<Tx>;
  readonly payment: Payment;
  readonly isWithheld: boolean;
}

async function writeTogether<Tx>(together: Together<Tx>): Promise<readonly Outcome[]> {
  const { connection, items } = together;
  const outcomes = new Map<Settlement<Tx>, Outcome>();
  let tries = 0;
  await connection.transaction(async (db, running) => {
    tries += 1;
    outcomes.clear();
    const winners = await lockWinners(together, db, outcomes);
    if (winners.length === 0) return;
    const due = winners.filter(({ change }) => change.fulfilment?.state === 'due');
    const claims = await claimOrders(connection, db, due.map(paymentOf));
    const won = winners.map((settlement) => decided(settlement, claims));
    await updatePayments(connection, db, won.map(paymentOf));
    const settled = await workThrough(together, { db, running, mayRepeat: tries < maxRepeats }, won);
    // Last of all: in a transaction that a failed statement has ended, this one says so, which a commit does not.
    await endSettlements(connection, db, {
      notes: settled.flatMap(notesOf),
      callbacks: winners.flatMap(({ callbacks }) => callbacks),
    });
    for (const { settlement, payment, failure } of settled)
      outcomes.set(settlement, failure === undefined ? { payment } : { payment, failure });
  });
  return items.map((item) => outcomes.get(item));
}

/** Locks the payments as they were read, and answers those; of the others it tells what became of them. */
async function lockWinners<Tx>(
  { connection, items, waitsForLocks }: Together<Tx>,
  db: Database,
  outcomes: Map<Settlement<Tx>, Outcome>,
): Promise<readonly Settlement<Tx>[]> {
  const winners: Settlement<Tx>[] = [];
  const locked = await lockPayments(connection, db, { payments: items.map(paymentOf), waitsForLocks });
  for (const settlement of items) {
    const key = foldReference(settlement.payment.reference);
    const version = locked.get(key);
    // The second of one payment in one batch finds its row taken.
    locked.delete(key);
    if (version === settlement.payment.version) winners.push(settlement);
    else outcomes.set(settlement, version === undefined && !waitsForLocks ? 'locked' : undefined);
  }
  return winners;
}

function paymentOf({ payment }: { readonly payment: Payment }): Payment {
  return payment;
}

function decided<Tx>(settlement: Settlement<Tx>, claims: ReadonlyMap<string, string>): Won<Tx> {
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

type Worked<Tx> = Won<Tx> & { readonly failure: Settled['failure'] };

/** Runs the work of each, one after the other; what fails is undone by itself and its payment is due. */
async function workThrough<Tx>(
  { connection, handle, batchSizer, savepointMode, hasSavepoints, timeouts }: Together<Tx>,
  {
    db,
    running,
    mayRepeat,
  }: { readonly db: Database; readonly running: Running; readonly mayRepeat: boolean },
  won: readonly Won<Tx>[],
): Promise<readonly Worked<Tx>[]> {
  const tx = handle(running);
  const worked: Worked<Tx>[] = [];
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
      await batchSizer.timed(() => withTimeout(() => work(payment, tx), timeoutMs), {
        hasUsedTx: () => running.uses !== usesBefore,
      });
      worked.push({ ...one, failure: undefined });
    } catch (error) {
      if (error instanceof WorkTimeout) {
        await running.abandon(connection);
        throw new WorkAbandoned(settlement, error);
      }
      if (mayRepeat && isConflict(error)) throw error;
      // Work that has written nothing here has nothing to be undone.
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

function failedWork<Tx>(one: Won<Tx>, error: unknown): Worked<Tx> {
  const { payment, change } = one.settlement;
  return { ...one, payment: changedPayment(payment, change), failure: { error } };
}

function notesOf<Tx>({ settlement, payment, isWithheld }: Worked<Tx>): readonly Note[] {
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
