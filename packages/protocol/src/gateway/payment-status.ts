/** The meaning of a payment status for the order. */
export type PaymentOutcome =
  /** Not final: wait, or query again. */
  | 'pending'
  /** The only outcome that fulfills an order. */
  | 'paid'
  /** A card was authorized but not captured. The order is not paid. */
  | 'authorized'
  /** Final. The shopper may try again. */
  | 'failed'
  /** Final: the shopper canceled. */
  | 'canceled'
  /** Final: the deadline passed. */
  | 'expired'
  /** A refund is being processed. */
  | 'refunding'
  /** The money was returned to the shopper. */
  | 'refunded';

/** The name and the outcome of a payment status. */
export interface PaymentStatusInfo {
  /** Name of the status, such as `InsufficientFunds`. `Unknown` for a number that is not in the table. */
  readonly name: string;
  /** What the status means for the order. */
  readonly outcome: PaymentOutcome;
}

/**
 * The payment statuses of the gateway. The interface has 0 to 7, without names. The names and 8 to 18 are
 * from public clients and public documents of such gateways. With 13 and 17 the merchant has the money, so
 * the outcome is `paid`.
 */
const statuses: Readonly<Record<number, PaymentStatusInfo>> = {
  0: { name: 'Pending', outcome: 'pending' },
  1: { name: 'Success', outcome: 'paid' },
  2: { name: 'Failed', outcome: 'failed' },
  3: { name: 'Cancelled', outcome: 'canceled' },
  4: { name: 'TransactionLimitExceeded', outcome: 'failed' },
  5: { name: 'MinTransactionAmountNotMet', outcome: 'failed' },
  6: { name: 'InsufficientFunds', outcome: 'failed' },
  7: { name: 'InvalidTransaction', outcome: 'failed' },
  8: { name: 'UserCancelled', outcome: 'canceled' },
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
 * Returns the name and the outcome of a payment status. An unknown number has the name `Unknown` and the
 * outcome `pending`, so it is never paid and never final. Use {@link isKnownPaymentStatus} to find and report
 * unknown numbers.
 */
export function paymentStatus(status: number): PaymentStatusInfo {
  return statuses[status] ?? { name: 'Unknown', outcome: 'pending' };
}

/** Returns true when the number is a known payment status. */
export function isKnownPaymentStatus(status: number): boolean {
  return Object.hasOwn(statuses, status);
}
