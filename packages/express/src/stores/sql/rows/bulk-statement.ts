import { CompiledQuery } from 'kysely';
import type { Connection, Database } from '../connection.ts';

/** Columns of a set of rows, by their names in camelCase. */
export type Columns = Readonly<Record<string, 'text' | 'integer' | 'bigint'>>;

/** A statement over any number of rows. */
export interface BulkStatement {
  readonly columns: Columns;
  /** Returns the SQL. `inputRows` is the SQL of a table with the alias `input_rows` and these columns. */
  readonly toSql: (inputRows: string, isOneOf: ColumnCondition) => string;
}

/**
 * Returns a condition: the column of the table equals the column `inputName` of one of the input rows. The
 * condition has the same meaning as a join. It makes PostgreSQL use the index while it has no statistics of
 * the table. With the join alone, PostgreSQL would read the whole table.
 */
type ColumnCondition = (column: string, inputName: string) => string;

/**
 * Runs one statement over many rows. The text of the statement does not depend on the number of rows.
 * PostgreSQL receives one array per column, which takes a third of the time of JSON.
 * SQLite has no arrays and receives JSON. In `toSql`, the columns of `input_rows` have quoted camelCase
 * names.
 */
export async function runBulkStatement(
  connection: Connection,
  db: Database,
  statement: BulkStatement,
  rows: readonly object[],
): Promise<readonly unknown[]> {
  const values = connection.isPostgres
    ? formatArrays(statement.columns, rows)
    : [{ rows: JSON.stringify(rows) }];
  const result = await db.executeQuery(CompiledQuery.raw(getSql(connection, statement), values));
  return result.rows;
}

const sqlCaches = {
  arrays: new WeakMap<BulkStatement, string>(),
  jsonEach: new WeakMap<BulkStatement, string>(),
};

/**
 * Returns the SQL of a statement, which is cached after the first call. Its rows are the first parameters.
 */
export function getSql({ isPostgres }: Connection, statement: BulkStatement): string {
  const cache = isPostgres ? sqlCaches.arrays : sqlCaches.jsonEach;
  let sql = cache.get(statement);
  if (sql === undefined) {
    const { columns, toSql } = statement;
    sql = isPostgres
      ? toSql(toUnnestSql(columns), (column, name) => `${column} = any(${formatParameter(columns, name)})`)
      : toSql(
          toJsonEachSql(columns),
          (column, name) => `${column} in (select input_rows."${name}" from ${toJsonEachSql(columns)})`,
        );
    cache.set(statement, sql);
  }
  return sql;
}

/** Returns the parameters for {@link getSql} on PostgreSQL: the text of an array for each column. */
export function formatArrays(columns: Columns, rows: readonly object[]): string[] {
  // A missing property is undefined. In the array it becomes null.
  const typedRows = rows as readonly Readonly<Record<string, unknown>>[];
  return Object.keys(columns).map((name) => formatArray(typedRows.map((row) => row[name])));
}

/**
 * Formats an array of texts, numbers and nulls for PostgreSQL. Except for the brackets, the format equals
 * JSON if the texts need no other escapes than quotes and backslashes.
 */
export function formatArray(values: readonly unknown[]): string {
  const json = JSON.stringify(values);
  return otherEscapePattern.test(json)
    ? `{${values.map(formatElement).join(',')}}`
    : `{${json.slice(1, -1)}}`;
}

const otherEscapePattern = /\\[^"\\]/;

function formatElement(value: unknown): string {
  return typeof value === 'string'
    ? `"${value.replaceAll(/["\\]/g, '\\$&')}"`
    : JSON.stringify(value ?? null);
}

/** Returns a statement that inserts the rows into a table. */
export function createBulkInsert(
  table: string,
  columns: Columns,
): BulkStatement & { readonly toSql: (inputRows: string) => string } {
  const names = Object.keys(columns);
  const into = names.map(toSnakeCase).join(', ');
  const from = names.map((name) => `input_rows."${name}"`).join(', ');
  return {
    columns,
    toSql: (inputRows) => `insert into ${table} (${into}) select ${from} from ${inputRows}`,
  };
}

/** Converts a camelCase name to snake_case. */
export function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toUnnestSql(columns: Columns): string {
  const names = Object.keys(columns);
  const arrays = names.map((name) => formatParameter(columns, name));
  return `unnest(${arrays.join(', ')}) as input_rows(${names.map((name) => `"${name}"`).join(', ')})`;
}

function formatParameter(columns: Columns, name: string): string {
  return `$${Object.keys(columns).indexOf(name) + 1}::${columns[name]}[]`;
}

/**
 * Returns the SQL of a table of the rows for SQLite. The parameter has a name because a statement uses it
 * several times. Node before 22.20 and 24.7 cannot bind numbered parameters.
 */
function toJsonEachSql(columns: Columns): string {
  const list = Object.keys(columns).map((name) => `value ->> '$.${name}' as "${name}"`);
  return `(select ${list.join(', ')} from json_each($rows)) as input_rows`;
}
