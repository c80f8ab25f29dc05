import { CompiledQuery } from 'kysely';
import type { Connection, Database } from './connection.ts';

/** Columns of a set of rows, by their names in camelCase. */
export type Columns = Readonly<Record<string, 'text' | 'integer' | 'bigint'>>;

/** A statement over any number of rows that are given to it. */
export interface Given {
  readonly columns: Columns;
  /** Writes the statement around the rows, which are a table named `given` with those columns. */
  readonly statement: (given: string, isOneOf: IsOneOf) => string;
}

/**
 * A condition: a column of a table has the value of this column in one of the given rows. Beside a join it says the same
 * again, and sees to it that PostgreSQL uses the column's index also while it has no statistics of the table: by a join
 * with rows that it knows nothing of, it reads the whole of a table that it takes for small.
 */
type IsOneOf = (column: string, name: string) => string;

/**
 * Runs one statement over many rows: they travel as one JSON parameter, so that its text is the same for any number of them
 * and nothing has to be built. In `statement`, columns of `given` keep their camelCase in quotes.
 */
export async function runGiven(
  connection: Connection,
  db: Database,
  given: Given,
  rows: readonly object[],
): Promise<readonly unknown[]> {
  const result = await db.executeQuery(CompiledQuery.raw(textOf(connection, given), [JSON.stringify(rows)]));
  return result.rows;
}

const texts = { recordset: new WeakMap<Given, string>(), jsonEach: new WeakMap<Given, string>() };

/** The whole text of a statement, put together once; its rows are the first parameter. */
export function textOf({ locksRows }: Connection, given: Given): string {
  const known = locksRows ? texts.recordset : texts.jsonEach;
  let text = known.get(given);
  if (text === undefined) {
    const { columns, statement } = given;
    const source = locksRows ? recordset(columns) : jsonEach(columns);
    const [open, close] = locksRows ? ['= any(array(', '))'] : ['in (', ')'];
    text = statement(
      source,
      (column, name) => `${column} ${open}select given."${name}" from ${source}${close}`,
    );
    known.set(given, text);
  }
  return text;
}

/** Writes all columns of the rows into a table. */
export function insertInto(
  table: string,
  columns: Columns,
): Given & { readonly statement: (given: string) => string } {
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
  return `(select ${list.join(', ')} from json_each(?1)) as given`;
}
