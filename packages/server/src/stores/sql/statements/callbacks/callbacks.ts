import { normalizeReference } from '@pgw/protocol';
import { longestIntervalsMs } from '../../../../model/schedule.ts';
import type {
  DueCallback,
  LeaseRequest,
  RejectedCallback,
  StoredCallback,
} from '../../../../model/ports/store.ts';
import { leaseDue, type LeaseSource } from '../../rows/leases.ts';
import type { Database } from '../../account.ts';
import { createId, type Connection } from '../../connection.ts';
import { runBulkStatement, type BulkStatement, type InputRows } from '../../rows/bulk-statement.ts';
import { toColumnTypes } from '../../columns.ts';
import { tables, type Tables } from '../../schema.ts';

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
export type CallbackRow = Tables['pgwCallbacks'];

/** Creates the row for a callback, with a new id. */
export function toCallbackRow({ reference, ...callback }: StoredCallback, dueAt: number): CallbackRow {
  return {
    ...callback,
    referenceKey: normalizeReference(reference),
    id: createId(callback.receivedAt),
    dueAt,
  };
}

/** The columns of callbacks. */
export const callbackColumns = toColumnTypes(tables.pgwCallbacks.columns);

/**
 * Returns the SQL that inserts callbacks: those of the statement, or those of a table. Existing rows are kept, because a batch
 * is retried row by row when its connection ended after the write and before the response.
 */
export function toCallbackInsertSql({ insertInto }: InputRows, from?: string): string {
  const query = from === undefined ? {} : { query: { from, columns: callbackColumns } };
  return `${insertInto('pgw_callbacks', query)} on conflict (account, id) do nothing`;
}

const callbackInsert: BulkStatement = {
  columns: callbackColumns,
  toSql: (input) => toCallbackInsertSql(input),
};

const dueCallbacks: LeaseSource = {
  table: 'pgwCallbacks',
  key: 'id',
  due: 'dueAt',
  longestIntervalMs: longestIntervalsMs.callback,
  counters: [],
};

/** Leases callbacks that are due. */
export async function leaseCallbacks(connection: Connection, options: LeaseRequest): Promise<DueCallback[]> {
  const rows = await leaseDue(connection, dueCallbacks, options);
  return rows.map((row) => {
    const { id, referenceKey, ...callback } = tables.pgwCallbacks.rowSchema.parse(row);
    const { transactionNumber, status, rawBody, receivedAt } = callback;
    // A look-up normalizes the reference, so the normalized reference finds the payment.
    return { id, reference: referenceKey, transactionNumber, status, rawBody, receivedAt };
  });
}

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

/** Stores a rejected callback. Deletes the oldest rejected callbacks if there are more than `maxCount`. */
export async function insertRejectedCallback(
  connection: Connection,
  rejected: RejectedCallback,
  maxCount: number,
): Promise<void> {
  await connection.transaction(async (db) => {
    await db
      .insertInto('pgwRejectedCallbacks')
      .values({ ...rejected, id: createId(rejected.receivedAt) })
      .execute();
    const newestExcess = await db
      .selectFrom('pgwRejectedCallbacks')
      .select('id')
      .orderBy('id', 'desc')
      .offset(maxCount)
      .limit(1)
      .executeTakeFirst();
    if (newestExcess === undefined) return;
    await db.deleteFrom('pgwRejectedCallbacks').where('id', '<=', newestExcess.id).execute();
  });
}

/** Lists rejected callbacks, newest first. */
export async function listRejectedCallbacks(
  connection: Connection,
  limit: number,
): Promise<RejectedCallback[]> {
  return connection.run(async (db) => {
    const query = db.selectFrom('pgwRejectedCallbacks').selectAll();
    const rows = await query.orderBy('id', 'desc').limit(limit).execute();
    return rows.map((row) => tables.pgwRejectedCallbacks.schema.parse(row));
  });
}
