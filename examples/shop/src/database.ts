import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const schema = `
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
`;

/** Error thrown when the data directory cannot be used. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/**
 * Returns the path of the database file. The file contains the orders and, in the tables of @pgw/express,
 * their payments.
 */
export function getDatabasePath(directory: string): string {
  return resolve(directory, 'shop.db');
}

/**
 * Opens the shop's database. Creates the directory, the file and the tables when they are missing.
 *
 * @throws DatabaseError when the directory can't be written or the file is not a database.
 */
export function openDatabase(directory: string): DatabaseSync {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(getDatabasePath(directory));
    // The option `timeout` is not used, because Node ignores it before 22.16.
    database.exec('PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    database.exec(schema);
    return database;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseError(
      `The shop can't store its data in ${directory} (${reason}). Set PGW_SHOP_DATA to a writable directory.`,
      { cause },
    );
  }
}

/** Runs `work` in one transaction. If it throws, nothing is stored. */
export function runInTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
