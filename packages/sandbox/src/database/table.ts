import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import * as z from '@pgw/protocol/zod';

/** A table of the database. The schema of its rows is also the description of its columns. */
export interface TableDefinition<Row extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** The columns. Each has the name and the nullability of its property. Lists are stored as JSON, booleans as 0 and 1. */
  readonly row: Row;
  /** The column of the primary key. A table of entries that are never read by a key has none. */
  readonly key?: (keyof z.output<Row> & string) | undefined;
  /** Further constraints of the table, in SQL. */
  readonly constraints?: readonly string[] | undefined;
  /** The SQL after `ON <table>` of each index, by the name of the index. */
  readonly indexes?: Readonly<Record<string, string>> | undefined;
}

type Parameters = Readonly<Record<string, SQLInputValue>>;

/** Creates a definition with the type of its row. */
export function defineTable<Row extends z.ZodObject>(definition: TableDefinition<Row>): TableDefinition<Row> {
  return definition;
}

/** The SQL of each definition. zod compiles a function for each column, so this is done once in a process. */
const createStatements = new WeakMap<TableDefinition, string>();

/** Returns the statements that create a table and its indexes where they do not exist. */
export function toCreateStatements(table: TableDefinition): string {
  const sql = createStatements.get(table) ?? describeTable(table);
  createStatements.set(table, sql);
  return sql;
}

function describeTable({ name, row, key, constraints = [], indexes = {} }: TableDefinition): string {
  const columns = Object.entries(row.shape).map(([column, schema]) => {
    // A column holds what its schema accepts.
    const cell = z.object({ value: schema });
    const accepts = (value: unknown): boolean => cell.safeParse({ value }).success;
    const type = accepts(0) ? 'INTEGER' : 'TEXT';
    if (column === key) return `${column} ${type} PRIMARY KEY`;
    return `${column} ${type}${accepts(null) ? '' : ' NOT NULL'}`;
  });
  return [
    `CREATE TABLE IF NOT EXISTS ${name} (${[...columns, ...constraints].join(', ')}) STRICT;`,
    ...Object.entries(indexes).map(
      ([index, target]) => `CREATE INDEX IF NOT EXISTS ${index} ON ${name} ${target};`,
    ),
  ].join('\n');
}

/** Reads and writes the rows of a table. Conditions are SQL with named parameters, and may end with an order. */
export class Table<Row extends z.ZodObject> {
  readonly database: DatabaseSync;
  readonly #definition: TableDefinition<Row>;

  constructor(database: DatabaseSync, definition: TableDefinition<Row>) {
    this.database = database;
    this.#definition = definition;
  }

  /** Inserts a row, and returns its row id. The database chooses an id that is missing. */
  insert(row: Omit<z.output<Row>, 'id'>): number {
    const values = this.#toStored(row);
    const columns = Object.keys(values);
    const placeholders = columns.map((column) => `:${column}`).join(', ');
    const sql = `INSERT INTO ${this.#definition.name} (${columns.join(', ')}) VALUES (${placeholders})`;
    return Number(this.database.prepare(sql).run(values).lastInsertRowid);
  }

  /** Finds a row by its primary key. Numbers of records match in any letter case. */
  find(key: string | number): z.output<Row> | undefined {
    const value = typeof key === 'string' ? key.toUpperCase() : key;
    return this.findFirst(`${this.#key} = :key`, { key: value });
  }

  findFirst(condition: string, parameters: Parameters = {}): z.output<Row> | undefined {
    return this.list(`${condition} LIMIT 1`, parameters)[0];
  }

  list(condition: string, parameters: Parameters = {}): z.output<Row>[] {
    const rows = this.#prepareSelect('*', condition).all(parameters);
    return rows.map((row) => this.#definition.row.parse(row));
  }

  /** Reads one row at a time. */
  *iterate(condition: string, parameters: Parameters = {}): Generator<z.output<Row>> {
    const rows = this.#prepareSelect('*', condition).iterate(parameters);
    for (const row of rows) yield this.#definition.row.parse(row);
  }

  /** Lists the rows with these values, oldest first. */
  listBy(values: Partial<z.output<Row>>): z.output<Row>[] {
    const parameters = this.#toStored(values);
    const conditions = Object.keys(parameters).map((column) => `${column} = :${column}`);
    return this.list(`${conditions.join(' AND ')} ORDER BY rowid`, parameters);
  }

  /** Lists the rows that were inserted last, the newest first. */
  listNewest(limit: number): z.output<Row>[] {
    return this.list('TRUE ORDER BY rowid DESC LIMIT :limit', { limit });
  }

  count(condition = 'TRUE', parameters: Parameters = {}): number {
    return Number(this.select('count(*)', condition, parameters) ?? 0);
  }

  /** Returns the value of an expression over the matching rows, such as `max(id)`. */
  select(expression: string, condition = 'TRUE', parameters: Parameters = {}): SQLOutputValue | undefined {
    return this.#prepareSelect(`${expression} AS value`, condition).get(parameters)?.['value'];
  }

  /** Changes columns of the row with this key, if it matches the condition. Returns false when it was not changed. */
  change(key: string | number, change: Partial<z.output<Row>>, condition = 'TRUE'): boolean {
    const values = this.#toStored(change);
    const assignments = Object.keys(values).map((column) => `${column} = :${column}`);
    const sql = `UPDATE ${this.#definition.name} SET ${assignments.join(', ')} WHERE ${this.#key} = :changedKey AND ${condition}`;
    return this.database.prepare(sql).run({ ...values, changedKey: key }).changes === 1;
  }

  #prepareSelect(columns: string, condition: string): StatementSync {
    return this.database.prepare(`SELECT ${columns} FROM ${this.#definition.name} WHERE ${condition}`);
  }

  get #key(): string {
    return this.#definition.key ?? 'rowid';
  }

  /** Converts the properties that are columns to the values of the database. */
  #toStored(row: object): Record<string, SQLInputValue> {
    const columns = Object.entries(row).filter(([name]) => Object.hasOwn(this.#definition.row.shape, name));
    return Object.fromEntries(columns.map(([name, value]) => [name, toStoredValue(value)]));
  }
}

function toStoredValue(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  return JSON.stringify(value);
}
