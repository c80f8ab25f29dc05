import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { totalsOf, type BagLine } from './bag.ts';
import { inTransaction } from './database.ts';
import { details, type Details } from './details.ts';
import { currencyCode } from './money.ts';

/** A line of an order, at the price it was ordered at. */
export interface OrderLine {
  readonly sku: string;
  readonly title: string;
  readonly detail: string;
  readonly picture: string;
  readonly quantity: number;
  /** Price of the whole line, in sen. */
  readonly total: number;
}

/** An order. Amounts are in sen, times in milliseconds. */
export interface Order {
  readonly id: string;
  /** `review`: money came, but not the sum of the order; a person looks at it. */
  readonly state: 'awaiting' | 'paid' | 'review';
  readonly details: Details;
  readonly lines: readonly OrderLine[];
  readonly subtotal: number;
  readonly delivery: number;
  readonly amount: number;
  readonly currencyCode: string;
  readonly createdAt: number;
  readonly paidAt: number | null;
  /** The items are kept, and the order can be paid, until then. */
  readonly heldUntil: number;
}

const firstNumber = 10482;
const heldMs = 24 * 60 * 60 * 1000;

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

export type Orders = ReturnType<typeof createOrders>;

/** The orders of all visitors, in the shop's own tables beside the payments. */
export function createOrders(database: DatabaseSync, now: () => number = Date.now) {
  const selectOwn = database.prepare('SELECT * FROM orders WHERE id = ? AND visitor = ?');
  const selectAll = database.prepare('SELECT * FROM orders WHERE visitor = ? ORDER BY number DESC');
  const selectLines = database.prepare('SELECT * FROM order_lines WHERE order_id = ? ORDER BY rowid');
  const lastNumber = database.prepare('SELECT max(number) AS number FROM orders');
  const insert = database.prepare(
    `INSERT INTO orders (number, id, visitor, state, details, subtotal, delivery, amount, currency, created_at)
     VALUES (?, ?, ?, 'awaiting', ?, ?, ?, ?, ?, ?)`,
  );
  const insertLine = database.prepare(
    'INSERT INTO order_lines (order_id, sku, title, detail, picture, quantity, price) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const updateDetails = database.prepare("UPDATE orders SET details = ? WHERE id = ? AND state = 'awaiting'");

  const read = (raw: unknown): Order => {
    const { created_at: createdAt, paid_at: paidAt, currency, ...row } = orderRow.parse(raw);
    return {
      ...row,
      details: details.parse(JSON.parse(row.details)),
      lines: selectLines.all(row.id).map((line) => {
        const { price: total, ...rest } = lineRow.parse(line);
        return { ...rest, total };
      }),
      currencyCode: currency,
      createdAt,
      paidAt,
      heldUntil: createdAt + heldMs,
    };
  };

  const ofVisitor = (visitor: string | undefined): Order[] =>
    visitor === undefined ? [] : selectAll.all(visitor).map(read);

  return {
    /** The visitor's orders, newest first. */
    ofVisitor,
    /** One of the visitor's own orders; undefined for anybody else's, as for one that does not exist. */
    own: (id: string, visitor: string | undefined): Order | undefined => {
      const row = visitor === undefined ? undefined : selectOwn.get(id, visitor);
      return row === undefined ? undefined : read(row);
    },
    /** The same, while it waits for its money and its items are kept. */
    payable: (id: string, visitor: string | undefined): Order | undefined => {
      const row = visitor === undefined ? undefined : selectOwn.get(id, visitor);
      const order = row === undefined ? undefined : read(row);
      return order?.state === 'awaiting' && now() < order.heldUntil ? order : undefined;
    },
    /**
     * Makes an order of a bag. An order never changes its lines or its price: the same bag gives the same order with
     * newer details, another bag gives another order.
     */
    place: (visitor: string, who: Details, lines: readonly BagLine[]): string =>
      inTransaction(database, () => {
        const same = ofVisitor(visitor).find(
          (order) => order.state === 'awaiting' && now() < order.heldUntil && isSame(order.lines, lines),
        );
        if (same !== undefined) {
          updateDetails.run(JSON.stringify(who), same.id);
          return same.id;
        }
        const last = z.object({ number: z.number().nullable() }).parse(lastNumber.get()).number;
        const number = last === null ? firstNumber : last + 1;
        const id = `RC-${number}`;
        const { subtotal, delivery, total } = totalsOf(lines);
        const json = JSON.stringify(who);
        insert.run(number, id, visitor, json, subtotal, delivery, total, currencyCode, now());
        for (const line of lines) {
          insertLine.run(id, line.sku, line.title, line.detail, line.picture, line.quantity, line.total);
        }
        return id;
      }),
  };
}

function isSame(ordered: readonly OrderLine[], lines: readonly BagLine[]): boolean {
  const key = (line: OrderLine | BagLine): string => `${line.sku} ${line.quantity} ${line.total}`;
  return ordered.map(key).sort().join() === lines.map(key).sort().join();
}
