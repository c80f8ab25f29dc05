import { foldReference } from '@pgw/protocol';
import { CompiledQuery } from 'kysely';
import type { Payment } from '../../../payments/payment.ts';
import type { Note } from '../../../payments/timeline.ts';
import type { Connection, Database } from '../connection.ts';
import {
  arrayOf,
  arraysOf,
  insertInto,
  runBulkStatement,
  snakeCase,
  textOf,
  type BulkStatement,
} from '../rows/bulk-statement.ts';
import { endCallbacks } from './callbacks.ts';
import { insertNotes, noteInsert, noteRows } from './notes.ts';
import { columnsOf } from '../rows/payment-columns.ts';
import { rowOfPayment, type PaymentRow } from '../rows/payment-row.ts';
import { runRows, type RowStatement } from '../rows/row-statement.ts';
import { integer } from '../rows/column-schemas.ts';

const lockStatement = (skipping: string): BulkStatement => ({
  columns: { referenceKey: 'text' },
  statement: (_given, isOneOf) =>
    `select reference_key, version from pgw_payments where ${isOneOf('reference_key', 'referenceKey')}${skipping}`,
});
const versionQuery = lockStatement('');
const waitingLock = lockStatement(' for update');
const skippingLock = lockStatement(' for update skip locked');

/**
 * Locks payments, and resolves with their versions by folded reference. With `waitsForLocks`, it waits for
 * rows that another transaction has locked. Without it, the result does not contain these rows.
 */
export async function lockPayments(
  connection: Connection,
  db: Database,
  { payments, waitsForLocks }: { readonly payments: readonly Payment[]; readonly waitsForLocks: boolean },
): Promise<Map<string, number>> {
  const lock = waitsForLocks ? waitingLock : skippingLock;
  const keys = payments.map(({ reference }) => ({ referenceKey: foldReference(reference) }));
  const rows = await runBulkStatement(connection, db, connection.locksRows ? lock : versionQuery, keys);
  // The statement returns these two columns.
  const versions = rows as readonly { readonly referenceKey: string; readonly version: unknown }[];
  return new Map(versions.map(({ referenceKey, version }) => [referenceKey, integer.parse(version)]));
}

const plainClaim = insertInto('pgw_orders', { orderId: 'text', referenceKey: 'text' });
const orderClaim: BulkStatement = {
  ...plainClaim,
  // All processes claim in the same order, which prevents deadlocks. `insertCallbacks` explains `where true`.
  statement: (given) =>
    `${plainClaim.statement(given)} where true order by given."orderId" on conflict do nothing returning order_id`,
};

/**
 * Claims the orders of payments that become due. Resolves with the reference of the payment that has each
 * claim.
 */
export async function claimOrders(
  connection: Connection,
  db: Database,
  due: readonly Payment[],
): Promise<Map<string, string>> {
  if (due.length === 0) return new Map();
  const claims = due.map(({ orderId, reference }) => ({ orderId, referenceKey: foldReference(reference) }));
  const claimedRows = await runBulkStatement(connection, db, orderClaim, claims);
  if (claimedRows.length === claims.length) {
    return new Map(claims.map(({ orderId, referenceKey }) => [orderId, referenceKey]));
  }
  const orders = claims.map(({ orderId }) => orderId);
  const rows = await db.selectFrom('pgwOrders').selectAll().where('orderId', 'in', orders).execute();
  return new Map(rows.map(({ orderId, referenceKey }) => [orderId, referenceKey]));
}

const changedColumnNames = [
  'state',
  'transactionNumber',
  'gatewayStatus',
  'settledAt',
  'askedAt',
  'nextAskAt',
  'fulfilment',
  'fulfilAttempts',
  'nextFulfilAt',
  'version',
] as const satisfies readonly (keyof PaymentRow)[];

const paymentUpdates: RowStatement = {
  // The columns have the order of the parameters in the single statement.
  columns: { ...columnsOf(changedColumnNames), referenceKey: 'text' },
  statement: (given, isOneOf) => {
    const changes = changedColumnNames.map((name) => `${snakeCase(name)} = given."${name}"`);
    return (
      `update pgw_payments set ${changes.join(', ')} from ${given} where pgw_payments.reference_key = given."referenceKey" ` +
      `and ${isOneOf('pgw_payments.reference_key', 'referenceKey')}`
    );
  },
  single: `update pgw_payments set ${changedColumnNames.map((name) => `${snakeCase(name)} = ?`).join(', ')} where reference_key = ?`,
};

/** Writes the changes of settlements to payments whose rows are locked. */
export async function updatePayments(
  connection: Connection,
  db: Database,
  payments: readonly Payment[],
): Promise<void> {
  // The statement uses only some columns of a row.
  const rows = payments.map((payment) => ({
    ...rowOfPayment(payment),
    referenceKey: foldReference(payment.reference),
  }));
  await runRows(connection, db, paymentUpdates, rows);
}

/** Writes timeline entries, and marks callbacks as settled. */
export async function endSettlements(
  connection: Connection,
  db: Database,
  { notes, callbacks }: { readonly notes: readonly Note[]; readonly callbacks: readonly string[] },
): Promise<void> {
  if (connection.locksRows) {
    const callbackIds = `$${Object.keys(noteInsert.columns).length + 1}::text[]`;
    const text =
      `with noted as (${textOf(connection, noteInsert)}) ` +
      `update pgw_callbacks set settle_at = null where id = any(${callbackIds})`;
    const values = [...arraysOf(noteInsert.columns, noteRows(notes)), arrayOf(callbacks)];
    await db.executeQuery(CompiledQuery.raw(text, values));
    return;
  }
  await insertNotes(connection, db, notes);
  await endCallbacks(connection, db, callbacks);
}
