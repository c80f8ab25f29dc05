/** The SQL type of a column. */
export type SqlType = 'text' | 'integer' | 'bigint' | 'double precision';

/** The SQL types of the columns of a set of rows, by their names in camelCase. */
export type ColumnTypes = Readonly<Record<string, SqlType>>;

/**
 * How a statement receives any number of rows. The rows are the table `input_rows`, whose columns have quoted camelCase
 * names.
 */
export interface RowParameters {
  /** Returns the id of the account and the rows as the source of an insert, ordered by some columns. */
  readonly toSourceSql: (columns: ColumnTypes, order: readonly string[]) => string;
  /** Returns the SQL of the id of the account. */
  readonly toAccountSql: (columns: ColumnTypes) => string;
  /** Returns ` from` with the table of the rows. Empty without a table. */
  readonly toFromSql: (columns: ColumnTypes) => string;
  /** Returns the value of an input column of the row. */
  readonly toValueSql: (inputName: string) => string;
  /** Returns a condition: the column equals this input column of one of the rows. */
  readonly toConditionSql: (columns: ColumnTypes, column: string, inputName: string) => string;
  /** Returns a condition that joins a table with `input_rows`: the column equals this input column. */
  readonly toJoinSql: (columns: ColumnTypes, column: string, inputName: string) => string;
  /** Returns a select of the first rows that meet a condition, in an order: at most `max` for each key. */
  readonly toFirstSql: (rows: FirstRows) => string;
  /** The end of a statement that changes rows. It returns the changed rows, unless each run counts them. */
  readonly returningKeys: string;
  /** Returns, for each row of a statement with `returningKeys`, whether it has changed a row. */
  readonly readChanges: (results: readonly unknown[], rows: readonly KeyedRow[]) => readonly boolean[];
  /** Completes the SQL of a statement. */
  readonly complete: (columns: ColumnTypes, sql: string) => RowStatement;
}

/** The SQL of a statement, and the function that returns its parameters for rows of an account. A missing property is null. */
export interface RowStatement {
  readonly sql: string;
  readonly toParameters: (rows: readonly object[], account: number) => unknown[];
}

/** The first rows of each key in a table. */
export interface FirstRows {
  readonly from: string;
  /** The column with the key. */
  readonly key: string;
  readonly where: string;
  readonly order: string;
  readonly max: number;
}

/** A row whose key is the normalized reference of its payment. */
export interface KeyedRow {
  readonly referenceKey: string;
}

type Values = Readonly<Record<string, unknown>>;

/** One array per column. It takes PostgreSQL a third of the time of JSON. */
export const arrayParameters: RowParameters = {
  toSourceSql: (columns, order) =>
    toSelectSql(columns, { account: toAccountSql(columns), from: toTableSql(columns) }) +
    (order.length === 0 ? '' : ` order by ${order.map(toInputValue).join(', ')}`),
  toAccountSql,
  toFromSql: (columns) => ` from ${toTableSql(columns)}`,
  toValueSql: toInputValue,
  toConditionSql: (columns, column, inputName) => `${column} = any(${toArraySql(columns, inputName)})`,
  // The second condition has the same meaning. With it, PostgreSQL uses the index also while it has no statistics of the
  // table. Without it, PostgreSQL would read the whole table.
  toJoinSql: (columns, column, inputName) =>
    `${column} = ${toInputValue(inputName)} and ${column} = any(${toArraySql(columns, inputName)})`,
  toFirstSql: ({ from, key, where, order, max }) =>
    `select * from (select *, row_number() over (partition by ${key} order by ${order}) as place from ${from} where ${where}) as numbered ` +
    `where place <= ${max} order by place`,
  returningKeys: ' returning reference_key',
  readChanges: (results, rows) => {
    // The statement returns only this column.
    const changedRows = results as readonly { readonly reference_key: string }[];
    const changedKeys = new Set(changedRows.map((row) => row.reference_key));
    // Of several rows with one key, at most one has changed the table.
    return rows.map(({ referenceKey }) => changedKeys.delete(referenceKey));
  },
  complete: (columns, sql) => ({
    sql,
    toParameters: (rows, account) => {
      // A missing property is undefined. In the array it becomes null.
      const typedRows = rows as readonly Values[];
      const arrays = Object.keys(columns).map((name) => formatArray(typedRows.map((row) => row[name])));
      return [...arrays, account];
    },
  }),
};

/** Returns the SQL that selects the id of the account, and the columns from a table with the alias `input_rows`. */
export function toSelectSql(
  columns: ColumnTypes,
  { account, from }: { readonly account: string; readonly from: string },
): string {
  return `select ${[account, ...Object.keys(columns).map(toInputValue)].join(', ')} from ${from}`;
}

function toAccountSql(columns: ColumnTypes): string {
  return `$${Object.keys(columns).length + 1}::integer`;
}

function toInputValue(name: string): string {
  return `input_rows."${name}"`;
}

function toTableSql(columns: ColumnTypes): string {
  const names = Object.keys(columns);
  const arrays = names.map((name) => toArraySql(columns, name));
  return `unnest(${arrays.join(', ')}) as input_rows(${names.map((name) => `"${name}"`).join(', ')})`;
}

function toArraySql(columns: ColumnTypes, name: string): string {
  return `$${Object.keys(columns).indexOf(name) + 1}::${columns[name]}[]`;
}

/**
 * One row. The statement runs once for each row, which takes SQLite a third of the time of one JSON text for all rows. The
 * names of the parameters become question marks: SQLite looks each name up, and Node before 22.20 and 24.7 cannot bind
 * numbered parameters.
 */
export const valueParameters: RowParameters = {
  toSourceSql: (columns) =>
    `values (${['account', ...Object.keys(columns)].map((name) => `$${name}`).join(', ')})`,
  toAccountSql: () => '$account',
  toFromSql: () => '',
  toValueSql: (inputName) => `$${inputName}`,
  toConditionSql: (_columns, column, inputName) => `${column} = $${inputName}`,
  toJoinSql: (_columns, column, inputName) => `${column} = $${inputName}`,
  toFirstSql: ({ from, where, order, max }) =>
    `select * from ${from} where ${where} order by ${order} limit ${max}`,
  // `returning` doubles the time of an insert.
  returningKeys: '',
  // The driver returns the number of changed rows of each run.
  readChanges: (results) =>
    (results as readonly { readonly changes: number }[]).map(({ changes }) => changes > 0),
  complete: (_columns, namedSql) => {
    const names: string[] = [];
    const sql = namedSql.replaceAll(/\$(\w+)/g, (_parameter, name: string) => {
      names.push(name);
      return '?';
    });
    return {
      sql,
      toParameters: (rows, account) =>
        (rows as readonly Values[]).map((row) =>
          names.map((name) => (name === 'account' ? account : (row[name] ?? null))),
        ),
    };
  },
};

/**
 * Formats an array of texts, numbers and nulls for PostgreSQL. Except for the brackets, the format equals
 * JSON if the texts need no other escapes than quotes and backslashes.
 */
function formatArray(values: readonly unknown[]): string {
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
