/** A row in the store that contradicts a guarantee of docs/reliability.md. */
export interface AuditFinding {
  /**
   * - `fulfilled-without-note`: a fulfilled payment has no timeline entry for the success of `onPaid`.
   * - `order-fulfilled-twice`: a payment is fulfilled, another or none has reserved its order, and no operator requeued it.
   * - `callback-without-payment`: a stored callback has no payment, or a verified callback reported a
   *   transaction that has no payment.
   * - `operation-overdue`: a refund, capture or payout has had no final outcome for three days.
   * - `payment-without-number`: the response to a start was lost, and the gateway has the payment. Look it up at the gateway.
   *   If it is paid, call `operator.unknownTransactions.adopt` with its number.
   * - `gateway-differs`: a comparison with the gateway found a discrepancy that no person has accepted.
   */
  readonly code:
    | 'fulfilled-without-note'
    | 'order-fulfilled-twice'
    | 'callback-without-payment'
    | 'operation-overdue'
    | 'payment-without-number'
    | 'gateway-differs';
  /**
   * References of the payments, or the references in the callbacks. At most 100 of each code.
   */
  readonly references: readonly string[];
}
