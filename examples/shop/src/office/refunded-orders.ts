import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const row = z.object({ order_id: z.string() });

/** Remembers for which orders a refund was asked for, so that they can be listed. The refunds are with their payments. */
export class RefundedOrders {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  add(orderId: string, key: string): void {
    this.#database
      .prepare('INSERT OR IGNORE INTO office_refunds (key, order_id, at) VALUES (?, ?, ?)')
      .run(key, orderId, this.#now());
  }

  ids(): string[] {
    const rows = this.#database.prepare('SELECT DISTINCT order_id FROM office_refunds').all();
    return rows.map((each) => row.parse(each).order_id);
  }
}
