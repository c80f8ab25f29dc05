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

/** The numbers of the refund statuses. */
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

/** The statuses with which a payment ends without money, with the status of the interface document. */
const unpaidStatuses: Readonly<Record<number, number>> = {
  ...Object.fromEntries([0, 2, 3, 4, 5, 6, 7].map((status) => [status, status])),
  [paymentStatusNumber.userCanceled]: paymentStatusNumber.canceled,
  [paymentStatusNumber.expired]: paymentStatusNumber.canceled,
};

/**
 * Returns the status of a payment as one of the statuses 0 to 7 of the interface document. It is Success only while the
 * merchant has money of the payment that the provider has not taken back. Refunds do not change it, because the refund
 * query reports them.
 */
export function toDocumentedStatus(status: number, isMoneyTaken: () => boolean): number {
  const unpaidStatus = unpaidStatuses[status];
  if (unpaidStatus !== undefined) return unpaidStatus;
  if (isMoneyTaken()) return paymentStatusNumber.success;
  return status === refundStatusNumber.voided ? paymentStatusNumber.canceled : paymentStatusNumber.pending;
}
