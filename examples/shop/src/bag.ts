import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { availableQuantity, variantBySku, type Product, type Variant } from './catalogue.ts';

/** One variant in a bag, at today's price. */
export interface BagLine extends Variant {
  readonly quantity: number;
  /** The price when it was put in, in sen; differs from `price` when that has changed since. */
  readonly addedPrice: number;
  /** Price of the whole line, in sen. */
  readonly total: number;
  /** The quantity is more than the shop has. */
  readonly exceedsStock: boolean;
}

/** Sums in sen. */
export interface Totals {
  readonly subtotal: number;
  readonly delivery: number;
  readonly total: number;
}

const deliveryPrice = 600;
const undoMs = 10 * 60 * 1000;
const row = z.object({ sku: z.string(), quantity: z.number(), added_price: z.number() });

/** The price of all lines, with delivery. */
export function totalsOf(lines: readonly { readonly total: number }[]): Totals {
  const subtotal = lines.reduce((sum, line) => sum + line.total, 0);
  const delivery = lines.length === 0 ? 0 : deliveryPrice;
  return { subtotal, delivery, total: subtotal + delivery };
}

/** The bags of all visitors. A bag holds skus and quantities. Prices always come from the catalogue, never from the browser. */
export class Bag {
  readonly #database: DatabaseSync;
  readonly #products: readonly Product[];
  readonly #now: () => number;

  constructor(database: DatabaseSync, products: readonly Product[], now: () => number = Date.now) {
    this.#database = database;
    this.#products = products;
    this.#now = now;
  }

  /** The lines of a visitor's bag, at today's prices. Products that the shop no longer sells are left out. */
  lines(visitor: string | undefined): BagLine[] {
    if (visitor === undefined) return [];
    const rows = this.#database
      .prepare('SELECT * FROM bag_lines WHERE visitor = ? AND removed_at IS NULL ORDER BY added_at, rowid')
      .all(visitor);
    return rows.flatMap((raw) => {
      const { sku, quantity, added_price: addedPrice } = row.parse(raw);
      const variant = variantBySku(this.#products, sku);
      if (variant === undefined) return [];
      const exceedsStock = quantity > availableQuantity(variant.product);
      return [{ ...variant, quantity, addedPrice, total: variant.price * quantity, exceedsStock }];
    });
  }

  /** How many things are in a bag. */
  count(visitor: string | undefined): number {
    return this.lines(visitor).reduce((sum, { quantity }) => sum + quantity, 0);
  }

  /** Adds to a bag, at most as many as the shop has. */
  add(visitor: string, { sku, product, price }: Variant, quantity: number): void {
    const most = availableQuantity(product);
    if (most === 0) return;
    this.#database
      .prepare(
        `INSERT INTO bag_lines (visitor, sku, quantity, added_price, added_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (visitor, sku) DO UPDATE SET removed_at = NULL, added_price = excluded.added_price,
           quantity = min(?, excluded.quantity + iif(removed_at IS NULL, quantity, 0))`,
      )
      .run(visitor, sku, Math.min(quantity, most), price, this.#now(), most);
  }

  /** Sets the quantity of a line, from 1 to what the shop has. */
  setQuantity(visitor: string, sku: string, quantity: number): void {
    const variant = variantBySku(this.#products, sku);
    if (variant === undefined) return;
    const possible = Math.max(1, Math.min(quantity, availableQuantity(variant.product)));
    this.#database
      .prepare('UPDATE bag_lines SET quantity = ? WHERE visitor = ? AND sku = ? AND removed_at IS NULL')
      .run(possible, visitor, sku);
  }

  /** Removes a line. `restore` undoes it for ten minutes. */
  remove(visitor: string, sku: string): void {
    this.#database.prepare('DELETE FROM bag_lines WHERE removed_at < ?').run(this.#now() - undoMs);
    this.#mark(visitor, sku, this.#now());
  }

  restore(visitor: string, sku: string): void {
    this.#mark(visitor, sku, null);
  }

  #mark(visitor: string, sku: string, removedAt: number | null): void {
    this.#database
      .prepare('UPDATE bag_lines SET removed_at = ? WHERE visitor = ? AND sku = ?')
      .run(removedAt, visitor, sku);
  }
}
