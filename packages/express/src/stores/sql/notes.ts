import { foldReference } from '@pgw/protocol';
import type { Note } from '../../payments/timeline.ts';
import { newId, type Connection, type Database } from './connection.ts';
import { insertInto } from './given.ts';
import { insertOne, runRows } from './rows.ts';
import { storedNote } from './tables.ts';

export async function insertNote(db: Database, note: Note): Promise<void> {
  await db.insertInto('pgwNotes').values(noteRow(note)).execute();
}

/** Writes entries of any number of timelines. */
export async function insertNotes(
  connection: Connection,
  db: Database,
  notes: readonly Note[],
): Promise<void> {
  await runRows(connection, db, manyNotes, notes.map(noteRow));
}

const columns = { id: 'text', referenceKey: 'text', at: 'bigint', source: 'text', text: 'text' } as const;
export const manyNotes = { ...insertInto('pgw_notes', columns), single: insertOne('pgw_notes', columns) };

/** A note as its table has it, under a new id. */
export function noteRow({ reference, at, source, text }: Note) {
  return { id: newId(at), referenceKey: foldReference(reference), at, source, text };
}

export async function notesOf(connection: Connection, reference: string): Promise<Note[]> {
  return connection.run(async (db) => {
    const query = db.selectFrom('pgwNotes').select(['at', 'source', 'text']);
    const rows = await query.where('referenceKey', '=', foldReference(reference)).orderBy('id').execute();
    return rows.map((row) => ({ reference, ...storedNote.parse(row) }));
  });
}
