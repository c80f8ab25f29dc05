import type { DatabaseSync } from 'node:sqlite';
import { currencyCode } from '@pgw/pages';
import type { UnknownPayment } from '@pgw/express/operator';
import { z } from 'zod';
import { calculateTotals, type BagLine } from './bag.ts';
import { runInTransaction } from '../database.ts';
import { detailsSchema, type Details } from './details.ts';

/** A line of an order, with its price at the time of the order. */
export interface OrderLine {
  readonly sku: string;
  readonly title: string;
  /** The chosen options, such as "Whole bean". May be empty. */
  readonly detail: string;
  readonly picture: string;
  readonly quantity: number;
  /** The price of the whole line, in sen. */
  readonly total: number;
}

/** An order. Amounts are in sen (100 sen are 1 ringgit), times in milliseconds since the Unix epoch. */
export interface Order {
  readonly id: string;
  /** `review`: the paid amount is below the amount of the order. A clerk of the back office checks it. */
  readonly state: 'awaiting' | 'paid' | 'review';
  readonly details: Details;
  readonly lines: readonly OrderLine[];
  readonly subtotal: number;
  /** The price of the delivery. */
  readonly delivery: number;
  readonly amount: number;
  readonly currencyCode: string;
  readonly createdAt: number;
  readonly paidAt: number | null;
  /** The items are reserved and the order can be paid until this time. */
  readonly reservedUntil: number;
}

/** A filter of orders. Every property that is set must match. */
export interface OrderFilter {
  readonly states?: readonly Order['state'][];
  readonly ids?: readonly string[];
  readonly withoutIds?: readonly string[];
  /** The amount of the order, in sen. */
  readonly amount?: number;
  /** A part of the order number, the name or the email address, in any letter case. */
  readonly text?: string;
}

const firstOrderNumber = 10482;
/** The gateway's clock may be behind the shop's. */
const clockToleranceMs = 1_000;
/** The time for which the items of an unpaid order are reserved. */
const reservationMs = 24 * 60 * 60 * 1000;

const orderRow = z.object({
  id: z.string(),
  state: z.enum(['awaiting', 'paid', 'review']),
  details: z.string(),
  subtotal: z.number(),
  delivery: z.number(),
  amount: z.number(),
  currency: z.string(),
  created_at: z.number(),
  paid_at: z.number().nullable(),
});
const lineRow = z.object({
  sku: z.string(),
  title: z.string(),
  detail: z.string(),
  picture: z.string(),
  quantity: z.number(),
  price: z.number(),
});

/** The orders of all visitors, in the shop's own tables. The payments are in the same database. */
export class Orders {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(database: DatabaseSync, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
  }

