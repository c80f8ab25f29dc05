import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  getAvailableQuantity,
  findVariantBySku,
  type Product,
  type Variant,
} from '../catalogue/catalogue.ts';

/** One variant in a bag, at its current price. */
export interface BagLine extends Variant {
  readonly quantity: number;
  /** The price at the time when the visitor added the variant, in sen. `price` is the current price. */
  readonly addedPrice: number;
  /** The price of the whole line, in sen. */
  readonly total: number;
  /** True when the quantity is more than the shop has. */
  readonly exceedsStock: boolean;
}

/** The totals of a bag or an order, in sen. */
export interface Totals {
  readonly subtotal: number;
  readonly delivery: number;
  readonly total: number;
}

/** The price of a delivery, in sen. */
export const deliveryPrice = 600;
/** A removed line is kept for at least this time, so that the visitor can restore it. */
const undoMs = 10 * 60 * 1000;
const bagRow = z.object({ sku: z.string(), quantity: z.number(), added_price: z.number() });

/** Adds up the lines and the delivery price. An empty bag has no delivery price. */
export function calculateTotals(lines: readonly { readonly total: number }[]): Totals {
  const subtotal = lines.reduce((sum, line) => sum + line.total, 0);
  const delivery = lines.length === 0 ? 0 : deliveryPrice;
  return { subtotal, delivery, total: subtotal + delivery };
}

/**
 * The bags of all visitors. A bag contains the ids of variants (`sku`) and their quantities. Prices come from
 * the catalogue, never from the browser.
 */
export class Bags {
  readonly #database: DatabaseSync;
  readonly #products: readonly Product[];
  readonly #now: () => number;

  constructor(database: DatabaseSync, products: readonly Product[], now: () => number = Date.now) {
    this.#database = database;
    this.#products = products;
    this.#now = now;
  }

  /**
   * Returns the lines of a visitor's bag at the current prices. Products that the shop no longer sells are
   * left out.
   */
  listLines(visitor: string | undefined): BagLine[] {
    if (visitor === undefined) return [];
    const rows = this.#database
      .prepare('SELECT * FROM bag_lines WHERE visitor = ? AND removed_at IS NULL ORDER BY added_at, rowid')
      .all(visitor);
    return rows.flatMap((row) => {
      const { sku, quantity, added_price: addedPrice } = bagRow.parse(row);
      const variant = findVariantBySku(this.#products, sku);
      if (variant === undefined) return [];
      const exceedsStock = quantity > getAvailableQuantity(variant.product);
      return [{ ...variant, quantity, addedPrice, total: variant.price * quantity, exceedsStock }];
    });
  }

  /** Returns the number of items in a bag. */
  count(visitor: string | undefined): number {
    return this.listLines(visitor).reduce((sum, { quantity }) => sum + quantity, 0);
  }

  /**
   * Adds a variant to a bag. If the bag has the variant, its quantity is increased. The quantity is limited to
   * what the shop has.
   */
  add(visitor: string, { sku, product, price }: Variant, quantity: number): void {
    const max = getAvailableQuantity(product);
    if (max === 0) return;
    // The quantity of a removed line counts as 0.
    this.#database
      .prepare(
        `INSERT INTO bag_lines (visitor, sku, quantity, added_price, added_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (visitor, sku) DO UPDATE SET removed_at = NULL, added_price = excluded.added_price,
           quantity = min(?, excluded.quantity + iif(removed_at IS NULL, quantity, 0))`,
      )
      .run(visitor, sku, Math.min(quantity, max), price, this.#now(), max);
  }

  /** Sets the quantity of a line. The quantity is limited to the range from 1 to what the shop has. */
  setQuantity(visitor: string, sku: string, quantity: number): void {
    const variant = findVariantBySku(this.#products, sku);
    if (variant === undefined) return;
    const limited = Math.max(1, Math.min(quantity, getAvailableQuantity(variant.product)));
    this.#database
      .prepare('UPDATE bag_lines SET quantity = ? WHERE visitor = ? AND sku = ? AND removed_at IS NULL')
      .run(limited, visitor, sku);
  }

  /** Removes a line. `restore` can undo the removal for at least ten minutes. */
  remove(visitor: string, sku: string): void {
    this.#database.prepare('DELETE FROM bag_lines WHERE removed_at < ?').run(this.#now() - undoMs);
    this.#setRemovedAt(visitor, sku, this.#now());
  }

  /** Restores a removed line. */
  restore(visitor: string, sku: string): void {
    this.#setRemovedAt(visitor, sku, null);
  }

  #setRemovedAt(visitor: string, sku: string, removedAt: number | null): void {
    this.#database
      .prepare('UPDATE bag_lines SET removed_at = ? WHERE visitor = ? AND sku = ?')
      .run(removedAt, visitor, sku);
  }
}
