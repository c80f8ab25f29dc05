import { normalizeReference } from '@pgw/protocol';
import type { StoredCallback } from '../../../../model/ports/callbacks.ts';
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
