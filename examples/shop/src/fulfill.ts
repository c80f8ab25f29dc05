/** The properties of a payment that `fulfill` reads. The amount is in sen. */
interface PaidPayment {
  readonly orderId: string;
  readonly reference: string;
  readonly amount: number;
  readonly currencyCode: string;
  /** Set if a clerk of the back office has accepted the amount. */
  readonly acceptedAt: number | null;
}

/** The database transaction in which @pgw/express marks the payment as fulfilled. */
interface Transaction {
  /** Runs an SQL statement. */
  run(sql: string, ...parameters: (string | number)[]): unknown;
}

/**
 * Fulfills a paid order: marks the order as paid, adds a row to the ledger, and removes the items from the bag.
 * If a lower amount or another currency was paid, and no clerk has accepted it, the state of the order is `review`.
 *
 * All changes are in the transaction that marks the payment as fulfilled. After a crash, either all changes
 * are stored or none.
 *
 * @param key - The idempotency key of the fulfillment.
 */
export function fulfill(payment: PaidPayment, key: string, tx: Transaction, now: number = Date.now()): void {
  const { orderId, reference, amount } = payment;
  const isAccepted = payment.acceptedAt === null ? 0 : 1;
  tx.run(
    `UPDATE orders SET paid_at = ?, state = iif(? OR (amount <= ? AND currency = ?), 'paid', 'review')
     WHERE id = ? AND state <> 'paid'`,
    now,
    isAccepted,
    amount,
    payment.currencyCode,
    orderId,
  );
  tx.run(
    'INSERT INTO ledger (order_id, reference, key, amount, currency, at) VALUES (?, ?, ?, ?, ?, ?)',
    orderId,
    reference,
    key,
    amount,
    payment.currencyCode,
    now,
  );
  emptyBag(orderId, tx);
}

/**
 * Stores that a card was approved for an order and is charged later, and removes the items from the bag. Without this,
 * the shopper would order them again.
 */
export function recordApproval(
  { orderId }: { readonly orderId: string },
  tx: Transaction,
  now: number = Date.now(),
): void {
  tx.run('INSERT OR IGNORE INTO approvals (order_id, at) VALUES (?, ?)', orderId, now);
  emptyBag(orderId, tx);
}

/** Removes the items of an order from the bag of its visitor. */
function emptyBag(orderId: string, tx: Transaction): void {
  tx.run(
    `DELETE FROM bag_lines WHERE visitor = (SELECT visitor FROM orders WHERE id = ?)
     AND sku IN (SELECT sku FROM order_lines WHERE order_id = ?)`,
    orderId,
    orderId,
  );
}
