import type { Payment } from '../payments/payment.ts';
import { computeNextOperationQueryAt } from '../payments/schedule.ts';
import { createImportedOperation } from './new-operation.ts';
import { isOpen, type Operation } from './operation.ts';
import { toRefundState } from './refund-change.ts';
import type { RefundReport } from './refund-reports.ts';

/** Creates the operation for a refund that was made at the gateway. Its id contains its number. */
export function createImportedRefund(
  { reference, currencyCode, channel, transactionNumber }: Payment,
  report: RefundReport,
  now: number,
): Operation {
  const state = toRefundState(report.status);
  const fields = {
    id: `gateway:${report.transactionNumber ?? transactionNumber}`,
    kind: 'refund',
    reference,
    state,
    amount: report.amount,
    currencyCode,
    channelId: channel?.id ?? null,
    transactionNumber: report.transactionNumber,
    gatewayStatus: report.status,
    reason: report.reason,
    nextQueryAt: isOpen({ state }) ? computeNextOperationQueryAt({ createdAt: now }, now) : null,
  } as const;
  return createImportedOperation({ now: () => now }, fields);
}
