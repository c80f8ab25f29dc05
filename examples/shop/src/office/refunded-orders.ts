import type { DatabaseSync } from 'node:sqlite';

/** Marks orders for which a refund was asked for: they are over, and not payable any more. The refunds are with their payments. */
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
}
