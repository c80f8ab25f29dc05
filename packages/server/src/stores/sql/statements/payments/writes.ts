import { normalizeReference } from '@pgw/protocol';
import type { Payment } from '../../../../model/payments/payment.ts';
import type { Note } from '../../../../model/payments/timeline.ts';
import {
  applyChange,
  type PaymentChange,
  type PaymentUpdateChange,
} from '../../../../model/payments/payment-change.ts';
import type { Connection } from '../../connection.ts';
import { runChanges, toSetSql, type BulkStatement, runBulkStatement } from '../../rows/bulk-statement.ts';
import { insertNotes } from '../notes.ts';
import { pickColumns, toColumnTypes, integerSchema } from '../../columns.ts';
import { tables, type Tables, type Database } from '../../schema.ts';
import { toChangedColumns, toPaymentRow } from '../../rows/payment-row.ts';
import { endCallbacks } from '../callbacks.ts';

/** The maximum number of concurrent writes of starts that share a transaction. */
const maxBatchSize = 100;

const insertColumns = toColumnTypes(tables.pgwPayments.columns);
const paymentInsert: BulkStatement = {
  columns: insertColumns,
  // All processes insert in the same order, which prevents deadlocks.
  toSql: ({ insertInto, returningKeys }) =>
    `${insertInto('pgw_payments', { order: ['orderId', 'attempt'] })} on conflict do nothing${returningKeys}`,
};

/** The columns that the gateway's response to a start changes. */
const openingColumnNames = ['state', 'transactionNumber', 'redirect', 'expiresAt', 'nextQueryAt'] as const;

const openingUpdate: BulkStatement = {
  columns: toColumnTypes(
    pickColumns(tables.pgwPayments.columns, ['referenceKey', 'version', ...openingColumnNames]),
  ),
  toSql: ({ from, joins, value, returningKeys }) =>
    `update pgw_payments set ${toSetSql(openingColumnNames, value)}, version = pgw_payments.version + 1${from} ` +
    `where ${joins('pgw_payments', 'reference_key', 'referenceKey')} and pgw_payments.version = ${value('version')}${returningKeys}`,
};

/** The compare-and-set that stores the gateway's response to a start, with its timeline entry. */
export interface Opening {
  readonly payment: Payment;
  readonly change: PaymentChange | PaymentUpdateChange;
  readonly note: Note;
}

const openingNames: ReadonlySet<string> = new Set(openingColumnNames);

/** True when a change contains only columns of an {@link Opening}. */
export function isOpening(change: PaymentChange | PaymentUpdateChange): boolean {
  return Object.keys(toChangedColumns(change)).every((name) => openingNames.has(name));
}

/** A new payment with its first timeline entry. */
export interface NewPayment {
  readonly payment: Payment;
  readonly note: Note;
}

/** The two writes of a start. */
export interface StartWriter {
  /** Stores a new payment. Resolves with false when a unique key exists already. */
  readonly insert: (newPayment: NewPayment) => Promise<boolean>;
  /** Stores the gateway's response. Resolves with undefined when the payment has changed. */
  readonly open: (opening: Opening) => Promise<Payment | undefined>;
}

/** Creates the functions that write starts. Concurrent calls of both functions share a transaction. */
export function createStartWriter(connection: Connection): StartWriter {
  const run = (writes: readonly (NewPayment | Opening)[]): Promise<readonly (Payment | undefined)[]> =>
    connection.transaction(async (db) => {
      const openings = writes.filter((write) => 'change' in write);
      const newPayments = writes.filter((write) => !('change' in write));
      // New payments are always written first, which prevents deadlocks.
      const inserted = await writeNewPayments(connection, db, newPayments);
      const written = new Map([...inserted, ...(await writeOpenings(connection, db, openings))]);
      const notes = [...written.keys()].map(({ note }) => note);
      await insertNotes(connection, db, notes);
      return writes.map((write) => written.get(write));
    });
  const writeInBatch = connection.batch('start', {
    run,
    maxBatchSize: () => maxBatchSize,
    maxConcurrentBatches: connection.backend.maxStartTransactions,
  });
  // Calls inside a transaction must write in this transaction.
  const write = async (item: NewPayment | Opening): Promise<Payment | undefined> =>
    connection.isInTransaction ? (await run([item]))[0] : writeInBatch(item);
  return {
    insert: async (newPayment) => (await write(newPayment)) !== undefined,
    open: write,
  };
}

/** The written items, and their payments afterwards. */
type Written = readonly (readonly [NewPayment, Payment])[];

async function writeNewPayments(
  connection: Connection,
  db: Database,
  items: readonly NewPayment[],
): Promise<Written> {
  const rows = items.map(({ payment }) => toStorableRow(payment));
  const areInserted = await runChanges(connection, db, paymentInsert, rows);
  return items.filter((_, index) => areInserted[index]).map((item) => [item, item.payment]);
}

