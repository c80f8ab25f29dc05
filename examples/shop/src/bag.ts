import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { available, variantBySku, type Product, type Variant } from './catalogue.ts';

/** One variant in a bag, at today's price. */
export interface BagLine extends Variant {
  readonly quantity: number;
  /** The price when it was put in, in sen; differs from `price` when that has changed since. */
  readonly addedPrice: number;
  /** Price of the whole line, in sen. */
  readonly total: number;
  /** More are asked for than the shop has. */
  readonly isShort: boolean;
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

/** What lines cost together, with delivery. */
export function totalsOf(lines: readonly { readonly total: number }[]): Totals {
  const subtotal = lines.reduce((sum, line) => sum + line.total, 0);
  const delivery = lines.length === 0 ? 0 : deliveryPrice;
  return { subtotal, delivery, total: subtotal + delivery };
}

export type Bag = ReturnType<typeof createBag>;

/**
 * The bags of all visitors. A bag holds skus and quantities; prices always come from the catalogue, and the browser is
 * never asked for one.
 */
export function createBag(
  database: DatabaseSync,
  products: readonly Product[],
  now: () => number = Date.now,
) {
  const select = database.prepare(
    'SELECT sku, quantity, added_price FROM bag_lines WHERE visitor = ? AND removed_at IS NULL ORDER BY added_at, sku',
  );
  const insert = database.prepare(
    `INSERT INTO bag_lines (visitor, sku, quantity, added_price, added_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (visitor, sku) DO UPDATE SET removed_at = NULL, added_price = excluded.added_price,
       quantity = min(?, excluded.quantity + iif(removed_at IS NULL, quantity, 0))`,
  );
  const update = database.prepare(
    'UPDATE bag_lines SET quantity = ? WHERE visitor = ? AND sku = ? AND removed_at IS NULL',
  );
  const mark = database.prepare('UPDATE bag_lines SET removed_at = ? WHERE visitor = ? AND sku = ?');
  const purge = database.prepare('DELETE FROM bag_lines WHERE removed_at < ?');

  const lines = (visitor: string | undefined): BagLine[] => {
    if (visitor === undefined) return [];
    return select.all(visitor).flatMap((raw) => {
      const { sku, quantity, added_price: addedPrice } = row.parse(raw);
      const variant = variantBySku(products, sku);
      if (variant === undefined) return [];
      const isShort = quantity > available(variant.product);
      return [{ ...variant, quantity, addedPrice, total: variant.price * quantity, isShort }];
    });
  };

  return {
    lines,
    /** How many lines a bag has. */
    count: (visitor: string | undefined): number => lines(visitor).length,
    /** Adds to a bag, no more than the shop has. */
    add: (visitor: string, variant: Variant, quantity: number): void => {
      const most = available(variant.product);
      if (most === 0) return;
      insert.run(visitor, variant.sku, Math.min(quantity, most), variant.price, now(), most);
    },
    /** Sets the quantity of a line, from 1 to what the shop has. */
    setQuantity: (visitor: string, sku: string, quantity: number): void => {
      const variant = variantBySku(products, sku);
      if (variant === undefined) return;
      update.run(Math.max(1, Math.min(quantity, available(variant.product))), visitor, sku);
    },
    /** Takes a line out; for a few minutes `restore` brings it back. */
    remove: (visitor: string, sku: string): void => {
      purge.run(now() - undoMs);
      mark.run(now(), visitor, sku);
    },
    restore: (visitor: string, sku: string): void => {
      mark.run(null, visitor, sku);
    },
  };
}
