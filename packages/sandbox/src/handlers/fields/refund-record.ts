import { refundStatus, type Endpoints } from '@pgw/protocol';
import type * as z from '@pgw/protocol/zod';
import type { Refund } from '../../ledger/tables.ts';
import type { Payment } from '../../ledger/tables.ts';
import { refundStatusNumber } from '../../catalogue/status-numbers.ts';
import { toTenantNumber } from './tenant-number.ts';

/**
 * Returns the refund record of a payment. The record describes the newest of `refunds`, and its
 * `refundPaymentList` contains all of them. A single refund is an object instead of a list: the
 * interface allows both, and clients must handle both.
 */
export function toRefundRecord(
  payment: Payment,
  refunds: readonly Refund[],
): z.input<Endpoints['refundPayment']['response']> {
  const newestRefund = refunds.at(-1);
  if (newestRefund === undefined)
    throw new Error(`Payment ${payment.transactionNumber} has no refund to report.`);
  const entries = refunds.map((refund) => ({
    transactionNumber: refund.refundNumber,
    amount: refund.amount,
    currencyCode: refund.currencyCode,
    refundReason: refund.reason,
    refundStatus: refund.status,
  }));
  return {
    tenantId: toTenantNumber(payment.tenantId),
    transactionNumber: payment.transactionNumber,
    refundTransactionNumber: newestRefund.refundNumber,
    paymentSessionNumber: payment.sessionNumber,
    referenceCode: payment.referenceCode,
    amount: newestRefund.amount,
    currencyCode: newestRefund.currencyCode,
    refundStatus: newestRefund.status,
    responseMessage: toResponseMessage(newestRefund),
    refundPaymentList: entries.length === 1 ? entries[0] : entries,
  };
}

function toResponseMessage({ status, charge }: Refund): string {
  const { name } = refundStatus(status);
  return status === refundStatusNumber.refundedWithCharges
    ? `${name}: a charge of ${charge} minor units was deducted.`
    : name;
}
