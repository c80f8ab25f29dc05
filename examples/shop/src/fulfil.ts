/** The fields of a payment that fulfilment needs. Amounts in sen. */
interface PaidPayment {
  readonly orderId: string;
  readonly reference: string;
  readonly amount: number;
  readonly currencyCode: string;
}

/** The transaction that also marks the payment as fulfilled. */
interface Transaction {
  run(sql: string, ...parameters: (string | number)[]): unknown;
}

/**
 * Fulfils a paid order: marks the order, writes the ledger, empties the bag. All of it happens in the transaction that marks the
 * payment as fulfilled, so after a crash either both are stored or neither.
 */
export function fulfil(payment: PaidPayment, key: string, tx: Transaction, now: number = Date.now()): void {
  const { orderId, reference, amount } = payment;
  tx.run(
    `UPDATE orders SET paid_at = ?, state = iif(amount = ? AND currency = ?, 'paid', 'review')
     WHERE id = ? AND state <> 'paid'`,
    now,
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
  tx.run(
    `DELETE FROM bag_lines WHERE visitor = (SELECT visitor FROM orders WHERE id = ?)
     AND sku IN (SELECT sku FROM order_lines WHERE order_id = ?)`,
    orderId,
    orderId,
  );
}
