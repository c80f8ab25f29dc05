import { paymentStatus } from '@pgw/protocol';
import type { PaymentContext } from '../engine/payment-context.ts';
import type { PaymentRecord } from '../sync/gateway-record.ts';
import type { Payment } from '../model/payments/payment.ts';
import type { DueCallback } from '../model/ports/store.ts';
import { importCapture } from './captures/import-capture.ts';
import { reconcileOperations, type ReconciledOperations } from './reconcile-operations.ts';
import { hasFailed } from './refunds/refund-discrepancies.ts';
import { isAboutRefund, isRefundStatus, readCallbackReport } from './refunds/refund-reports.ts';

/** A record of a payment, and the callbacks that caused its query. */
interface RecordOfPayment {
  readonly record: Pick<PaymentRecord, 'status' | 'transactionNumber'>;
  readonly callbacks?: readonly DueCallback[];
  /** True if the refunds of the payment were compared with the gateway just now. */
  readonly areRefundsCompared?: boolean;
}

/** A payment after its comparison with the gateway's record. */
export interface ComparedPayment {
  readonly payment: Payment;
  /** True if it was captured without this program, by an unknown amount. */
  readonly isCapturedElsewhere: boolean;
  /** The callbacks that need no further comparison. */
  readonly callbacks: readonly DueCallback[];
}

/**
 * Compares the operations of a payment with its record before the record is stored. Therefore a comparison that
 * fails is repeated with the update.
 */
export async function compareWithRecord(
  context: PaymentContext,
  payment: Payment,
  recordOfPayment: RecordOfPayment,
): Promise<ComparedPayment> {
  const { payment: comparedPayment, isPostponed } = await compareRefunds(context, payment, recordOfPayment);
  const { callbacks = [] } = recordOfPayment;
  const { outcome } = paymentStatus(recordOfPayment.record.status);
  const isCapturedElsewhere = outcome === 'paid' && (await importCapture(context, comparedPayment));
  const currentPayment = isCapturedElsewhere
    ? await context.store.findPayment(payment.reference)
    : comparedPayment;
  return {
    payment: currentPayment ?? comparedPayment,
    isCapturedElsewhere,
    callbacks: isPostponed ? callbacks.filter((callback) => !isAboutRefund(callback)) : callbacks,
  };
}

/** True if a payment with refunds, which may never have been paid, ends without money. */
async function hasEndedWithRefunds(
  context: PaymentContext,
  payment: Payment,
  status: number,
): Promise<boolean> {
  if (status === payment.gatewayStatus || !hasFailed(status)) return false;
  return (await context.store.listOperations(payment.reference, 'refund')).length > 0;
}

/** Compares the refunds when the record or a callback reports a refund, and when a payment with refunds fails. */
async function compareRefunds(
  context: PaymentContext,
  payment: Payment,
  { record: { status, transactionNumber }, callbacks = [], areRefundsCompared = false }: RecordOfPayment,
): Promise<Pick<ReconciledOperations, 'payment' | 'isPostponed'>> {
  const callbacksOfRefunds = callbacks.filter(isAboutRefund);
  const hasChanged = status !== payment.gatewayStatus;
  const hasRefundChanged = hasChanged && (isRefundStatus(status) || isRefundStatus(payment.gatewayStatus));
  const isDue =
    callbacksOfRefunds.length > 0 ||
    hasRefundChanged ||
    (await hasEndedWithRefunds(context, payment, status));
  if (areRefundsCompared || !isDue) return { payment, isPostponed: false };
  const callbackReports = callbacksOfRefunds.map(readCallbackReport).filter((report) => report !== undefined);
  const options = { gatewayStatus: status, transactionNumber, callbackReports };
  const result = await reconcileOperations(context, payment, options);
  // Without a change, the result may have the number of the record, which is not stored.
  return { ...result, payment: result.hasChanged ? result.payment : payment };
}
