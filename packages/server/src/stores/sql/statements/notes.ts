import { normalizeReference } from '@pgw/protocol';
import type { Note } from '../../../model/payments/timeline.ts';
import { toColumnTypes } from '../columns.ts';
import type { Database } from '../account.ts';
import { createId, type Connection } from '../connection.ts';
import { runBulkStatement, type BulkStatement } from '../rows/bulk-statement.ts';
import { tables } from '../schema.ts';

/** Writes one timeline entry. */
export async function insertNote(db: Database, note: Note): Promise<void> {
  await db.insertInto('pgwNotes').values(toNoteRow(note)).execute();
}

const columns = toColumnTypes(tables.pgwNotes.columns);
const noteInsert: BulkStatement = {
  columns,
  toSql: ({ insertInto }) => insertInto('pgw_notes'),
};

/** Writes timeline entries of any number of payments. */
export async function insertNotes(
  connection: Connection,
  db: Database,
  notes: readonly Note[],
): Promise<void> {
  await runBulkStatement(connection, db, noteInsert, notes.map(toNoteRow));
}

/** Creates the row of an entry, with a new id. */
function toNoteRow({ reference, ...note }: Note) {
  return { ...note, id: createId(note.at), referenceKey: normalizeReference(reference) };
}
