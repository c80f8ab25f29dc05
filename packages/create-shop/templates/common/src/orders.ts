import { randomInt } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/**
 * The database of orders and payments. One file has both, so that an order and its payment are written in one
 * transaction.
 */
export const databaseFile = 'shop.db';

let openDatabase: DatabaseSync | undefined;

/** Returns the database, which is opened and created when it is first used. */
function getDatabase(): DatabaseSync {
  if (openDatabase) return openDatabase;
  openDatabase = new DatabaseSync(databaseFile);
  openDatabase.exec(`
    CREATE TABLE IF NOT EXISTS orders (
      id TEXT PRIMARY KEY, visitor TEXT NOT NULL, product TEXT NOT NULL, amount INTEGER NOT NULL,
      paid INTEGER NOT NULL DEFAULT 0, refunded INTEGER NOT NULL DEFAULT 0
    );
  `);
  return openDatabase;
}

export interface Product {
  readonly id: string;
  readonly name: string;
  /** The price in minor units: 12890 is RM 128.90. */
  readonly price: number;
}

export interface Order {
  /** Ten digits. Payment references begin with them, and banks show references, so an order number is no secret. */
  readonly id: string;
  readonly product: string;
  readonly amount: number;
  readonly state: 'Not paid yet' | 'Paid' | 'Refunded';
}

export const products: readonly Product[] = [
  { id: 'two-mugs', name: 'Two mugs', price: 12_890 },
  { id: 'teapot', name: 'Teapot', price: 21_500 },
];

/** Stores an order of a visitor and returns its id. Returns undefined for an unknown product. */
export function placeOrder(productId: unknown, visitor: string): string | undefined {
  const product = products.find(({ id }) => id === productId);
  if (!product) return undefined;
  const id = String(randomInt(1_000_000_000, 10_000_000_000));
  getDatabase()
    .prepare('INSERT INTO orders (id, visitor, product, amount) VALUES (?, ?, ?, ?)')
    .run(id, visitor, product.name, product.price);
  return id;
}

/** Finds an order of a visitor. Undefined if the order does not exist or belongs to another visitor. */
export function findOrder(id: string, visitor: string | undefined): Order | undefined {
  if (visitor === undefined) return undefined;
  const row = getDatabase()
    .prepare('SELECT product, amount, paid, refunded FROM orders WHERE id = ? AND visitor = ?')
    .get(id, visitor);
  if (row === undefined) return undefined;
  const [amount, isPaid] = [Number(row.amount), row.paid === 1];
  const state = isPaid && Number(row.refunded) >= amount ? 'Refunded' : isPaid ? 'Paid' : 'Not paid yet';
  return { id, product: String(row.product), amount, state };
}
