import { isGatewayDown, type PaymentContext } from '../../engine/payment-context.ts';
import type { Payment } from '../../model/payments/payment.ts';
import { syncPayment } from '../../sync/sync-payment.ts';
import {
  changeOperation,
  emitAttention,
  emitOperationFailure,
  emitOperationOutcome,
} from '../change-operation.ts';
import { isOpen, type Operation } from '../../model/operations/operation.ts';
import { reconcileOperations } from '../reconcile-operations.ts';
import {
  computeRefundChange,
  describeRefundChange,
  hasOtherNumber,
  isStorableAmount,
} from './refund-change.ts';
import type { RefundReport } from './refund-reports.ts';

/**
 * Stores the response to a refund request, and syncs the payment. If the gateway has returned another amount
 * than the requested one, the refunds are compared first.
 */
export async function storeRefundResponse(
  context: PaymentContext,
  payment: Payment,
  { refund, report }: { readonly refund: Operation; readonly report: RefundReport },
): Promise<Operation> {
  const storedRefund = await storeReport(context, refund, report);
  try {
    const currentPayment = (await context.store.findPayment(payment.reference)) ?? payment;
    const isAmountDifferent =
      report.amount !== refund.requestedAmount || report.currencyCode !== refund.currencyCode;
    const result = isAmountDifferent ? await reconcileOperations(context, currentPayment) : undefined;
    await syncPayment(context, result?.payment ?? currentPayment, {
      source: 'refund',
      fulfillsLater: true,
      areRefundsCompared: result?.isQueryable === true,
    });
    return (await context.store.findOperation(refund.id)) ?? storedRefund;
  } catch (error) {
    // The refund is stored. Its payment is synced later.
    if (!isGatewayDown(context)) emitOperationFailure(context, storedRefund, error);
    return storedRefund;
  }
}

async function storeReport(
  context: PaymentContext,
  refund: Operation,
  report: RefundReport,
): Promise<Operation> {
  const changed = await changeOperation(context, refund, (current) => {
    // A comparison may have stored the outcome before the response arrived. If it has assigned another refund of the
    // gateway, the response decides.
    if (!isOpen(current) && !hasOtherNumber(current, report)) return undefined;
    const change = computeRefundChange(current, report, context.now());
    return change && { ...change, text: describeRefundChange(current, report, change) };
  });
  emitOperationOutcome(context, changed);
  if (!isStorableAmount(report, refund)) {
    const text = `the gateway reports ${report.amount} ${report.currencyCode}, which was not stored.`;
    emitAttention(context, changed.operation, { text });
  }
  return changed.operation;
}
