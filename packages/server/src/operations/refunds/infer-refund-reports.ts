import type { Payment } from '../../model/payments/payment.ts';
import { createSentReason } from '../new-operation.ts';
import {
  isImportedWithoutNumber,
  isOpen,
  sumMovedAmounts,
  type Operation,
} from '../../model/operations/operation.ts';
import { toRefundState } from './refund-change.ts';
import { combineReports, isSameNumber, type RefundReport } from './refund-reports.ts';

/** What reports refunds on a channel without refund queries. */
interface OtherSources {
  /** The status in the payment's record, if it was queried just now. */
  readonly gatewayStatus?: number | undefined;
  /** Reports of verified callbacks. */
  readonly callbackReports?: readonly RefundReport[];
}

/**
 * Returns the reports of refunds on a channel without refund queries. Callbacks report single refunds. Without one, the
 * status of a returned payment reports a refund of the whole payment: the open refund that returns the rest, or a
 * refund that was made elsewhere.
 */
export function inferRefundReports(
  payment: Payment,
  refunds: readonly Operation[],
  { callbackReports = [], gatewayStatus }: OtherSources,
): readonly RefundReport[] {
  const usable = combineReports(callbackReports).filter((report) => isUsable(report, refunds));
  const status = gatewayStatus ?? payment.gatewayStatus;
  if (callbackReports.length > 0 || status === null || toRefundState(status) !== 'done') return usable;
  const paidAmount = payment.capturedAmount ?? payment.amount;
  const [openRefund, ...otherOpenRefunds] = refunds.filter(isOpen);
  if (openRefund !== undefined) {
    // A stored status can be older than the refund.
    const isRest = otherOpenRefunds.length === 0 && sumMovedAmounts(refunds) === paidAmount;
    if (!isRest || gatewayStatus === undefined) return [];
    const { transactionNumber, requestedAmount: amount, currencyCode } = openRefund;
    return [{ transactionNumber, amount, currencyCode, status, reason: createSentReason(openRefund) }];
  }
  const wasPaid = payment.fulfillment.state !== 'none';
  if (!wasPaid || refunds.some(({ state }) => state !== 'refused')) return [];
  const { currencyCode } = payment;
  return [{ transactionNumber: null, amount: paidAmount, currencyCode, status, reason: null }];
}

/**
 * Callbacks may arrive late. They do not change a refund that has failed or was reversed. After a refund of the whole
 * payment was imported by its status, callbacks of its parts report the same money.
 */
function isUsable(
  { transactionNumber, amount, status }: RefundReport,
  refunds: readonly Operation[],
): boolean {
  const wholeRefund = refunds.find(isImportedWithoutNumber);
  if (wholeRefund !== undefined && toRefundState(status) === 'done') return amount === wholeRefund.amount;
  return !refunds.some(
    (refund) =>
      (refund.state === 'failed' || refund.state === 'reversed') &&
      isSameNumber(refund.transactionNumber, transactionNumber),
  );
}
