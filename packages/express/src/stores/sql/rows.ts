import { CompiledQuery } from 'kysely';
import type { Connection, Database } from './connection.ts';
import { runGiven, snakeCase, type Columns, type Given } from './given.ts';

/** A statement over rows, and the same for a single row whose values stand in the order of its columns. */
export interface RowStatement extends Given {
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
  if (connection.locksRows) return runGiven(connection, db, statement, rows);
  const names = Object.keys(statement.columns);
  const values = rows.map((row) => names.map((name) => row[name] ?? null));
  const result = await db.executeQuery(CompiledQuery.raw(statement.single, values));
  return result.rows;
}

/** The insertion of one row, its values in the order of the columns. */
export function insertOne(table: string, columns: Columns): string {
  const names = Object.keys(columns);
  return `insert into ${table} (${names.map(snakeCase).join(', ')}) values (${names.map(() => '?').join(', ')})`;
}
