import { isGatewayDown, type Engine } from '../../engine/payment-context.ts';
import type { Payment } from '../../model/payments/payment.ts';
import { settle } from '../../sync/sync-payment.ts';
import {
  changeOperation,
  emitAttention,
  emitOperationFailure,
  emitOperationOutcome,
} from '../change-operation.ts';
import { isOpen, type Operation } from '../../model/operations/operation.ts';
import { reconcileOperations } from '../reconcile-operations.ts';
import { computeRefundChange, describeRefundChange, isStorableAmount } from './refund-change.ts';
import { isSameNumber, type RefundReport } from './refund-reports.ts';

/**
 * Stores the response to a refund request, and settles the payment. If the gateway has returned another amount
 * than the requested one, the refunds are compared first.
 */
export async function storeRefundResponse(
  engine: Engine,
  payment: Payment,
  { refund, report }: { readonly refund: Operation; readonly report: RefundReport },
): Promise<Operation> {
  const storedRefund = await storeReport(engine, refund, report);
  try {
    const currentPayment = (await engine.store.findPayment(payment.reference)) ?? payment;
    const isAmountDifferent =
      report.amount !== refund.requestedAmount || report.currencyCode !== refund.currencyCode;
    const result = isAmountDifferent ? await reconcileOperations(engine, currentPayment) : undefined;
    await settle(engine, result?.payment ?? currentPayment, {
      source: 'refund',
      fulfilsLater: true,
      areRefundsCompared: result?.isQueryable === true,
    });
    return (await engine.store.findOperation(refund.id)) ?? storedRefund;
  } catch (error) {
    // The refund is stored. Its payment is settled later.
    if (!isGatewayDown(engine)) emitOperationFailure(engine, storedRefund, error);
    return storedRefund;
  }
}

async function storeReport(engine: Engine, refund: Operation, report: RefundReport): Promise<Operation> {
  let before = refund;
  let text = '';
  const storedRefund = await changeOperation(engine, refund, (current) => {
    // A comparison may have stored the outcome before the response arrived. If it has assigned another refund of the
    // gateway, the response decides.
    if (!isOpen(current) && !hasOtherNumber(current, report)) return undefined;
    const change = computeRefundChange(current, report, engine.now());
    if (change === undefined) return undefined;
    before = current;
    text = describeRefundChange(change);
    return { ...change, text };
  });
  emitOperationOutcome(engine, { before, after: storedRefund }, text);
  if (!isStorableAmount(report, refund)) {
    const amountText = `the gateway reports ${report.amount} ${report.currencyCode}, which was not stored.`;
    emitAttention(engine, storedRefund, { text: amountText });
  }
  return storedRefund;
}

function hasOtherNumber(
  { transactionNumber }: Operation,
  { transactionNumber: reportedNumber }: RefundReport,
): boolean {
  const areKnown = transactionNumber !== null && reportedNumber !== null;
  return areKnown && !isSameNumber(transactionNumber, reportedNumber);
}
