import { foldReference } from '@pgw/protocol';
import { z } from 'zod';
import type { Note } from '../../../payments/timeline.ts';
import { createId, type Connection, type Database } from '../connection.ts';
import { runBulkStatement, toInsertSql, type BulkStatement } from '../rows/bulk-statement.ts';
import { storedEntrySchema, storedNoteSchema } from '../rows/tables.ts';

/** Writes one timeline entry. */
export async function insertNote(db: Database, note: Note): Promise<void> {
  await db
    .insertInto('pgwNotes')
    .values(toNoteRows([note]))
    .execute();
}

/** Writes timeline entries of any number of payments. */
export async function insertNotes(
  connection: Connection,
  db: Database,
  notes: readonly Note[],
): Promise<void> {
  await runBulkStatement(connection, db, noteInsert, toNoteRows(notes));
}

const columns = {
  id: 'text',
  referenceKey: 'text',
  at: 'bigint',
  source: 'text',
  text: 'text',
  more: 'text',
} as const;
const noteInsert: BulkStatement = {
  columns,
  toSql: ({ table }) => toInsertSql('pgw_notes', columns, table),
};

/**
 * Creates the rows for notes, with new ids. Notes of one payment that are written together share a row,
 * because each row also needs an entry in two indexes, which is more space than a short text.
 */
function toNoteRows(notes: readonly Note[]) {
  const groups = new Map<string, Note[]>();
  for (const note of notes) {
    const group = groups.get(note.reference);
    if (group === undefined) groups.set(note.reference, [note]);
    else group.push(note);
  }
  return [...groups].flatMap(([reference, [first, ...others]]) => {
    if (first === undefined) return [];
    const { at, source, text } = first;
    const more = others.length === 0 ? null : JSON.stringify(others.map(toEntry));
    return { id: createId(at), referenceKey: foldReference(reference), at, source, text, more };
  });
}

function toEntry({ at, source, text }: Note): Omit<Note, 'reference'> {
  return { at, source, text };
}

const entriesSchema = z.array(storedEntrySchema);

/** Reads the timeline of a payment, oldest first. */
export async function listNotes(connection: Connection, reference: string): Promise<Note[]> {
  return connection.run(async (db) => {
    const query = db.selectFrom('pgwNotes').select(['at', 'source', 'text', 'more']);
    const rows = await query.where('referenceKey', '=', foldReference(reference)).orderBy('id').execute();
    const notes = rows.flatMap((row) => {
      const { more, ...first } = storedNoteSchema.parse(row);
      return [first, ...(more === null ? [] : entriesSchema.parse(JSON.parse(more)))];
    });
    return notes.map((note) => ({ reference, ...note })).sort((a, b) => a.at - b.at);
  });
}
