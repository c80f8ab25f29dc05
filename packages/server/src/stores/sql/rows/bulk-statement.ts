import { CompiledQuery } from 'kysely';
import type { Backend } from '../backends.ts';
import { withoutPlugins } from '../account.ts';
import type { Database } from '../schema.ts';
import type { Connection } from '../connection.ts';
import {
  toSelectSql,
  type ColumnTypes,
  type KeyedRow,
  type RowParameters,
  type RowStatement,
} from './row-parameters.ts';
import { toSnakeCase } from '../columns.ts';

/** The parts of a statement that receive its rows. The names of input columns are in camelCase. */
export interface InputRows extends Pick<RowParameters, 'toFirstSql' | 'returningKeys'> {
  /**
   * Returns the SQL that inserts rows of the account. A database that inserts several rows at once inserts them in the order of
   * these columns. `query` may replace the rows.
   */
  readonly insertInto: (
    of: string,
    options?: { readonly order?: readonly string[]; readonly query?: InsertedQuery },
  ) => string;
  /** ` from` with the rows, for the end of `update … set`. Empty if the statement runs once for each row. */
  readonly from: string;
  /** Returns the value of an input column in an update, or in a select with `from`. */
  readonly value: (inputName: string) => string;
  /**
   * Returns a condition for a statement without `from`: the row of `of` belongs to the account, and its column equals this
   * input column of one of the rows.
   */
  readonly isOneOf: (of: string, column: string, inputName: string) => string;
  /** Returns a condition for a statement with `from`: the row of `of` belongs to the account, and its column equals this input column. */
  readonly joins: (of: string, column: string, inputName: string) => string;
}

/** A table with the alias `input_rows`, and its columns to insert. */
interface InsertedQuery {
  readonly from: string;
  readonly columns: ColumnTypes;
}

/** A statement over any number of rows. SQLite runs it once for each row, so a select lists each key only once. */
export interface BulkStatement {
  readonly columns: ColumnTypes;
  readonly toSql: (input: InputRows) => string;
}

/** Runs a statement over rows, in one transaction. Its text does not depend on the number of rows. */
export async function runBulkStatement(
  { backend }: Connection,
  db: Database,
  statement: BulkStatement,
  rows: readonly object[],
): Promise<readonly unknown[]> {
  if (rows.length === 0) return [];
  const { sql, toParameters } = getRowStatement(backend, statement);
  const result = await db.executeQuery(CompiledQuery.raw(sql, toParameters(rows, db.account)));
  return result.rows;
}

/**
 * Runs a statement that changes at most one row of the table for each row of `rows`, and ends with `returningKeys`. Resolves with
 * a list that has true for each row with a change.
 */
export async function runChanges(
  connection: Connection,
  db: Database,
  statement: BulkStatement,
  rows: readonly KeyedRow[],
): Promise<readonly boolean[]> {
  const results = await runBulkStatement(connection, withoutPlugins(db), statement, rows);
  return connection.backend.rowParameters.readChanges(results, rows);
}

const caches = new WeakMap<Backend, WeakMap<BulkStatement, RowStatement>>();

/** Returns a statement for a database, which is cached after the first call. */
function getRowStatement(backend: Backend, statement: BulkStatement): RowStatement {
  let cache = caches.get(backend);
  if (cache === undefined) {
    cache = new WeakMap();
    caches.set(backend, cache);
  }
  let rowStatement = cache.get(statement);
  if (rowStatement === undefined) {
    const { columns, toSql } = statement;
    const {
      toSourceSql,
      toAccountSql,
      toFromSql,
      toValueSql,
      toConditionSql,
      toJoinSql,
      complete,
      ...others
    } = backend.rowParameters;
    const account = toAccountSql(columns);
    const isOwn = (of: string): string => `${of}.account = ${account}`;
    const sql = toSql({
      ...others,
      insertInto: (of, { order = [], query } = {}) =>
        query === undefined
          ? toInsertSql(of, columns, toSourceSql(columns, order))
          : toInsertSql(of, query.columns, toSelectSql(query.columns, { account, from: query.from })),
      from: toFromSql(columns),
      value: toValueSql,
      isOneOf: (of, column, inputName) =>
        `${isOwn(of)} and ${toConditionSql(columns, `${of}.${column}`, inputName)}`,
      joins: (of, column, inputName) =>
        `${isOwn(of)} and ${toJoinSql(columns, `${of}.${column}`, inputName)}`,
    });
    rowStatement = complete(columns, sql);
    cache.set(statement, rowStatement);
  }
  return rowStatement;
}

function toInsertSql(into: string, columns: ColumnTypes, source: string): string {
  return `insert into ${into} (account, ${Object.keys(columns).map(toSnakeCase).join(', ')}) ${source}`;
}

/** Returns the SQL that sets columns to the values of a row. */
export function toSetSql(names: readonly string[], value: InputRows['value']): string {
  return names.map((name) => `${toSnakeCase(name)} = ${value(name)}`).join(', ');
}
