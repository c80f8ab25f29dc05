import { normalizeReference } from '@pgw/protocol';
import type { PaymentChange } from '../../../../model/payments/payment-change.ts';
import type { Payment } from '../../../../model/payments/payment.ts';
import type { Note } from '../../../../model/payments/timeline.ts';
import type { Database } from '../../account.ts';
import type { Connection } from '../../connection.ts';
import { runBulkStatement, toSetSql, type BulkStatement } from '../../rows/bulk-statement.ts';
import { endCallbacks } from '../callbacks.ts';
import { insertNotes } from '../notes.ts';
import { toChangedColumns, toPaymentRow } from '../../rows/payment-row.ts';
import { integerSchema, pickColumns, toColumnTypes } from '../../columns.ts';
import { tables, type Tables } from '../../schema.ts';

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
