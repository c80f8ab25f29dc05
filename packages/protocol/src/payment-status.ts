/** What a payment status means for an order. */
export type PaymentOutcome =
  /** Not settled: wait, or ask again. */
  | 'pending'
  /** The only outcome that fulfils an order. */
  | 'paid'
  /** A card was authorised and not captured: not paid. */
  | 'authorized'
  /** Over; may be tried again. */
  | 'failed'
  | 'cancelled'
  | 'expired'
  /** Money is on its way back. */
  | 'refunding'
  | 'refunded';

export interface PaymentStatusInfo {
  readonly name: string;
  readonly outcome: PaymentOutcome;
}

/**
 * The payment statuses of the gateway, by number. 0 to 7 are the interface's own range; names, and 8 to 18, are
 * observed (C, D). 13 and 17 mean that the money stayed with, or came back to, the merchant: paid.
 */
const statuses: Readonly<Record<number, PaymentStatusInfo>> = {
  0: { name: 'Pending', outcome: 'pending' },
  1: { name: 'Success', outcome: 'paid' },
  2: { name: 'Failed', outcome: 'failed' },
  3: { name: 'Cancelled', outcome: 'cancelled' },
  4: { name: 'TransactionLimitExceeded', outcome: 'failed' },
  5: { name: 'MinTransactionAmountNotMet', outcome: 'failed' },
  6: { name: 'InsufficientFunds', outcome: 'failed' },
  7: { name: 'InvalidTransaction', outcome: 'failed' },
  8: { name: 'UserCancelled', outcome: 'cancelled' },
  9: { name: 'Authorized', outcome: 'authorized' },
  10: { name: 'Expired', outcome: 'expired' },
  11: { name: 'Refunded', outcome: 'refunded' },
  12: { name: 'ProcessingRefund', outcome: 'refunding' },
  13: { name: 'FailedRefund', outcome: 'paid' },
  16: { name: 'RefundWithCharges', outcome: 'refunded' },
  17: { name: 'RefundReverse', outcome: 'paid' },
  18: { name: 'Voided', outcome: 'refunded' },
};

/**
 * Name and outcome of a payment status. A number that is not in the table is `Unknown` and pending: never paid,
 * never terminal, and worth a report ({@link isKnownPaymentStatus}).
 */
export function paymentStatus(status: number): PaymentStatusInfo {
  return statuses[status] ?? { name: 'Unknown', outcome: 'pending' };
}

export function isKnownPaymentStatus(status: number): boolean {
  return Object.hasOwn(statuses, status);
}
