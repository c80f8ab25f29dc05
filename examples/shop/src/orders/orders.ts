import { currencyCode } from '@pgw/pages';
import type { UnknownPayment } from '@pgw/express/operator';
import { z } from 'zod';
import { calculateTotals, type BagLine } from './bag.ts';
import type { Database, Row, Statement, Value } from '../database.ts';
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
  readonly state: 'awaiting' | 'paid';
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

const firstOrderNumber = 10482;
/** The gateway's clock may be behind the shop's. */
const clockToleranceMs = 1_000;
/** The time for which the items of an unpaid order are reserved. */
const reservationMs = 24 * 60 * 60 * 1000;

const orderRow = z.object({
  id: z.string(),
  state: z.enum(['awaiting', 'paid']),
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
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
  }

  /** Returns the visitor's orders, newest first. */
  async listForVisitor(visitor: string | undefined): Promise<Order[]> {
    return visitor === undefined ? [] : this.#list('visitor = ?', visitor);
  }

  /** Finds an order of the visitor. Undefined when the order does not exist or belongs to another visitor. */
  async findForVisitor(id: string, visitor: string | undefined): Promise<Order | undefined> {
    return visitor === undefined ? undefined : (await this.#list('id = ? AND visitor = ?', id, visitor))[0];
  }

  /**
   * Finds an order of the visitor that can be paid. Undefined when the order is paid or refunded, or when its
   * items are no longer reserved.
   */
  async findPayable(id: string, visitor: string | undefined): Promise<Order | undefined> {
    const order = await this.findForVisitor(id, visitor);
    if (order === undefined || !this.#isAwaiting(order)) return undefined;
    const [request] = await this.#database.query(...selectRefundRequest(id));
    return request === undefined ? order : undefined;
  }

  /** Finds orders of any visitor, for the back office. */
  async findAll(ids: readonly string[]): Promise<Order[]> {
    return ids.length === 0 ? [] : this.#list(`id IN (${ids.map(() => '?').join(', ')})`, ...ids);
  }

  /**
   * Finds the order of a payment that is stored only at the gateway. The reference and the amount must match.
   * The order must be older than the payment, because order numbers repeat after a restored backup.
   */
  async findForPayment(payment: UnknownPayment): Promise<Order | undefined> {
    const { amount, currencyCode: currency, createdAt, matches } = payment;
    const before = (createdAt ?? this.#now()) + clockToleranceMs;
    const orders = await this.#list(
      'amount = ? AND currency = ? AND created_at <= ?',
      amount,
      currency,
      before,
    );
    return orders.find(({ id }) => matches(id));
  }

  /**
   * Returns the ids of the newest 100 orders that have a text in the number, the name or the email address, in any letter case.
   */
  async search(text: string): Promise<string[]> {
    const rows = await this.#database.query(
      `SELECT id FROM orders WHERE lower(id || ' ' || (details ->> 'name') || ' ' || (details ->> 'email'))
       LIKE lower(?) ESCAPE '\\' ORDER BY number DESC LIMIT 100`,
      `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
    );
    return rows.map(({ id }) => String(id));
  }

  /**
   * Creates an order from a bag and returns its id. The lines and the price of an order never change. If
   * the visitor has an unpaid order with the same lines and without an approved card, its details are updated and its id
   * is returned.
   */
  async place(visitor: string, customerDetails: Details, lines: readonly BagLine[]): Promise<string> {
    const now = this.#now();
    const isAwaiting = (order: Order): boolean => this.#isAwaiting(order);
    return this.#database.transaction(function* () {
      const rows = yield selectOrders('visitor = ?', [visitor]);
      for (const order of toOrders(rows, yield selectLines('visitor = ?', [visitor]))) {
        if (!isAwaiting(order) || !haveSameLines(order.lines, lines)) continue;
        const obstacles = [
          ...(yield selectRefundRequest(order.id)),
          // The order stays `awaiting` until the card is charged.
          ...(yield ['SELECT 1 FROM approvals WHERE order_id = ?', order.id]),
        ];
        if (obstacles.length > 0) continue;
        yield ['UPDATE orders SET details = ? WHERE id = ?', JSON.stringify(customerDetails), order.id];
        return order.id;
      }
      return yield* insertOrder({ visitor, details: customerDetails, lines, now });
    });
  }

  #isAwaiting({ state, reservedUntil }: Order): boolean {
    return state === 'awaiting' && this.#now() < reservedUntil;
  }

  /** Stores that a refund of the order was requested. The order cannot be paid after that. */
  async recordRefundRequest(id: string, key: string): Promise<void> {
    await this.#database.query(
      'INSERT INTO refund_requests (key, order_id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      key,
      id,
      this.#now(),
    );
  }

  async #list(condition: string, ...values: Value[]): Promise<Order[]> {
    const orders = await this.#database.query(...selectOrders(condition, values));
    return toOrders(orders, await this.#database.query(...selectLines(condition, values)));
  }
}

/**
 * Finds a request for a refund of the order. The state of the order does not show it: an order that is refunded before its
 * fulfillment never becomes `paid`.
 */
function selectRefundRequest(id: string): Statement {
  return ['SELECT 1 FROM refund_requests WHERE order_id = ?', id];
}

/** Selects orders, newest first. */
function selectOrders(condition: string, values: readonly Value[]): Statement {
  return [`SELECT * FROM orders WHERE ${condition} ORDER BY number DESC`, ...values];
}

/** Selects the lines of the same orders. */
function selectLines(condition: string, values: readonly Value[]): Statement {
  const ids = `SELECT id FROM orders WHERE ${condition}`;
  return [`SELECT * FROM order_lines WHERE order_id IN (${ids}) ORDER BY rowid`, ...values];
}

function toOrders(orders: readonly Row[], lines: readonly Row[]): Order[] {
  return orders.map((raw) => {
    const { created_at: createdAt, paid_at: paidAt, currency, ...row } = orderRow.parse(raw);
    return {
      ...row,
      details: detailsSchema.parse(JSON.parse(row.details)),
      lines: lines
        .filter(({ order_id: orderId }) => orderId === row.id)
        .map((line) => {
          // The column `price` has the price of the whole line.
          const { price: total, ...rest } = lineRow.parse(line);
          return { ...rest, total };
        }),
      currencyCode: currency,
      createdAt,
      paidAt,
      reservedUntil: createdAt + reservationMs,
    };
  });
}

interface NewOrder {
  readonly visitor: string;
  readonly details: Details;
  readonly lines: readonly BagLine[];
  readonly now: number;
}

function* insertOrder({ visitor, details, lines, now }: NewOrder): Generator<Statement, string, Row[]> {
  const [last] = yield ['SELECT max(number) AS number FROM orders'];
  const number = (z.object({ number: z.number().nullable() }).parse(last).number ?? firstOrderNumber - 1) + 1;
  const id = `RC-${number}`;
  const { subtotal, delivery, total } = calculateTotals(lines);
  const order = [number, id, visitor, JSON.stringify(details), subtotal, delivery, total, currencyCode, now];
  yield [
    `INSERT INTO orders (number, id, visitor, state, details, subtotal, delivery, amount, currency, created_at)
     VALUES (?, ?, ?, 'awaiting', ?, ?, ?, ?, ?, ?)`,
    ...order,
  ];
  for (const { sku, title, detail, picture, quantity, total: price } of lines) {
    const line = [id, sku, title, detail, picture, quantity, price];
    yield [
      'INSERT INTO order_lines (order_id, sku, title, detail, picture, quantity, price) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...line,
    ];
  }
  return id;
}

function haveSameLines(ordered: readonly OrderLine[], lines: readonly BagLine[]): boolean {
  const getLineKey = (line: OrderLine | BagLine): string => `${line.sku} ${line.quantity} ${line.total}`;
  return ordered.map(getLineKey).sort().join() === lines.map(getLineKey).sort().join();
}
