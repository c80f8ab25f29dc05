import { z } from 'zod';
import {
  getAvailableQuantity,
  findVariantBySku,
  type Product,
  type Variant,
} from '../catalogue/catalogue.ts';
import type { Database } from '../database.ts';

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
  readonly #database: Database;
  readonly #products: readonly Product[];
  readonly #now: () => number;

  constructor(database: Database, products: readonly Product[], now: () => number = Date.now) {
    this.#database = database;
    this.#products = products;
    this.#now = now;
  }

  /**
   * Returns the lines of a visitor's bag at the current prices. Products that the shop no longer sells are
   * left out.
   */
  async listLines(visitor: string | undefined): Promise<BagLine[]> {
    if (visitor === undefined) return [];
    const rows = await this.#database.query(
      'SELECT * FROM bag_lines WHERE visitor = ? AND removed_at IS NULL ORDER BY added_at, rowid',
      visitor,
    );
    return rows.flatMap((row) => {
      const { sku, quantity, added_price: addedPrice } = bagRow.parse(row);
      const variant = findVariantBySku(this.#products, sku);
      if (variant === undefined) return [];
      const exceedsStock = quantity > getAvailableQuantity(variant.product);
      return [{ ...variant, quantity, addedPrice, total: variant.price * quantity, exceedsStock }];
    });
  }

  /** Returns the number of items in a bag. */
  async count(visitor: string | undefined): Promise<number> {
    return (await this.listLines(visitor)).reduce((sum, { quantity }) => sum + quantity, 0);
  }

  /**
   * Adds a variant to a bag. If the bag has the variant, its quantity is increased. The quantity is limited to
   * what the shop has.
   */
  async add(visitor: string, { sku, product, price }: Variant, quantity: number): Promise<void> {
    const max = getAvailableQuantity(product);
    if (max === 0) return;
    const now = this.#now();
    await this.#database.transaction(function* () {
      // The quantity of a removed line counts as 0.
      const [row] = yield [
        'SELECT * FROM bag_lines WHERE visitor = ? AND sku = ? AND removed_at IS NULL',
        visitor,
        sku,
      ];
      const sum = quantity + (row === undefined ? 0 : bagRow.parse(row).quantity);
      yield [
        `INSERT INTO bag_lines (visitor, sku, quantity, added_price, added_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (visitor, sku) DO UPDATE SET removed_at = NULL, added_price = excluded.added_price,
           quantity = excluded.quantity`,
        visitor,
        sku,
        Math.min(sum, max),
        price,
        now,
      ];
    });
  }

  /** Sets the quantity of a line. The quantity is limited to the range from 1 to what the shop has. */
  async setQuantity(visitor: string, sku: string, quantity: number): Promise<void> {
    const variant = findVariantBySku(this.#products, sku);
    if (variant === undefined) return;
    await this.#database.query(
      'UPDATE bag_lines SET quantity = ? WHERE visitor = ? AND sku = ? AND removed_at IS NULL',
      Math.max(1, Math.min(quantity, getAvailableQuantity(variant.product))),
      visitor,
      sku,
    );
  }

  /** Removes a line. `restore` can undo the removal for at least ten minutes. */
  async remove(visitor: string, sku: string): Promise<void> {
    await this.#database.query('DELETE FROM bag_lines WHERE removed_at < ?', this.#now() - undoMs);
    await this.#setRemovedAt(visitor, sku, this.#now());
  }

  /** Restores a removed line. */
  async restore(visitor: string, sku: string): Promise<void> {
    await this.#setRemovedAt(visitor, sku, null);
  }

  async #setRemovedAt(visitor: string, sku: string, removedAt: number | null): Promise<void> {
    const sql = 'UPDATE bag_lines SET removed_at = ? WHERE visitor = ? AND sku = ?';
    await this.#database.query(sql, removedAt, visitor, sku);
  }
}
