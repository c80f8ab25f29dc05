import { normalizeReference } from '@pgw/protocol';
import type { StoredCallback, CallbackReceipt } from '../../../model/ports/callbacks.ts';
import { withoutPlugins } from '../account.ts';
import { createId, type Connection } from '../connection.ts';
import { runBulkStatement, type BulkStatement, type InputRows } from '../rows/bulk-statement.ts';
import { toColumnTypes, toSnakeCase } from '../columns.ts';
import { tables, type Tables, type Database } from '../schema.ts';
import * as z from '@pgw/protocol/zod';
import type { Payment } from '../../../model/payments/payment.ts';
import type { ColumnTypes } from '../rows/row-parameters.ts';
import { readPayment } from '../rows/payment-row.ts';

/** The maximum number of callbacks in one statement. */
const maxBatchSize = 100;

/**
 * Returns a function that stores callbacks. Concurrent callbacks share a statement. The statement does not
 * wait for locks on payments, because it does not use their rows.
 */
export function createCallbackInserter(connection: Connection): (row: CallbackRow) => Promise<void> {
  return connection.batch('insertCallback', {
    maxBatchSize: () => maxBatchSize,
    run: async (rows) => {
      await connection.run((db) => runBulkStatement(connection, db, callbackInsert, rows));
      // The inserts have no result. `batchCalls` expects one entry per row.
      return rows.map(() => undefined);
    },
  });
}

/** Stores a callback with a new id, and resolves with the id. */
export async function storeCallback(
  insert: (row: CallbackRow) => Promise<void>,
  callback: StoredCallback,
  dueAt: number,
): Promise<string> {
  const row = toCallbackRow(callback, dueAt);
  await insert(row);
  return row.id;
}

/** A row of the table of callbacks. */
type CallbackRow = Tables['pgwCallbacks'];

/** Creates the row for a callback, with a new id. */
function toCallbackRow({ reference, ...callback }: StoredCallback, dueAt: number): CallbackRow {
  return {
    ...callback,
    referenceKey: normalizeReference(reference),
    id: createId(callback.receivedAt),
    dueAt,
  };
}

const callbackColumns = toColumnTypes(tables.pgwCallbacks.columns);

/**
 * Returns the SQL that inserts callbacks: those of the statement, or those of a table. Existing rows are kept, because a batch
 * is retried row by row when its connection ended after the write and before the response.
 */
function toCallbackInsertSql({ insertInto }: InputRows, from?: string): string {
  const query = from === undefined ? {} : { query: { from, columns: callbackColumns } };
  return `${insertInto('pgw_callbacks', query)} on conflict (account, id) do nothing`;
}

const callbackInsert: BulkStatement = {
  columns: callbackColumns,
  toSql: (input) => toCallbackInsertSql(input),
};

/** Releases the leases of callbacks. */
export async function releaseCallbacks(
  connection: Connection,
  ids: readonly string[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await connection.run((db) =>
    db
      .updateTable('pgwCallbacks')
      .set({ dueAt: now })
      .where('id', 'in', ids)
      .where('dueAt', 'is not', null)
      .execute(),
  );
}

const handledMarker: BulkStatement = {
  columns: { id: 'text' },
  toSql: ({ isOneOf }) =>
    `update pgw_callbacks set due_at = null where ${isOneOf('pgw_callbacks', 'id', 'id')}`,
};

/** Marks callbacks as handled. */
export async function endCallbacks(
  connection: Connection,
  db: Database,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await runBulkStatement(
    connection,
    db,
    handledMarker,
    ids.map((id) => ({ id })),
  );
}

/** The URL for which a callback was verified, and when it is due. */
interface ReceiptOptions {
  readonly callbackUrl: string;
  readonly dueAt: number;
}

type Receive = (callback: StoredCallback, options: ReceiptOptions) => Promise<CallbackReceipt | undefined>;

/** Stores callbacks and reads their payments. On PostgreSQL concurrent callbacks share a statement. */
export function createCallbackReceiver(connection: Connection, { find, insert }: ReceiptSteps): Receive {
  const receiveInBatch = connection.batch('receiveCallback', {
    run: (rows: readonly ReceivedRow[]) => receive(connection, rows),
    maxBatchSize: () => maxBatchSize,
  });
  return async (callback, { callbackUrl, dueAt }) => {
    const row = toCallbackRow(callback, dueAt);
    if (connection.backend.hasWritesInWith) return receiveInBatch({ ...row, callbackUrl });
    const payment = await find(callback.reference);
    if (payment?.callbackUrl !== callbackUrl) return undefined;
    await insert(row);
    return { id: row.id, payment };
  };
}

/** The two steps for a database that cannot run both in one statement. */
interface ReceiptSteps {
  readonly find: (reference: string) => Promise<Payment | undefined>;
  readonly insert: (row: CallbackRow) => Promise<void>;
}

type ReceivedRow = CallbackRow & { readonly callbackUrl: string };

const receivedColumns: ColumnTypes = { ...callbackColumns, callbackUrl: 'text' };
// The SQL returns camelCase names. If kysely's plugin renamed the columns of each row, this would take longer
// than the validation of the row.
const paymentSelection = Object.keys(tables.pgwPayments.columns).map(
  (name) => `found.${toSnakeCase(name)} as "${name}"`,
);

const receiptStatement: BulkStatement = {
  columns: receivedColumns,
  toSql: (input) =>
    `with found as materialized (select *${input.from} join pgw_payments ` +
    `on ${input.joins('pgw_payments', 'reference_key', 'referenceKey')} and pgw_payments.callback_url = ${input.value('callbackUrl')}), ` +
    `stored as (${toCallbackInsertSql(input, 'found as input_rows')}) ` +
    `select ${paymentSelection.join(', ')}, found."id" as "callbackId" from found`,
};

const callbackIdSchema = z.object({ callbackId: z.string() });

async function receive(
  connection: Connection,
  rows: readonly ReceivedRow[],
): Promise<(CallbackReceipt | undefined)[]> {
  const rowsWithPayment = await connection.run((db) =>
    runBulkStatement(connection, withoutPlugins(db), receiptStatement, rows),
  );
  const payments = new Map(
    rowsWithPayment.map((row) => [callbackIdSchema.parse(row).callbackId, readPayment(row)]),
  );
  return rows.map(({ id }) => {
    const payment = payments.get(id);
    return payment && { id, payment };
  });
}
