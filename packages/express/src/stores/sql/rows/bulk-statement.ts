import { CompiledQuery } from 'kysely';
import type { Connection, Database } from '../connection.ts';

/** Columns of a set of rows, by their names in camelCase. */
export type Columns = Readonly<Record<string, 'text' | 'integer' | 'bigint'>>;

/** A statement over any number of rows that are given to it. */
export interface BulkStatement {
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
 * Runs one statement over many rows. Its text is the same for any number of them: on PostgreSQL they travel as one array a column,
 * which it reads in a third of the time that it takes over JSON; on SQLite, which has no arrays, as JSON. In `statement`, columns
 * of `given` keep their camelCase in quotes.
 */
export async function runBulkStatement(
  connection: Connection,
  db: Database,
  given: BulkStatement,
  rows: readonly object[],
): Promise<readonly unknown[]> {
  const values = connection.locksRows ? arraysOf(given.columns, rows) : [{ rows: JSON.stringify(rows) }];
  const result = await db.executeQuery(CompiledQuery.raw(textOf(connection, given), values));
  return result.rows;
}

const texts = {
  arrays: new WeakMap<BulkStatement, string>(),
  jsonEach: new WeakMap<BulkStatement, string>(),
};

/** The whole text of a statement, put together once; its rows are the first parameters. */
export function textOf({ locksRows }: Connection, given: BulkStatement): string {
  const known = locksRows ? texts.arrays : texts.jsonEach;
  let text = known.get(given);
  if (text === undefined) {
    const { columns, statement } = given;
    text = locksRows
      ? statement(unnest(columns), (column, name) => `${column} = any(${parameterOf(columns, name)})`)
      : statement(
          jsonEach(columns),
          (column, name) => `${column} in (select given."${name}" from ${jsonEach(columns)})`,
        );
    known.set(given, text);
  }
  return text;
}

/** Rows as {@link textOf} takes them on PostgreSQL: the text of an array for each column. */
export function arraysOf(columns: Columns, rows: readonly object[]): string[] {
  // Any object may be read by name; what it does not have is undefined, and null in the array.
  const named = rows as readonly Readonly<Record<string, unknown>>[];
  return Object.keys(columns).map((name) => arrayOf(named.map((row) => row[name])));
}

/**
 * The text of an array of texts, numbers and nulls, by the rules of PostgreSQL's array input. They are those of a list in JSON but for
 * the brackets, as long as nothing is escaped besides quotes and backslashes.
 */
export function arrayOf(values: readonly unknown[]): string {
  const json = JSON.stringify(values);
  return escapesMore.test(json) ? `{${values.map(elementOf).join(',')}}` : `{${json.slice(1, -1)}}`;
}

const escapesMore = /\\[^"\\]/;

function elementOf(value: unknown): string {
  return typeof value === 'string'
    ? `"${value.replaceAll(/["\\]/g, '\\$&')}"`
    : JSON.stringify(value ?? null);
}

/** Writes all columns of the rows into a table. */
export function insertInto(
  table: string,
  columns: Columns,
): BulkStatement & { readonly statement: (given: string) => string } {
  const names = Object.keys(columns);
  const into = names.map(snakeCase).join(', ');
  const from = names.map((name) => `given."${name}"`).join(', ');
  return { columns, statement: (given) => `insert into ${table} (${into}) select ${from} from ${given}` };
}

export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function unnest(columns: Columns): string {
  const names = Object.keys(columns);
  const arrays = names.map((name) => parameterOf(columns, name));
  return `unnest(${arrays.join(', ')}) as given(${names.map((name) => `"${name}"`).join(', ')})`;
}

function parameterOf(columns: Columns, name: string): string {
  return `$${Object.keys(columns).indexOf(name) + 1}::${columns[name]}[]`;
}

/** The parameter has a name because a statement uses it several times: Node before 22.20 and 24.7 binds no numbered parameters. */
function jsonEach(columns: Columns): string {
  const list = Object.keys(columns).map((name) => `value ->> '$.${name}' as "${name}"`);
  return `(select ${list.join(', ')} from json_each($rows)) as given`;
}
