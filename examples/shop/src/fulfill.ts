import type { Statement } from './database.ts';

/** The properties of a payment that `fulfill` reads. The amount is in sen. */
interface PaidPayment {
  readonly orderId: string;
  readonly reference: string;
  readonly amount: number;
  readonly currencyCode: string;
}

/**
 * Returns the statements that fulfill a paid order: they mark the order as paid, add a row to the ledger, and remove the items from the bag.
 * They run in the transaction that marks the payment as fulfilled. After a crash, either all changes are stored or none.
 *
 * @param key - The idempotency key of the fulfillment.
 */
export function fulfill(payment: PaidPayment, key: string, now: number = Date.now()): Statement[] {
  const { orderId, reference, amount, currencyCode } = payment;
  return [
    ["UPDATE orders SET paid_at = ?, state = 'paid' WHERE id = ? AND state <> 'paid'", now, orderId],
    [
      'INSERT INTO ledger (order_id, reference, key, amount, currency, at) VALUES (?, ?, ?, ?, ?, ?)',
      orderId,
      reference,
      key,
      amount,
      currencyCode,
      now,
    ],
    emptyBag(orderId),
  ];
}

/**
 * Returns the statements that store that a card was approved for an order and is charged later, and remove the items from the bag.
 * Without this, the shopper would order them again.
 */
export function recordApproval(
  { orderId }: { readonly orderId: string },
  now: number = Date.now(),
): Statement[] {
  return [
    ['INSERT INTO approvals (order_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING', orderId, now],
    emptyBag(orderId),
  ];
}

/** Removes the items of an order from the bag of its visitor. */
function emptyBag(orderId: string): Statement {
  return [
    `DELETE FROM bag_lines WHERE visitor = (SELECT visitor FROM orders WHERE id = ?)
     AND sku IN (SELECT sku FROM order_lines WHERE order_id = ?)`,
    orderId,
    orderId,
  ];
}
