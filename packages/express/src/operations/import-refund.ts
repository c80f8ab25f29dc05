import type { Payment } from '../payments/payment.ts';
import { computeNextOperationQueryAt } from '../payments/schedule.ts';
import { createShortId } from './new-operation.ts';
import { isOpen, type Operation } from './operation.ts';
import { toRefundState } from './refund-change.ts';
import type { RefundReport } from './refund-reports.ts';

/** Creates the operation for a refund that was made at the gateway. Its id contains its number. */
export function createImportedRefund(
  { reference, currencyCode, channel, transactionNumber }: Payment,
  report: RefundReport,
  now: number,
): Operation {
  const id = `gateway:${report.transactionNumber ?? transactionNumber}`;
  const state = toRefundState(report.status);
  return {
    id,
    kind: 'refund',
    origin: 'gateway',
    reference,
    shortId: createShortId(reference, id),
    state,
    requestedAmount: report.amount,
    amount: report.amount,
    charge: 0,
    currencyCode,
    channelId: channel?.id ?? null,
    isLast: false,
    beneficiary: null,
    receiptUrl: null,
    transactionNumber: report.transactionNumber,
    gatewayStatus: report.status,
    reason: report.reason,
    message: null,
    createdAt: now,
    nextQueryAt: isOpen({ state }) ? computeNextOperationQueryAt({ createdAt: now }, now) : null,
    overdueDays: 0,
    version: 1,
  };
}
