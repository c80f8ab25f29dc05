import { normalizeReference } from '@pgw/protocol';
import { z } from 'zod';
import type { OrderStatus } from '../../../../model/hook.ts';
import type { Payment } from '../../../../model/payments/payment.ts';
import type { Connection, Database } from '../../connection.ts';
import { runBulkStatement, toInsertSql, type BulkStatement } from '../../rows/bulk-statement.ts';
import { toColumnTypes } from '../../columns.ts';
import { tables } from '../../schema.ts';

const orderColumns = toColumnTypes(tables.pgwOrders.columns);
const orderClaim: BulkStatement = {
  columns: orderColumns,
  // All processes claim in the same order, which prevents deadlocks. The update of an existing row locks it, also
  // at the isolation levels that use an older snapshot.
  toSql: ({ table }) =>
    `${toInsertSql('pgw_orders', orderColumns, table)} order by input_rows."orderId" on conflict (order_id) do update ` +
    'set claimed_by = coalesce(pgw_orders.claimed_by, excluded.claimed_by) returning *',
};

const claimRowsSchema = z.array(tables.pgwOrders.schema);

/** A payment whose order is claimed or only locked. */
export interface OrderLock {
  readonly payment: Pick<Payment, 'orderId' | 'reference'>;
  /** Whether the payment claims the order, because its fulfillment becomes due. */
  readonly isClaim: boolean;
}

/**
 * Locks the orders of payments until the end of the transaction, and claims the orders of payments whose fulfillment
 * becomes due. An order that another payment has claimed is not claimed again. Resolves with the folded reference of
 * the claiming payment by order id.
 */
export async function lockOrders(
  connection: Connection,
  db: Database,
  locks: readonly OrderLock[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = new Map<string, string | null>();
  for (const { payment, isClaim } of locks) {
    const { orderId, reference } = payment;
    if (!isClaim && !connection.backend.hasRowLocks) continue;
    // A statement must not change a row twice. The first payment of an order claims it.
    if (rows.get(orderId) == null) rows.set(orderId, isClaim ? normalizeReference(reference) : null);
  }
  if (rows.size === 0) return new Map();
  const values = [...rows].map(([orderId, claimedBy]) => ({ orderId, claimedBy }));
  const claims = claimRowsSchema.parse(await runBulkStatement(connection, db, orderClaim, values));
  return new Map(claims.map(({ orderId, claimedBy }) => [orderId, claimedBy]));
}

/** Releases the claim of a payment to its order. */
export async function releaseOrder(
  db: Database,
  { orderId, reference }: OrderLock['payment'],
): Promise<void> {
  await db
    .updateTable('pgwOrders')
    .set({ claimedBy: null })
    .where('orderId', '=', orderId)
    .where('claimedBy', '=', normalizeReference(reference))
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
    `max(case when state in (${openStates}) or exists (select 1 from pgw_hooks where pgw_hooks.reference_key = pgw_payments.reference_key ` +
    "and pgw_hooks.name = 'onEnded' and pgw_hooks.state <> 'withheld') then 1 else 0 end) as has_open_payments " +
    `from pgw_payments where ${isOneOf('order_id', 'orderId')} group by order_id`,
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
