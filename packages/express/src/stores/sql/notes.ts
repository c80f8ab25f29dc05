import { foldReference } from '@pgw/protocol';
import type { Note } from '../../payments/timeline.ts';
import { newId, type Connection, type Database } from './connection.ts';
import { storedNote } from './tables.ts';

export async function insertNote(db: Database, { reference, at, source, text }: Note): Promise<void> {
  const row = { id: newId(at), referenceKey: foldReference(reference), at, source, text };
  await db.insertInto('pgwNotes').values(row).execute();
}

export async function notesOf(connection: Connection, reference: string): Promise<Note[]> {
  return connection.run(async (db) => {
    const query = db.selectFrom('pgwNotes').select(['at', 'source', 'text']);
    const rows = await query.where('referenceKey', '=', foldReference(reference)).orderBy('id').execute();
    return rows.map((row) => ({ reference, ...storedNote.parse(row) }));
  });
}
