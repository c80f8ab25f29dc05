import { CompiledQuery } from 'kysely';
import type { Connection, Database } from './connection.ts';

/** Columns of a set of rows, by their names in camelCase. */
export type Columns = Readonly<Record<string, 'text' | 'integer' | 'bigint'>>;

/** A statement over any number of rows that are given to it. */
export interface Given {
  readonly columns: Columns;
  /** Writes the statement around the rows, which are a table named `given` with those columns. */
  readonly statement: (given: string) => string;
}

/**
 * Runs one statement over many rows: they travel as one JSON parameter, so that its text is the same for any number of them
 * and nothing has to be built. In `statement`, columns of `given` keep their camelCase in quotes.
 */
export async function runGiven(
  connection: Connection,
  db: Database,
  { columns, statement }: Given,
  rows: readonly object[],
): Promise<readonly unknown[]> {
  const source = connection.locksRows ? recordset(columns) : jsonEach(columns);
  const result = await db.executeQuery(CompiledQuery.raw(statement(source), [JSON.stringify(rows)]));
  return result.rows;
}

/** Writes all columns of the rows into a table. */
export function insertInto(table: string, columns: Columns): Given {
  const names = Object.keys(columns);
  const into = names.map(snakeCase).join(', ');
  const from = names.map((name) => `given."${name}"`).join(', ');
  return { columns, statement: (given) => `insert into ${table} (${into}) select ${from} from ${given}` };
}

export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function recordset(columns: Columns): string {
  const list = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);
  return `json_to_recordset($1::json) as given(${list.join(', ')})`;
}

function jsonEach(columns: Columns): string {
  const list = Object.keys(columns).map((name) => `value ->> '$.${name}' as "${name}"`);
  return `(select ${list.join(', ')} from json_each(?)) as given`;
}