async function writeOpenings(
  connection: Connection,
  db: Database,
  items: readonly Opening[],
): Promise<Written> {
  const openings = items.map((item) => {
    const opened = applyChange(item.payment, item.change);
    return { item, opened, row: toOpeningRow(item.payment, opened) };
  });
  // Only the first opening of a payment in a batch is written. They are reversed, because a map keeps the last one of each key.
  const firsts = [...new Map(openings.toReversed().map((each) => [each.row.referenceKey, each])).values()];
  const rows = firsts.map(({ row }) => row);
  const areWritten = await runChanges(connection, db, openingUpdate, rows);
  return firsts.filter((_, index) => areWritten[index]).map(({ item, opened }) => [item, opened]);
}

/** Creates the row of the update of a payment that the gateway has opened. */
function toOpeningRow({ reference, version }: Payment, opened: Payment) {
  const { state, transactionNumber, redirect, expiresAt, schedule } = opened;
  return {
    referenceKey: normalizeReference(reference),
    version,
    state,
    transactionNumber,
    redirect,
    expiresAt,
    nextQueryAt: schedule.nextQueryAt,
  } satisfies Partial<Tables['pgwPayments']>;
}

/**
 * Creates the row of a payment. Unpaired surrogates in texts of the shop are replaced, because UTF-8 cannot
 * contain them.
 */
function toStorableRow(payment: Payment) {
  const { description, orderId, attempt, reference } = payment;
  return {
    ...toPaymentRow(payment),
    orderId: orderId.toWellFormed(),
    attempt: attempt.toWellFormed(),
    description: description?.toWellFormed() ?? null,
    referenceKey: normalizeReference(reference),
  };
}

/** Returns a statement that selects the versions of payments. `lockClause` is the end of its SQL. */
const selectVersions = (lockClause: string): BulkStatement => ({
  columns: { referenceKey: 'text' },
  toSql: ({ isOneOf }) =>
    `select reference_key, version from pgw_payments where ${isOneOf('pgw_payments', 'reference_key', 'referenceKey')}${lockClause}`,
});
const selectWithoutLock = selectVersions('');
const selectAndWaitForLocks = selectVersions(' for update');
const selectAndSkipLocked = selectVersions(' for update skip locked');

/** Locks payments, and resolves with their versions by normalized reference. */
export async function lockPayments(
  connection: Connection,
  db: Database,
  { payments, waitsForLocks }: { readonly payments: readonly Payment[]; readonly waitsForLocks: boolean },
): Promise<Map<string, number>> {
  const lockingSelect = waitsForLocks ? selectAndWaitForLocks : selectAndSkipLocked;
  const select = connection.backend.hasRowLocks ? lockingSelect : selectWithoutLock;
  const keys = payments.map(({ reference }) => ({ referenceKey: normalizeReference(reference) }));
  const rows = await runBulkStatement(connection, db, select, keys);
  // The statement returns these two columns.
  const versions = rows as readonly { readonly referenceKey: string; readonly version: unknown }[];
  return new Map(versions.map(({ referenceKey, version }) => [referenceKey, integerSchema.parse(version)]));
}

const changedColumnNames = [
  'state',
  'acceptedAt',
  'transactionNumber',
  'gatewayStatus',
  'stateChangedAt',
  'queriedAt',
  'nextQueryAt',
  'fulfillmentState',
  'loyalty',
  'discrepancy',
  'transitions',
  'version',
] as const satisfies readonly (keyof Tables['pgwPayments'])[];

const paymentUpdates: BulkStatement = {
  columns: toColumnTypes(pickColumns(tables.pgwPayments.columns, ['referenceKey', ...changedColumnNames])),
  toSql: ({ from, joins, value }) =>
    `update pgw_payments set ${toSetSql(changedColumnNames, value)}${from} where ${joins('pgw_payments', 'reference_key', 'referenceKey')}`,
};

/** Writes the changes of updates to payments whose rows are locked. */
export async function updatePayments(
  connection: Connection,
  db: Database,
  payments: readonly Payment[],
): Promise<void> {
  // The statement uses only some columns of a row.
  const rows = payments.map((payment) => ({
    ...toPaymentRow(payment),
    referenceKey: normalizeReference(payment.reference),
  }));
  await runBulkStatement(connection, db, paymentUpdates, rows);
}

/** Writes the columns that `updatePayments` does not write. */
export async function updateOtherColumns(
  db: Database,
  { reference }: Payment,
  change: PaymentChange,
): Promise<void> {
  await db
    .updateTable('pgwPayments')
    .set(toChangedColumns(change))
    .where('referenceKey', '=', normalizeReference(reference))
    .execute();
}

/** Writes timeline entries, and marks callbacks as handled. */
export async function endUpdates(
  connection: Connection,
  db: Database,
  { notes, callbacks }: { readonly notes: readonly Note[]; readonly callbacks: readonly string[] },
): Promise<void> {
  await insertNotes(connection, db, notes);
  await endCallbacks(connection, db, callbacks);
}
