import type { RefundPolicy } from '../../catalogue/refund-policies.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../catalogue/status-numbers.ts';
import type { LedgerRefusal } from '../services.ts';
import type { Payment, Refund } from '../tables.ts';

const { notAccepted, refunded, processing, failed, refundedWithCharges, reversed, voided } =
  refundStatusNumber;

/** Codes of the interface, section Errors. */
export const refundFaults = {
  notFound: 2010,
  failed: 2042,
  queryFailed: 2043,
  notSupported: 2130,
  misconfigured: 2160,
} as const;

/** Statuses of a payment that was paid, including the statuses after refunds. */
const paidStatuses: readonly number[] = [
  paymentStatusNumber.success,
  refunded,
  processing,
  failed,
  refundedWithCharges,
  reversed,
  voided,
];
const inProgressStatuses: readonly number[] = [notAccepted, processing];

const allowedNextStatuses: Readonly<Record<number, readonly number[]>> = {
  [notAccepted]: [refunded, processing, failed, refundedWithCharges, voided],
  [processing]: [refunded, failed, refundedWithCharges, voided],
  [refunded]: [reversed],
  [refundedWithCharges]: [reversed],
};

/** Returns true when a refund may change from one status to another. */
export function isAllowedChange(from: number, to: number): boolean {
  return allowedNextStatuses[from]?.includes(to) === true;
}

/** The data that decides whether a refund is allowed. Amounts are minor units. */
export interface RefundCheck {
  readonly payment: Payment;
  /** True when a query of the payment returns the status 1. */
  readonly isInSuccess: boolean;
  readonly policy: RefundPolicy;
  readonly earlierRefunds: readonly Refund[];
  readonly refundableAmount: number;
  /** Undefined for the whole remaining amount. */
  readonly requestedAmount: number | undefined;
}

/**
 * Finds the first rule that a refund breaks, in the order in which the gateway checks them. Returns undefined
 * when the refund is allowed. Only a payment in Success can be refunded (interface document, "Refund status", rule 1). With
 * known gateways, a payment with a failed (status 13) or reversed (status 17) refund is not in Success.
 */
export function findRefundProblem({
  payment,
  isInSuccess,
  policy,
  earlierRefunds,
  refundableAmount,
  requestedAmount,
}: RefundCheck): LedgerRefusal | undefined {
  if (earlierRefunds.some(({ status }) => inProgressStatuses.includes(status)))
    return {
      code: refundFaults.failed,
      message: 'Failed To Request Refund: a refund is already in progress.',
    };
  if (!isInSuccess)
    return { code: refundFaults.notFound, message: 'Transaction Not Found: it is not in Success status.' };
  if (!policy.isSupported)
    return {
      code: refundFaults.notSupported,
      message: 'Channel Not Support Refund: the channel is configured without refunds.',
    };
  const amount = requestedAmount ?? refundableAmount;
  if (amount > refundableAmount || refundableAmount === 0) {
    const message = `Failed To Request Refund: the amount is above the refundable amount (${refundableAmount} of ${payment.paidAmount} ${payment.currencyCode} minor units).`;
    return { code: refundFaults.failed, message };
  }
  if (!policy.allowsPartialRefunds && amount < payment.paidAmount)
    return {
      code: refundFaults.failed,
      message: 'Failed To Request Refund: the channel does not support partial refunds.',
    };
  return undefined;
}

/** Only a refund of the whole remaining amount, and each later change of it, changes the status of the payment. */
export function toPaymentStatus(payment: Payment, refund: Refund, refundableAmount: number): number {
  const { status } = refund;
  if (status === notAccepted || !paidStatuses.includes(payment.status)) return payment.status;
  if (status === failed || status === reversed) {
    // After a partial refund, the payment is still in Success.
    const wasPartial = payment.status === paymentStatusNumber.success && refund.amount < payment.paidAmount;
    return wasPartial ? payment.status : status;
  }
  // The refund is done or in progress. It changes the payment only when nothing remains to refund.
  const isWholeAmountRefunded = refundableAmount === 0;
  return isWholeAmountRefunded ? status : payment.status;
}
