import { foldReference } from '@pgw/protocol';
import type { Note } from '../../payments/timeline.ts';
import type { RejectedCallback, StoredCallback } from '../store.ts';
import { newId, type Connection } from './connection.ts';
import { insertNote } from './notes.ts';
import { storedCallback, storedRejection } from './tables.ts';

export async function insertCallback(
  connection: Connection,
  { reference, ...callback }: StoredCallback,
  note: Note,
): Promise<void> {
  const referenceKey = foldReference(reference);
  await connection.transaction(async (db) => {
    const row = { ...callback, referenceKey, id: newId(callback.receivedAt) };
    await db.insertInto('pgwCallbacks').values(row).execute();
    await db
      .updateTable('pgwPayments')
      .set((column) => ({
        nextAskAt: callback.receivedAt,
        transactionNumber: column.fn.coalesce('transactionNumber', column.val(callback.transactionNumber)),
        version: column('version', '+', 1),
      }))
      .where('referenceKey', '=', referenceKey)
      .execute();
    await insertNote(db, note);
  });
}

export async function callbacksOf(connection: Connection, reference: string): Promise<StoredCallback[]> {
  return connection.run(async (db) => {
    const rows = await db
      .selectFrom('pgwCallbacks')
      .select(['transactionNumber', 'status', 'rawBody', 'signature', 'receivedAt'])
      .where('referenceKey', '=', foldReference(reference))
      .orderBy('id')
      .execute();
    return rows.map((row) => ({ reference, ...storedCallback.parse(row) }));
  });
}

export async function insertRejectedCallback(
  connection: Connection,
  rejected: RejectedCallback,
  keep: number,
): Promise<void> {
  await connection.transaction(async (db) => {
    await db
      .insertInto('pgwRejectedCallbacks')
      .values({ ...rejected, id: newId(rejected.receivedAt) })
      .execute();
    const last = await db
      .selectFrom('pgwRejectedCallbacks')
      .select('id')
      .orderBy('id', 'desc')
      .offset(keep)
      .limit(1)
      .executeTakeFirst();
    if (last !== undefined) await db.deleteFrom('pgwRejectedCallbacks').where('id', '<=', last.id).execute();
  });
}

export async function rejectedCallbacks(connection: Connection, limit: number): Promise<RejectedCallback[]> {
  return connection.run(async (db) => {
    const query = db
      .selectFrom('pgwRejectedCallbacks')
      .select(['verdict', 'rawBody', 'signature', 'receivedAt']);
    const rows = await query.orderBy('id', 'desc').limit(limit).execute();
    return rows.map((row) => storedRejection.parse(row));
  });
}