  /** Returns the visitor's orders, newest first. */
  listForVisitor(visitor: string | undefined): Order[] {
    if (visitor === undefined) return [];
    const rows = this.#database
      .prepare('SELECT * FROM orders WHERE visitor = ? ORDER BY number DESC')
      .all(visitor);
    return rows.map((row) => this.#toOrder(row));
  }

  /** Finds an order of the visitor. Undefined when the order does not exist or belongs to another visitor. */
  findForVisitor(id: string, visitor: string | undefined): Order | undefined {
    if (visitor === undefined) return undefined;
    const row = this.#database.prepare('SELECT * FROM orders WHERE id = ? AND visitor = ?').get(id, visitor);
    return row === undefined ? undefined : this.#toOrder(row);
  }

  /**
   * Finds an order of the visitor that can be paid. Undefined when the order is paid or refunded, or when its
   * items are no longer reserved.
   */
  findPayable(id: string, visitor: string | undefined): Order | undefined {
    const order = this.findForVisitor(id, visitor);
    return order !== undefined && this.#isPayable(order) ? order : undefined;
  }

  /** Finds an order of any visitor, for the back office. */
  find(id: string): Order | undefined {
    const row = this.#database.prepare('SELECT * FROM orders WHERE id = ?').get(id);
    return row === undefined ? undefined : this.#toOrder(row);
  }

  /**
   * Finds the order of a payment that is stored only at the gateway. The reference and the amount must match.
   * The order must be older than the payment, because order numbers repeat after a restored backup.
   */
  findForPayment({ amount, currencyCode: currency, createdAt, matches }: UnknownPayment): Order | undefined {
    const rows = this.#database
      .prepare('SELECT * FROM orders WHERE amount = ? AND currency = ? AND created_at <= ?')
      .all(amount, currency, (createdAt ?? this.#now()) + clockToleranceMs);
    return rows.map((row) => this.#toOrder(row)).find(({ id }) => matches(id));
  }

  /** Returns a page of the matching orders, newest first, and the number of all matching orders. */
  search(filter: OrderFilter, page: { readonly limit: number; readonly offset: number }) {
    const { sql, values } = toSqlCondition(filter);
    const rows = this.#database
      .prepare(`SELECT * FROM orders WHERE ${sql} ORDER BY number DESC LIMIT ? OFFSET ?`)
      .all(...values, page.limit, page.offset);
    return { orders: rows.map((row) => this.#toOrder(row)), total: this.count(filter) };
  }

  /** Returns the number of matching orders. */
  count(filter: OrderFilter): number {
    const { sql, values } = toSqlCondition(filter);
    const row = this.#database.prepare(`SELECT count(*) AS total FROM orders WHERE ${sql}`).get(...values);
    return z.object({ total: z.number() }).parse(row).total;
  }

  /**
   * Creates an order from a bag and returns its id. The lines and the price of an order never change. If
   * the visitor has an unpaid order with the same lines and without an approved card, its details are updated and its id
   * is returned.
   */
  place(visitor: string, customerDetails: Details, lines: readonly BagLine[]): string {
    return runInTransaction(this.#database, () => {
      const existing = this.listForVisitor(visitor).find(
        (order) =>
          this.#isPayable(order) && !this.#hasApproval(order.id) && haveSameLines(order.lines, lines),
      );
      if (existing === undefined) return this.#insert(visitor, customerDetails, lines);
      this.#database
        .prepare('UPDATE orders SET details = ? WHERE id = ?')
        .run(JSON.stringify(customerDetails), existing.id);
      return existing.id;
    });
  }

  #isPayable(order: Order): boolean {
    const isReserved = this.#now() < order.reservedUntil;
    return order.state === 'awaiting' && isReserved && !this.#hasRefundRequest(order.id);
  }

  /** Marks an order in review as paid. An order in another state stays unchanged. */
  acceptPaidAmount(id: string): void {
    this.#database.prepare(`UPDATE orders SET state = 'paid' WHERE id = ? AND state = 'review'`).run(id);
  }

  /** Stores that a refund of the order was requested. The order cannot be paid after that. */
  recordRefundRequest(id: string, key: string): void {
    this.#database
      .prepare('INSERT OR IGNORE INTO refund_requests (key, order_id, at) VALUES (?, ?, ?)')
      .run(key, id, this.#now());
  }

  /**
   * True when a refund of the order was requested. The state of the order does not show it: an order that is
   * refunded before its fulfillment never becomes `paid`.
   */
  #hasRefundRequest(id: string): boolean {
    return this.#database.prepare('SELECT 1 FROM refund_requests WHERE order_id = ?').get(id) !== undefined;
  }

  /** True when a card was approved for the order. The order stays `awaiting` until the card is charged. */
  #hasApproval(id: string): boolean {
    return this.#database.prepare('SELECT 1 FROM approvals WHERE order_id = ?').get(id) !== undefined;
  }

  #insert(visitor: string, customerDetails: Details, lines: readonly BagLine[]): string {
    const lastRow = this.#database.prepare('SELECT max(number) AS number FROM orders').get();
    const number =
      (z.object({ number: z.number().nullable() }).parse(lastRow).number ?? firstOrderNumber - 1) + 1;
    const id = `RC-${number}`;
    const { subtotal, delivery, total } = calculateTotals(lines);
    this.#database
      .prepare(
        `INSERT INTO orders (number, id, visitor, state, details, subtotal, delivery, amount, currency, created_at)
         VALUES (?, ?, ?, 'awaiting', ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        number,
        id,
        visitor,
        JSON.stringify(customerDetails),
        subtotal,
        delivery,
        total,
        currencyCode,
        this.#now(),
      );
    const insertLine = this.#database.prepare(
      'INSERT INTO order_lines (order_id, sku, title, detail, picture, quantity, price) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    for (const line of lines) {
      insertLine.run(id, line.sku, line.title, line.detail, line.picture, line.quantity, line.total);
    }
    return id;
  }

  #toOrder(raw: unknown): Order {
    const { created_at: createdAt, paid_at: paidAt, currency, ...row } = orderRow.parse(raw);
    const lines = this.#database
      .prepare('SELECT * FROM order_lines WHERE order_id = ? ORDER BY rowid')
      .all(row.id);
    return {
      ...row,
      details: detailsSchema.parse(JSON.parse(row.details)),
      lines: lines.map((line) => {
        // The column `price` has the price of the whole line.
        const { price: total, ...rest } = lineRow.parse(line);
        return { ...rest, total };
      }),
      currencyCode: currency,
      createdAt,
      paidAt,
      reservedUntil: createdAt + reservationMs,
    };
  }
}

/** Converts a filter to the condition of an SQL query and its values. */
function toSqlCondition({ states, ids, withoutIds, amount, text }: OrderFilter): {
  sql: string;
  values: string[];
} {
  const conditions: [sql: string, value: string][] = [];
  if (states !== undefined)
    conditions.push(['state IN (SELECT value FROM json_each(?))', JSON.stringify(states)]);
  if (ids !== undefined) conditions.push(['id IN (SELECT value FROM json_each(?))', JSON.stringify(ids)]);
  if (withoutIds !== undefined)
    conditions.push(['id NOT IN (SELECT value FROM json_each(?))', JSON.stringify(withoutIds)]);
  if (amount !== undefined) conditions.push(['amount = CAST(? AS INTEGER)', String(amount)]);
  if (text !== undefined && text !== '') {
    const fields = `id || ' ' || (details ->> 'name') || ' ' || (details ->> 'email')`;
    conditions.push([`instr(lower(${fields}), lower(?)) > 0`, text]);
  }
  return {
    // `1` is true. It makes the condition valid without a filter.
    sql: ['1', ...conditions.map(([sql]) => sql)].join(' AND '),
    values: conditions.map(([, value]) => value),
  };
}

function haveSameLines(ordered: readonly OrderLine[], lines: readonly BagLine[]): boolean {
  const getLineKey = (line: OrderLine | BagLine): string => `${line.sku} ${line.quantity} ${line.total}`;
  return ordered.map(getLineKey).sort().join() === lines.map(getLineKey).sort().join();
}
