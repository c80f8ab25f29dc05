import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The tables of the shop, in the SQL of SQLite. */
export const schema = `
  CREATE TABLE IF NOT EXISTS bag_lines (
    visitor TEXT NOT NULL, sku TEXT NOT NULL, quantity INTEGER NOT NULL, added_price INTEGER NOT NULL,
    added_at INTEGER NOT NULL, removed_at INTEGER, PRIMARY KEY (visitor, sku)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS details (visitor TEXT PRIMARY KEY, details TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS orders (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, visitor TEXT NOT NULL, state TEXT NOT NULL,
    details TEXT NOT NULL, subtotal INTEGER NOT NULL, delivery INTEGER NOT NULL, amount INTEGER NOT NULL,
    currency TEXT NOT NULL, created_at INTEGER NOT NULL, paid_at INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS order_lines (
    order_id TEXT NOT NULL, sku TEXT NOT NULL, title TEXT NOT NULL, detail TEXT NOT NULL, picture TEXT NOT NULL,
    quantity INTEGER NOT NULL, price INTEGER NOT NULL, PRIMARY KEY (order_id, sku)
  ) STRICT;
  -- One row for each fulfillment. The table has no unique key, so that a second fulfillment of an order is visible.
  CREATE TABLE IF NOT EXISTS ledger (
    order_id TEXT NOT NULL, reference TEXT NOT NULL, key TEXT NOT NULL, amount INTEGER NOT NULL,
    currency TEXT NOT NULL, at INTEGER NOT NULL
  ) STRICT;
  -- An order for which a refund was requested cannot be paid again. @pgw/express stores the refunds themselves.
  CREATE TABLE IF NOT EXISTS refund_requests (
    key TEXT PRIMARY KEY, order_id TEXT NOT NULL, at INTEGER NOT NULL
  ) STRICT;
  -- Orders for which a card was approved. A new bag with the same lines becomes another order.
  CREATE TABLE IF NOT EXISTS approvals (order_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS back_office_sessions (
    id_hash TEXT PRIMARY KEY, data TEXT NOT NULL, ends_at INTEGER NOT NULL
  ) STRICT;
`;

/** A value in a statement. */
export type Value = string | number | null;
/** An SQL statement with a `?` for each value. Each statement of the shop is valid in SQLite and PostgreSQL. */
export type Statement = readonly [sql: string, ...values: Value[]];
export type Row = Readonly<Record<string, unknown>>;

/** The database of the shop. The payments are in the same database. */
export interface Database {
  /** Runs a statement and returns its rows. */
  query(...statement: Statement): Promise<Row[]>;
  /**
   * Runs the statements that a generator yields in one transaction, and passes it their rows. If it throws, nothing is stored. It
   * cannot wait for anything else, because SQLite blocks other writes until its end.
   */
  transaction<Result>(steps: () => Generator<Statement, Result, Row[]>): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Returns the path of the database file. The file contains the orders and, in the tables of @pgw/express,
 * their payments.
 */
export function getDatabasePath(directory: string): string {
  return resolve(directory, 'shop.db');
}

/** Opens the file, and creates the tables of the shop. */
export function openFile(directory: string): Database {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = new DatabaseSync(getDatabasePath(directory));
  // The option `timeout` is not used, because Node ignores it before 22.16.
  file.exec('PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  file.exec(schema);
  const run = ([sql, ...values]: Statement): Row[] => file.prepare(sql).all(...values);
  return {
    query: async (...statement) => run(statement),
    transaction: async (steps) => {
      file.exec('BEGIN IMMEDIATE');
      try {
        const generator = steps();
        let step = generator.next();
        while (step.done !== true) step = generator.next(run(step.value));
        file.exec('COMMIT');
        return step.value;
      } catch (error) {
        file.exec('ROLLBACK');
        throw error;
      }
    },
    close: async () => file.close(),
  };
}
