import type { RefundPolicy } from '../catalogue/refund-policies.ts';
import type { LedgerRefusal } from './parts.ts';
import type { Refund } from './refund-table.ts';
import type { Payment } from './rows.ts';

/** Codes of the interface, section Errors. */
export const refundFaults = {
  notFound: 2010,
  failed: 2042,
  queryFailed: 2043,
  timedOut: 2124,
  notSupported: 2130,
  misconfigured: 2160,
} as const;

/** interface, "Refund status", rule 1. After a failed (13) or reversed (17) refund, a payment is not in Success either. */
const refundable = 1;
/** Statuses of a payment that was paid, including those after refunds. */
const refundStatuses: readonly number[] = [1, 11, 12, 13, 16, 17, 18];
/** Statuses of a refund in progress. */
const inProgress: readonly number[] = [0, 12];

/** The allowed next statuses of each status; 0 is a refund that the provider has not accepted yet. */
const legalMoves: Readonly<Record<number, readonly number[]>> = {
  0: [11, 12, 13, 16, 18],
  12: [11, 13, 16, 18],
  11: [17],
  16: [17],
};

export function mayBecome(from: number, to: number): boolean {
  return legalMoves[from]?.includes(to) === true;
}

/** The data that decides whether a refund is allowed. Amounts are minor units. */
export interface RefundCase {
  readonly payment: Payment;
  readonly policy: RefundPolicy;
  readonly earlier: readonly Refund[];
  readonly remaining: number;
  /** Undefined for the whole remaining amount. */
  readonly requested: number | undefined;
}

/** The first rule that a refund breaks, in the order of the service; undefined when it is allowed. */
export function refundProblem({
  payment,
  policy,
  earlier,
  remaining,
  requested,
}: RefundCase): LedgerRefusal | undefined {
  const { failed, notFound, notSupported } = refundFaults;
  if (earlier.some(({ status }) => inProgress.includes(status)))
    return { code: failed, message: 'Failed To Request Refund: a refund is already in progress.' };
  if (payment.status !== refundable)
    return { code: notFound, message: 'Transaction Not Found: it is not in Success status.' };
  if (!policy.isSupported)
    return {
      code: notSupported,
      message: 'Channel Not Support Refund: the channel is configured without refunds.',
    };
  const amount = requested ?? remaining;
  if (amount > remaining || remaining === 0) {
    const message = `Failed To Request Refund: the amount is above the refundable amount (${remaining} of ${payment.paidAmount} ${payment.currencyCode} minor units).`;
    return { code: failed, message };
  }
  if (!policy.takesPartial && amount < payment.paidAmount)
    return {
      code: failed,
      message: 'Failed To Request Refund: the channel does not support partial refunds.',
    };
  return undefined;
}

/**
 * The status of the payment after a change of one of its refunds. A refund of the whole remaining amount also changes the payment,
 * and so do the later changes of that refund. After a partial refund, the payment stays in Success.
 */
export function paymentStatusAfter(payment: Payment, refund: Refund, remaining: number): number {
  const { status } = refund;
  if (status === 0 || !refundStatuses.includes(payment.status)) return payment.status;
  const isGone = status !== 13 && status !== 17;
  if (isGone) return remaining === 0 ? status : payment.status;
  return payment.status === 1 && refund.amount < payment.paidAmount ? 1 : status;
}
