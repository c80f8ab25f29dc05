import { CompiledQuery } from 'kysely';
import type { Connection, Database } from '../connection.ts';
import { runBulkStatement, snakeCase, type Columns, type BulkStatement } from './bulk-statement.ts';

/** A statement over rows, and the same for a single row whose values stand in the order of its columns. */
export interface RowStatement extends BulkStatement {
  /** For SQLite, which tells without `returning` how many rows it has changed. */
  readonly single: string;
}

/**
 * Runs a statement over rows: as one on PostgreSQL, where each would be a round trip; row by row on SQLite, which is in this
 * process and takes longer to take JSON apart than to run a prepared statement. There the parameters are a list of the rows'
 * values, which the driver runs one after the other: the query layer is gone through once for all of them.
 */
export async function runRows(
  connection: Connection,
  db: Database,
  statement: RowStatement,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly unknown[]> {
  if (rows.length === 0) return [];
  if (connection.locksRows) return runBulkStatement(connection, db, statement, rows);
  const names = Object.keys(statement.columns);
  const values = rows.map((row) => names.map((name) => row[name] ?? null));
  const result = await db.executeQuery(CompiledQuery.raw(statement.single, values));
  return result.rows;
}

/**
 * Runs a statement that changes at most one row of the table for each row that is given. True for each that it did, in their
 * order. On PostgreSQL the statement returns the `referenceKey` of what it has changed.
 */
export async function runChanges(
  connection: Connection,
  db: Database,
  statement: RowStatement,
  rows: readonly { readonly referenceKey: string }[],
): Promise<readonly boolean[]> {
  const answers = await runRows(connection, db, statement, rows);
  if (connection.locksRows) {
    // The statement returns that one column of texts.
    const returned = answers as readonly { readonly referenceKey: string }[];
    const changed = new Set(returned.map(({ referenceKey }) => referenceKey));
    return rows.map(({ referenceKey }) => changed.has(referenceKey));
  }
  // As the driver answers for a list of rows.
  return (answers as readonly { readonly changes: number }[]).map(({ changes }) => changes > 0);
}

/** The insertion of one row, its values in the order of the columns. */
export function insertOne(table: string, columns: Columns): string {
  const names = Object.keys(columns);
  return `insert into ${table} (${names.map(snakeCase).join(', ')}) values (${names.map(() => '?').join(', ')})`;
}
