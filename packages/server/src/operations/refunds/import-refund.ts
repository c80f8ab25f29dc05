import type { Payment } from '../../model/payments/payment.ts';
import { computeNextOperationQueryAt } from '../../model/schedule.ts';
import { createImportedOperation } from '../new-operation.ts';
import { isOpen, type Operation } from '../../model/operations/operation.ts';
import { isStorableAmount, toRefundState } from './refund-change.ts';
import type { RefundReport } from './refund-reports.ts';

/** The refunds that a comparison imports, and the reports that it cannot import. */
export interface RefundImports {
  readonly inserts: readonly Operation[];
  /** Reports of further refunds without a number. They cannot be distinguished from the imported one. */
  readonly indistinct: readonly RefundReport[];
}

/**
 * Plans the imports of the refunds that the store does not have. Every import has an id of its own, because an id that
 * exists already can never be stored.
 */
export function planRefundImports(
  payment: Payment,
  refunds: readonly Operation[],
  { reports, now }: { readonly reports: readonly RefundReport[]; readonly now: number },
): RefundImports {
  const ids = new Set(refunds.map(({ id }) => id));
  const inserts: Operation[] = [];
  const indistinct: RefundReport[] = [];
  for (const report of reports.filter((candidate) => isStorableAmount(candidate, payment))) {
    const refund = createImportedRefund(payment, report, now);
    if (ids.has(refund.id)) indistinct.push(report);
    else inserts.push(refund);
    ids.add(refund.id);
  }
  return { inserts, indistinct };
}

/** Creates the operation for a refund that was made at the gateway. Its id contains its number. */
function createImportedRefund(
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
