import { foldReference } from '@pgw/protocol';
import { CompiledQuery } from 'kysely';
import type { Payment } from '../../../payments/payment.ts';
import type { Note } from '../../../payments/timeline.ts';
import type { Connection, Database } from '../connection.ts';
import {
  formatArray,
  formatArrays,
  runBulkStatement,
  toSnakeCase,
  getSql,
  type BulkStatement,
} from '../rows/bulk-statement.ts';
import { endCallbacks } from './callbacks.ts';
import { insertNotes, noteInsert, toNoteRows } from './notes.ts';
import { pickColumns } from '../rows/payment-columns.ts';
import { toPaymentRow, type PaymentRow } from '../rows/payment-row.ts';
import { runRows, type RowStatement } from '../rows/row-statement.ts';
import { integer } from '../rows/column-schemas.ts';

/** Returns a statement that selects the versions of payments. `lockClause` is the end of its SQL. */
const selectVersions = (lockClause: string): BulkStatement => ({
  columns: { referenceKey: 'text' },
  toSql: (_inputRows, isOneOf) =>
    `select reference_key, version from pgw_payments where ${isOneOf('reference_key', 'referenceKey')}${lockClause}`,
});
const selectWithoutLock = selectVersions('');
const selectAndWaitForLocks = selectVersions(' for update');
const selectAndSkipLocked = selectVersions(' for update skip locked');

/**
 * Locks payments, and resolves with their versions by folded reference. With `waitsForLocks`, it waits for
 * rows that another transaction has locked. Without it, the result does not contain these rows. SQLite has no
 * row locks: there, the transaction has already locked the whole database.
 */
export async function lockPayments(
  connection: Connection,
  db: Database,
  { payments, waitsForLocks }: { readonly payments: readonly Payment[]; readonly waitsForLocks: boolean },
): Promise<Map<string, number>> {
  const lockingSelect = waitsForLocks ? selectAndWaitForLocks : selectAndSkipLocked;
  const select = connection.isPostgres ? lockingSelect : selectWithoutLock;
  const keys = payments.map(({ reference }) => ({ referenceKey: foldReference(reference) }));
  const rows = await runBulkStatement(connection, db, select, keys);
  // The statement returns these two columns.
  const versions = rows as readonly { readonly referenceKey: string; readonly version: unknown }[];
  return new Map(versions.map(({ referenceKey, version }) => [referenceKey, integer.parse(version)]));
}

const changedColumnNames = [
  'state',
  'acceptedAt',
  'transactionNumber',
  'gatewayStatus',
  'settledAt',
  'queriedAt',
  'nextQueryAt',
  'fulfilment',
  'fulfilAttempts',
  'nextFulfilAt',
  'discrepancy',
  'transitions',
  'version',
] as const satisfies readonly (keyof PaymentRow)[];

const paymentUpdates: RowStatement = {
  // The columns have the order of the parameters in `sqlPerRow`.
  columns: { ...pickColumns(changedColumnNames), referenceKey: 'text' },
  // The SQL repeats a condition of the join, so that PostgreSQL uses the index (see `ColumnCondition`).
  toSql: (inputRows, isOneOf) => {
    const changes = changedColumnNames.map((name) => `${toSnakeCase(name)} = input_rows."${name}"`);
    return (
      `update pgw_payments set ${changes.join(', ')} from ${inputRows} where pgw_payments.reference_key = input_rows."referenceKey" ` +
      `and ${isOneOf('pgw_payments.reference_key', 'referenceKey')}`
    );
  },
  sqlPerRow: `update pgw_payments set ${changedColumnNames.map((name) => `${toSnakeCase(name)} = ?`).join(', ')} where reference_key = ?`,
};

/** Writes the changes of settlements to payments whose rows are locked. */
export async function updatePayments(
  connection: Connection,
  db: Database,
  payments: readonly Payment[],
): Promise<void> {
  // The statement uses only some columns of a row.
  const rows = payments.map((payment) => ({
    ...toPaymentRow(payment),
    referenceKey: foldReference(payment.reference),
  }));
  await runRows(connection, db, paymentUpdates, rows);
}

/** Writes timeline entries, and marks callbacks as settled. PostgreSQL does both in one round trip. */
export async function endSettlements(
  connection: Connection,
  db: Database,
  { notes, callbacks }: { readonly notes: readonly Note[]; readonly callbacks: readonly string[] },
): Promise<void> {
  if (connection.isPostgres) {
    // The columns of the notes are the first parameters.
    const callbackIds = `$${Object.keys(noteInsert.columns).length + 1}::text[]`;
    const text =
      `with inserted_notes as (${getSql(connection, noteInsert)}) ` +
      `update pgw_callbacks set settle_at = null where id = any(${callbackIds})`;
    const values = [...formatArrays(noteInsert.columns, toNoteRows(notes)), formatArray(callbacks)];
    await db.executeQuery(CompiledQuery.raw(text, values));
    return;
  }
  await insertNotes(connection, db, notes);
  await endCallbacks(connection, db, callbacks);
}
