import { isGatewayDown, type Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { settle } from '../payments/settle.ts';
import { changeOperation, emitOperationFailure, emitOperationOutcome } from './change-operation.ts';
import type { Operation } from './operation.ts';
import { reconcileOperations } from './reconcile-operations.ts';
import { computeRefundChange, describeRefundChange } from './refund-change.ts';
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
    const isAmountDifferent = report.amount !== refund.requestedAmount;
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
  const change = computeRefundChange(refund, report, engine.now());
  if (change === undefined) return refund;
  const text = describeRefundChange(change);
  const storedRefund = await changeOperation(engine, refund, { ...change, text });
  emitOperationOutcome(engine, { before: refund, after: storedRefund }, text);
  const { transactionNumber } = storedRefund;
  const isOtherRefund =
    transactionNumber !== null &&
    report.transactionNumber !== null &&
    !isSameNumber(transactionNumber, report.transactionNumber);
  // A comparison has assigned another refund of the gateway before the response arrived. The response decides.
  return isOtherRefund ? storeReport(engine, storedRefund, report) : storedRefund;
}
