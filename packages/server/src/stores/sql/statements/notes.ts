import { normalizeReference } from '@pgw/protocol';
import { sql } from 'kysely';
import type { Note } from '../../../model/payments/timeline.ts';
import { toColumnTypes } from '../columns.ts';
import { createId, type Connection } from '../connection.ts';
import { runBulkStatement, type BulkStatement } from '../rows/bulk-statement.ts';
import { tables, type Database } from '../schema.ts';

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

/** Reads the position of the history. A database is restored with all accounts, so they have one history. */
export async function readHistoryPosition(connection: Connection): Promise<string | null> {
  // The newest id of each account is found in the index.
  return connection.forNoAccount().run(async (db) => {
    const { rows } = await sql<{ readonly newest: string | null }>`select max((
      select max(id) from pgw_notes where account = pgw_accounts.id)) as newest from pgw_accounts`.execute(
      db,
    );
    return rows[0]?.newest ?? null;
  });
}

/** Finds the entry at a position of the history. */
export async function hasHistoryPosition(connection: Connection, position: string): Promise<boolean> {
  return connection.forNoAccount().run(async (db) => {
    const { rows } = await sql`select 1 from pgw_accounts
      join pgw_notes on pgw_notes.account = pgw_accounts.id and pgw_notes.id = ${position} limit 1`.execute(
      db,
    );
    return rows.length > 0;
  });
}
