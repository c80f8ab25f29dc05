import { foldReference } from '@pgw/protocol';
import { sql } from 'kysely';
import type { Payment } from '../../payments/payment.ts';
import type { Note } from '../../payments/timeline.ts';
import type { Settled, Settlement } from '../store.ts';
import { batched } from './batches.ts';
import type { Connection, Database } from './connection.ts';
import { insertInto, runGiven, snakeCase, type Given } from './given.ts';
import { endCallbacks } from './inbox.ts';
import { insertNotes } from './notes.ts';
import { Pace } from './pace.ts';
import { integer } from './tables.ts';

/** What became of one settlement: `locked` when somebody else is at work on the payment. */
type Outcome = Settled | undefined | 'locked';

export interface SettlementOptions<Tx> {
  /** Transactions that settle at once. */
  readonly lanes: number;
  readonly handle: () => Tx;
}

/**
 * Writes settlements, those of one moment in one transaction. It never waits for a row that is locked: such a payment is
 * settled by itself afterwards, and keeps nobody else. How many go together follows from how long their work takes.
 */
export function settlements<Tx>(
  connection: Connection,
  { lanes, handle }: SettlementOptions<Tx>,
): (settlement: Settlement<Tx>) => Promise<Settled | undefined> {
  const pace = new Pace();
  const write = (items: readonly Settlement<Tx>[], isPatient: boolean): Promise<readonly Outcome[]> =>
    writeTogether({ connection, handle, pace, items, isPatient });
  const together = batched({
    lanes,
    most: () => pace.most,
    run: (items: readonly Settlement<Tx>[]) => write(items, false),
  });
  return async (settlement) => {
    const outcome = connection.isInTransaction ? 'locked' : await together(settlement);
    if (outcome !== 'locked') return outcome;
    const [settled] = await write([settlement], true);
    return settled === 'locked' ? undefined : settled;
  };
}

interface Together<Tx> {
  readonly connection: Connection;
  readonly handle: () => Tx;
  readonly pace: Pace;
  readonly items: readonly Settlement<Tx>[];
  /** Waits for a row that is locked. */
  readonly isPatient: boolean;
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
  await connection.transaction(async (db) => {
    outcomes.clear();
    const winners: Settlement<Tx>[] = [];
    const locked = await lockedVersions(together, db);
    for (const settlement of items) {
      const key = foldReference(settlement.payment.reference);
      const version = locked.get(key);
      // The second of one payment in one batch finds its row taken.
      locked.delete(key);
      if (version === settlement.payment.version) winners.push(settlement);
      else outcomes.set(settlement, version === undefined && !together.isPatient ? 'locked' : undefined);
    }
    if (winners.length === 0) return;
    const claims = await claimOrders(connection, db, winners);
    const won = winners.map((settlement) => decided(settlement, claims));
    await writePayments(connection, db, won);
    const settled = await workThrough(together, db, won);
    await insertNotes(connection, db, settled.flatMap(notesOf));
    const ended = winners.flatMap(({ callbacks }) => callbacks);
    await endCallbacks(connection, db, ended);
    for (const { settlement, payment, failure } of settled)
      outcomes.set(settlement, failure === undefined ? { payment } : { payment, failure });
  });
  return items.map((item) => outcomes.get(item));
}

/** Versions of the payments whose rows are locked now, by their folded references. */
async function lockedVersions<Tx>(
  { connection, items, isPatient }: Together<Tx>,
  db: Database,
): Promise<Map<string, number>> {
  const keys = items.map(({ payment }) => foldReference(payment.reference));
  const rows = await db
    .selectFrom('pgwPayments')
    .select(['referenceKey', 'version'])
    .where('referenceKey', 'in', keys)
    .$if(connection.locksRows, (query) => query.forUpdate())
    .$if(connection.locksRows && !isPatient, (query) => query.skipLocked())
    .execute();
  return new Map(rows.map(({ referenceKey, version }) => [referenceKey, integer.parse(version)]));
}

const orderClaims = insertInto('pgw_orders', { orderId: 'text', referenceKey: 'text' });
const newClaims: Given = {
  ...orderClaims,
  // Everyone claims in the same order, so that none waits for the other in a circle. See `manyCallbacks` for the condition.
  statement: (given) =>
    `${orderClaims.statement(given)} where true order by given."orderId" on conflict do nothing returning order_id`,
};

