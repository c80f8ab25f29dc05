import { CompiledQuery } from 'kysely';
import type { Connection, Database } from '../connection.ts';
import { runBulkStatement, toSnakeCase, type Columns, type BulkStatement } from './bulk-statement.ts';

/** A statement over any number of rows, and the SQL that has the same effect on one row. */
export interface RowStatement extends BulkStatement {
  /**
   * The SQL that SQLite runs for each row. Its parameters have the order of `columns`. It needs no `returning`,
   * because SQLite reports the number of changed rows.
   */
  readonly sqlPerRow: string;
}

/**
 * Runs a statement over rows. On PostgreSQL, one statement handles all rows, because each statement is a
 * round trip. On SQLite, a prepared statement runs for each row, which takes less time than parsing JSON.
 * Kysely is called only once for all rows (see `ListConnection`).
 */
export async function runRows(
  connection: Connection,
  db: Database,
  statement: RowStatement,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly unknown[]> {
  if (rows.length === 0) return [];
  if (connection.isPostgres) return runBulkStatement(connection, db, statement, rows);
  const names = Object.keys(statement.columns);
  const values = rows.map((row) => names.map((name) => row[name] ?? null));
  const result = await db.executeQuery(CompiledQuery.raw(statement.sqlPerRow, values));
  return result.rows;
}

/**
 * Runs a statement that changes at most one row of the table for each row of `rows`. Resolves with a list that
 * has true for each row with a change. On PostgreSQL, the statement returns the `referenceKey` of
 * changed rows.
 */
export async function runChanges(
  connection: Connection,
  db: Database,
  statement: RowStatement,
  rows: readonly { readonly referenceKey: string }[],
): Promise<readonly boolean[]> {
  const results = await runRows(connection, db, statement, rows);
  if (connection.isPostgres) {
    // The statement returns only this column.
    const typedResults = results as readonly { readonly referenceKey: string }[];
    const changedKeys = new Set(typedResults.map(({ referenceKey }) => referenceKey));
    return rows.map(({ referenceKey }) => changedKeys.has(referenceKey));
  }
  // For a statement without rows in its result, `ListConnection` returns the number of changes per row.
  return (results as readonly { readonly changes: number }[]).map(({ changes }) => changes > 0);
}

/** Returns the SQL that inserts one row, with the values in the order of the columns. */
export function toInsertSql(table: string, columns: Columns): string {
  const names = Object.keys(columns);
  return `insert into ${table} (${names.map(toSnakeCase).join(', ')}) values (${names.map(() => '?').join(', ')})`;
}
