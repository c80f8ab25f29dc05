import { refundStatus, type Endpoints } from '@pgw/protocol';
import type { z } from 'zod';
import type { Refund } from '../ledger/refund-table.ts';
import type { Payment } from '../ledger/rows.ts';
import { tenantNumber } from '../tenant-number.ts';

/**
 * Returns the refund record of a payment. The record describes the newest refund, and `refundPaymentList`
 * contains all given refunds. A single refund is an object there instead of a list, because the interface
 * allows both.
 */
export function refundRecordOf(
  payment: Payment,
  refunds: readonly Refund[],
): z.input<Endpoints['refundPayment']['response']> {
  const newest = refunds.at(-1);
  if (newest === undefined) throw new Error(`Payment ${payment.transactionNumber} has no refund to report.`);
  const entries = refunds.map((refund) => ({
    transactionNumber: refund.refundNumber,
    amount: refund.amount,
    currencyCode: refund.currencyCode,
    refundReason: refund.reason,
    refundStatus: refund.status,
  }));
  return {
    tenantId: tenantNumber(payment.tenantId),
    transactionNumber: payment.transactionNumber,
    refundTransactionNumber: newest.refundNumber,
    paymentSessionNumber: payment.sessionNumber,
    referenceCode: payment.referenceCode,
    amount: newest.amount,
    currencyCode: newest.currencyCode,
    refundStatus: newest.status,
    responseMessage: messageOf(newest),
    refundPaymentList: entries.length === 1 ? entries[0] : entries,
  };
}

function messageOf({ status, charge }: Refund): string {
  const { name } = refundStatus(status);
  return status === 16 ? `${name}: a charge of ${charge} minor units was deducted.` : name;
}
