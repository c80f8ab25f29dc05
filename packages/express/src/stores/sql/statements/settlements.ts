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
import { insertNotes, manyNotes, noteRows } from './notes.ts';
import { columnsOf } from '../rows/payment-columns.ts';
import { rowOfPayment, type PaymentRow } from '../rows/payment-row.ts';
import { runRows, type RowStatement } from '../rows/row-statement.ts';
import { integer } from '../rows/column-schemas.ts';

const locks = (skipping: string): BulkStatement => ({
  columns: { referenceKey: 'text' },
  statement: (_given, isOneOf) =>
    `select reference_key, version from pgw_payments where ${isOneOf('reference_key', 'referenceKey')}${skipping}`,
});
const readings = locks('');
const waitingLocks = locks(' for update');
const skippingLocks = locks(' for update skip locked');

/**
 * Locks payments; `waitsForLocks` waits for a row that is locked. Resolves with the versions by folded
 * reference.
 */
export async function lockPayments(
  connection: Connection,
  db: Database,
  { payments, waitsForLocks }: { readonly payments: readonly Payment[]; readonly waitsForLocks: boolean },
): Promise<Map<string, number>> {
  const locking = waitsForLocks ? waitingLocks : skippingLocks;
  const keys = payments.map(({ reference }) => ({ referenceKey: foldReference(reference) }));
  const rows = await runBulkStatement(connection, db, connection.locksRows ? locking : readings, keys);
  // The statement returns these two columns.
  const versions = rows as readonly { readonly referenceKey: string; readonly version: unknown }[];
  return new Map(versions.map(({ referenceKey, version }) => [referenceKey, integer.parse(version)]));
}

const orderClaims = insertInto('pgw_orders', { orderId: 'text', referenceKey: 'text' });
const newClaims: BulkStatement = {
  ...orderClaims,
  // All processes claim in the same order, which prevents deadlocks. See `insertCallbacks` for the condition.
  statement: (given) =>
    `${orderClaims.statement(given)} where true order by given."orderId" on conflict do nothing returning order_id`,
};

/** Claims the orders of payments that become due. Resolves with the reference that holds each order. */
export async function claimOrders(
  connection: Connection,
  db: Database,
  due: readonly Payment[],
): Promise<Map<string, string>> {
  if (due.length === 0) return new Map();
  const wanted = due.map(({ orderId, reference }) => ({ orderId, referenceKey: foldReference(reference) }));
  const claimed = await runBulkStatement(connection, db, newClaims, wanted);
  if (claimed.length === wanted.length) {
    return new Map(wanted.map(({ orderId, referenceKey }) => [orderId, referenceKey]));
  }
  const orders = wanted.map(({ orderId }) => orderId);
  const rows = await db.selectFrom('pgwOrders').selectAll().where('orderId', 'in', orders).execute();
  return new Map(rows.map(({ orderId, referenceKey }) => [orderId, referenceKey]));
}

const changedNames = [
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
  // In the order in which the single statement names them.
  columns: { ...columnsOf(changedNames), referenceKey: 'text' },
  statement: (given, isOneOf) => {
    const changes = changedNames.map((name) => `${snakeCase(name)} = given."${name}"`);
    return (
      `update pgw_payments set ${changes.join(', ')} from ${given} where pgw_payments.reference_key = given."referenceKey" ` +
      `and ${isOneOf('pgw_payments.reference_key', 'referenceKey')}`
    );
  },
  single: `update pgw_payments set ${changedNames.map((name) => `${snakeCase(name)} = ?`).join(', ')} where reference_key = ?`,
};

/** Writes the changes of settlements to payments whose rows are locked. */
export async function updatePayments(
  connection: Connection,
  db: Database,
  payments: readonly Payment[],
): Promise<void> {
  // The statement uses only its own columns of a row.
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
    const ended = `$${Object.keys(manyNotes.columns).length + 1}::text[]`;
    const text =
      `with noted as (${textOf(connection, manyNotes)}) ` +
      `update pgw_callbacks set settle_at = null where id = any(${ended})`;
    const values = [...arraysOf(manyNotes.columns, noteRows(notes)), arrayOf(callbacks)];
    await db.executeQuery(CompiledQuery.raw(text, values));
    return;
  }
  await insertNotes(connection, db, notes);
  await endCallbacks(connection, db, callbacks);
}
