import type { SandboxPreset } from '../presets.ts';

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

/**
 * Returns the status of a payment in responses and callbacks. The interface document has the statuses 0 to 7 only. An
 * authorized payment is not paid, so it is pending there. Refunded payments were paid, and the refund query has the rest.
 */
export function toWireStatus(status: number, preset: SandboxPreset): number {
  if (preset !== 'document') return status;
  const { pending, success, canceled, userCanceled, authorized, expired } = paymentStatusNumber;
  if (status === authorized) return pending;
  if (status === userCanceled || status === expired) return canceled;
  return status >= refundStatusNumber.refunded && status <= refundStatusNumber.voided ? success : status;
}
