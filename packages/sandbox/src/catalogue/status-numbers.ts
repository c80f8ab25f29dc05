/** The status numbers of payments, sessions and payouts. A fully refunded payment has a refund status. */
export const paymentStatusNumber = {
  pending: 0,
  success: 1,
  failed: 2,
  canceled: 3,
  limitExceeded: 4,
  minimumNotMet: 5,
  insufficientFunds: 6,
  invalidTransaction: 7,
  userCanceled: 8,
  authorized: 9,
  expired: 10,
} as const;

export const refundStatusNumber = {
  /** The provider has not accepted the refund yet. Queries do not return this status. */
  notAccepted: 0,
  refunded: 11,
  processing: 12,
  failed: 13,
  /** The provider deducted a charge from the refund. */
  refundedWithCharges: 16,
  reversed: 17,
  /** The refund voided the payment. */
  voided: 18,
} as const;
