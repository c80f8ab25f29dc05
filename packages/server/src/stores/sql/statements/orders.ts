import { normalizeReference } from '@pgw/protocol';
import { createOnce } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { OrderStatus } from '../../../model/hook.ts';
import type { Payment } from '../../../model/payments/payment.ts';
import type { Connection } from '../connection.ts';
import { runBulkStatement, type BulkStatement } from '../rows/bulk-statement.ts';
import { toColumnTypes } from '../columns.ts';
import { tables, type Database } from '../schema.ts';

const orderColumns = toColumnTypes(tables.pgwOrders.columns);
const orderReservation: BulkStatement = {
  columns: orderColumns,
  // All processes reserve in the same order, which prevents deadlocks. The update of an existing row locks it, also
  // at the isolation levels that use an older snapshot.
  toSql: ({ insertInto }) =>
    `${insertInto('pgw_orders', { order: ['orderId'] })} on conflict (account, order_id) do update ` +
    'set reserved_by = coalesce(pgw_orders.reserved_by, excluded.reserved_by) returning *',
};

const getOrderRowsSchema = createOnce(() => z.array(tables.pgwOrders.schema));

/** A payment whose order is reserved or only locked. */
export interface OrderLock {
  readonly payment: Pick<Payment, 'orderId' | 'reference'>;
  /** Whether the payment reserves the order, because its fulfillment becomes due. */
  readonly isReservation: boolean;
}

/**
 * Locks the orders of payments until the end of the transaction, and reserves the orders of payments whose
 * fulfillment becomes due.
 */
export async function lockOrders(
  connection: Connection,
  db: Database,
  locks: readonly OrderLock[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = new Map<string, string | null>();
  for (const { payment, isReservation } of locks) {
    const { orderId, reference } = payment;
    if (!isReservation && !connection.backend.hasRowLocks) continue;
    // A statement must not change a row twice. The first payment of an order reserves it.
    if (rows.get(orderId) == null) rows.set(orderId, isReservation ? normalizeReference(reference) : null);
  }
  if (rows.size === 0) return new Map();
  const values = [...rows].map(([orderId, reservedBy]) => ({ orderId, reservedBy }));
  const reservations = getOrderRowsSchema().parse(
    await runBulkStatement(connection, db, orderReservation, values),
  );
  return new Map(reservations.map(({ orderId, reservedBy }) => [orderId, reservedBy]));
}

/** Releases the order that a payment has reserved. */
export async function releaseOrder(
  db: Database,
  { orderId, reference }: OrderLock['payment'],
): Promise<void> {
  await db
    .updateTable('pgwOrders')
    .set({ reservedBy: null })
    .where('orderId', '=', orderId)
    .where('reservedBy', '=', normalizeReference(reference))
    .execute();
}

/** The states of a payment that has no final outcome. */
const openStates = "'created', 'unknown', 'open', 'authorized', 'review', 'reversed'";
/** The states of a payment that has received money. */
const paidStates = "'paid', 'refunding'";

const orderStatusQuery: BulkStatement = {
  columns: { orderId: 'text' },
  toSql: ({ isOneOf }) =>
    'select order_id, ' +
    `max(case when fulfillment_state = 'done' or state in (${paidStates}) then 1 else 0 end) as is_paid, ` +
    // An ended payment counts as open until its `onEnded` has succeeded. Of several payments that end at the same
    // time, only the last call then finds no open payment.
    `max(case when state in (${openStates}) or exists (select 1 from pgw_hooks where pgw_hooks.account = pgw_payments.account ` +
    "and pgw_hooks.reference_key = pgw_payments.reference_key and pgw_hooks.name = 'onEnded' and pgw_hooks.state not in ('withheld', 'skipped')) then 1 else 0 end) as has_open_payments " +
    `from pgw_payments where ${isOneOf('pgw_payments', 'order_id', 'orderId')} group by order_id`,
};

const flag = z.coerce.number<string | number>().transform((value) => value === 1);
const orderStatusRowsSchema = z.array(z.object({ orderId: z.string(), isPaid: flag, hasOpenPayments: flag }));

/** Reads the status of locked orders. Resolves with a map by order id. */
export async function readOrderStatus(
  connection: Connection,
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderStatus>> {
  if (orderIds.length === 0) return new Map();
  const rowsOfOrders = [...new Set(orderIds)].map((orderId) => ({ orderId }));
  const rows = await runBulkStatement(connection, db, orderStatusQuery, rowsOfOrders);
  return new Map(
    orderStatusRowsSchema
      .parse(rows)
      .map(({ orderId, isPaid, hasOpenPayments }) => [orderId, { isPaid, hasOpenPayments }]),
  );
}
