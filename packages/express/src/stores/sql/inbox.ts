import { foldReference } from '@pgw/protocol';
import type { Payment } from '../../payments/payment.ts';
import type { Note } from '../../payments/timeline.ts';
import type { RejectedCallback, StoredCallback } from '../store.ts';
import { newId, type Connection, type Database } from './connection.ts';
import { insertNote, noteRow } from './notes.ts';
import { storedCallback, storedPayment, storedRejection } from './tables.ts';

export async function insertCallback(
  connection: Connection,
  { reference, ...callback }: StoredCallback,
  note: Note,
): Promise<Payment | undefined> {
  const referenceKey = foldReference(reference);
  const row = { ...callback, referenceKey, id: newId(callback.receivedAt) };
  const markDue = (db: Pick<Database, 'updateTable'>) =>
    db
      .updateTable('pgwPayments')
      .set((column) => ({
        nextAskAt: callback.receivedAt,
        transactionNumber: column.fn.coalesce('transactionNumber', column.val(callback.transactionNumber)),
        version: column('version', '+', 1),
      }))
      .where('referenceKey', '=', referenceKey)
      .returningAll();
  const write = async (db: Database): Promise<unknown> => {
    if (connection.writesInOneStatement) {
      const inserted = db
        .with('callback', (query) => query.insertInto('pgwCallbacks').values(row).returning('id'))
        .with('note', (query) => query.insertInto('pgwNotes').values(noteRow(note)).returning('id'));
      return markDue(inserted).executeTakeFirst();
    }
    await db.insertInto('pgwCallbacks').values(row).execute();
    await insertNote(db, note);
    return markDue(db).executeTakeFirst();
  };
  const marked = await (connection.writesInOneStatement
    ? connection.run(write)
    : connection.transaction(write));
  return marked === undefined ? undefined : storedPayment.parse(marked);
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