/** Claims the orders of payments that become due. Answers who has each, by order. */
async function claimOrders<Tx>(
  connection: Connection,
  db: Database,
  winners: readonly Settlement<Tx>[],
): Promise<Map<string, string>> {
  const due = winners.filter(({ change }) => change.fulfilment === 'due');
  if (due.length === 0) return new Map();
  const wanted = due.map(({ payment: { orderId, reference } }) => ({
    orderId,
    referenceKey: foldReference(reference),
  }));
  const claimed = await runGiven(connection, db, newClaims, wanted);
  if (claimed.length === wanted.length) {
    return new Map(wanted.map(({ orderId, referenceKey }) => [orderId, referenceKey]));
  }
  const orders = wanted.map(({ orderId }) => orderId);
  const rows = await db.selectFrom('pgwOrders').selectAll().where('orderId', 'in', orders).execute();
  return new Map(rows.map(({ orderId, referenceKey }) => [orderId, referenceKey]));
}

function decided<Tx>(settlement: Settlement<Tx>, claims: ReadonlyMap<string, string>): Won<Tx> {
  const { payment, change, fulfil } = settlement;
  const next = { ...payment, ...change, version: payment.version + 1 };
  if (change.fulfilment !== 'due') return { settlement, payment: next, isWithheld: false };
  if (claims.get(payment.orderId) !== foldReference(payment.reference)) {
    return { settlement, payment: { ...next, ...withheld(payment) }, isWithheld: true };
  }
  const fulfilled = fulfil === undefined ? {} : { ...done, fulfilAttempts: payment.fulfilAttempts };
  return { settlement, payment: { ...next, ...fulfilled }, isWithheld: false };
}

const done = { fulfilment: 'done', nextFulfilAt: null } as const;

function withheld({ fulfilAttempts }: Payment) {
  return { fulfilment: 'withheld', nextFulfilAt: null, fulfilAttempts } as const;
}

const changedColumns = {
  state: 'text',
  transactionNumber: 'text',
  gatewayStatus: 'integer',
  settledAt: 'bigint',
  askedAt: 'bigint',
  nextAskAt: 'bigint',
  fulfilment: 'text',
  fulfilAttempts: 'integer',
  nextFulfilAt: 'bigint',
  version: 'integer',
} as const;

const paymentUpdates: Given = {
  columns: { referenceKey: 'text', ...changedColumns },
  statement: (given) => {
    const changes = Object.keys(changedColumns).map((name) => `${snakeCase(name)} = given."${name}"`);
    return `update pgw_payments set ${changes.join(', ')} from ${given} where pgw_payments.reference_key = given."referenceKey"`;
  },
};

function writePayments<Tx>(connection: Connection, db: Database, won: readonly Won<Tx>[]): Promise<unknown> {
  const rows = won.map(({ payment }) => ({ ...payment, referenceKey: foldReference(payment.reference) }));
  return runGiven(connection, db, paymentUpdates, rows);
}

type Worked<Tx> = Won<Tx> & { readonly failure: Settled['failure'] };

/** Runs the work of each, one after the other; what fails is undone by itself and its payment is due. */
async function workThrough<Tx>(
  { connection, handle, pace }: Together<Tx>,
  db: Database,
  won: readonly Won<Tx>[],
): Promise<readonly Worked<Tx>[]> {
  const worked: Worked<Tx>[] = [];
  for (const one of won) {
    const { settlement, payment } = one;
    const work = payment.fulfilment === 'done' ? settlement.fulfil?.work : undefined;
    if (work === undefined) {
      worked.push({ ...one, failure: undefined });
      continue;
    }
    await sql`savepoint pgw_work`.execute(db);
    try {
      await pace.timed(() => work(payment, handle()));
      worked.push({ ...one, failure: undefined });
    } catch (error) {
      await sql`rollback to savepoint pgw_work`.execute(db);
      const { payment: before, change } = settlement;
      const due = { ...before, ...change, version: payment.version };
      worked.push({ ...one, payment: due, failure: { error } });
    }
  }
  const failed = worked.filter(({ failure }) => failure !== undefined);
  if (failed.length > 0) await writePayments(connection, db, failed);
  return worked;
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
  const isDone = fulfil !== undefined && payment.fulfilment === 'done';
  return isDone ? [...notes, fulfil.note] : notes;
}
