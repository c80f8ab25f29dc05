import { GatewayFaultError, refundStatus, transactionNotFoundCode } from '@pgw/protocol';
import type { Engine } from '../payments/engine.ts';
import type { Payment } from '../payments/payment.ts';
import { computeNextOperationQueryAt } from '../payments/schedule.ts';
import { settle } from '../payments/settle.ts';
import { changeOperation, emitOperationFailure } from './change-operation.ts';
import type { Operation, OperationChange, OperationState } from './operation.ts';

/** Queries the outcome of a refund at the gateway. The refund is never sent again. */
export async function syncRefund(engine: Engine, refund: Operation): Promise<Operation> {
  const payment = await engine.store.findPayment(refund.reference);
  if (payment === undefined || payment.transactionNumber === null) return refund;
  const transactionNumber = refund.transactionNumber ?? payment.transactionNumber;
  const record = await queryRecord(engine, transactionNumber);
  const report = record && (await findReport(engine, refund, record));
  return report === undefined
    ? await postponeQuery(engine, refund)
    : await storeReportedStatus(engine, payment, refund, report);
}

type RefundRecord = Awaited<ReturnType<Engine['gateway']['queryRefund']>>;

/** Queries the gateway's record of refunds. Resolves with undefined when the gateway has none. */
async function queryRecord(
  { gateway }: Engine,
  transactionNumber: string,
): Promise<RefundRecord | undefined> {
  try {
    return await gateway.queryRefund({ transactionNumber });
  } catch (error) {
    if (error instanceof GatewayFaultError && error.fault.code === transactionNotFoundCode) return undefined;
    throw error;
  }
}

/** The gateway's report of one refund. */
export interface ReportedRefund {
  readonly status: number;
  readonly amount: number;
  readonly transactionNumber: string | null;
}

/** Finds this refund in the gateway's record: by its number, or by the short id at the end of its reason. */
async function findReport(
  engine: Engine,
  refund: Operation,
  record: RefundRecord,
): Promise<ReportedRefund | undefined> {
  if (refund.transactionNumber !== null)
    return {
      status: record.refundStatus,
      amount: record.amount,
      transactionNumber: refund.transactionNumber,
    };
  const paymentRefunds = await engine.store.listOperations(refund.reference, 'refund');
  const usedNumbers = new Set(paymentRefunds.map(({ transactionNumber }) => transactionNumber));
  const entry = record.refundPaymentList.find(
    ({ transactionNumber, refundReason }) =>
      !usedNumbers.has(transactionNumber) && (refundReason ?? '').endsWith(`#${refund.shortId}`),
  );
  return (
    entry && {
      status: entry.refundStatus,
      amount: entry.amount,
      transactionNumber: entry.transactionNumber,
    }
  );
}

/**
 * Stores a status that the gateway reported for a refund, and settles its payment when the status has
 * changed.
 */
export async function storeReportedStatus(
  engine: Engine,
  payment: Payment,
  refund: Operation,
  report: ReportedRefund,
): Promise<Operation> {
  const { status } = report;
  const state = toOperationState(status);
  const isFinal = state !== 'processing';
  const change: OperationChange = {
    state,
    ...toReportedAmounts(refund, report),
    gatewayStatus: status,
    transactionNumber: report.transactionNumber,
    nextQueryAt: isFinal ? null : computeNextOperationQueryAt(refund, engine.now()),
  };
  const hasChanged = state !== refund.state || status !== refund.gatewayStatus;
  const text = hasChanged
    ? `The gateway reports ${refundStatus(status).name} (${status}): the refund is ${state}.`
    : undefined;
  const updatedRefund = await changeOperation(engine, refund, { ...change, text });
  if (hasChanged) {
    // The refund has changed the payment, so it is read again.
    const changedPayment = (await engine.store.findPayment(payment.reference)) ?? payment;
    await settle(engine, changedPayment, { source: 'refund', fulfilsLater: true }).catch((error: unknown) =>
      emitOperationFailure(engine, refund, error),
    );
  }
  return updatedRefund;
}

const refundedWithChargesStatus = 16;

/** The returned amount, and the charge of status 16. Any other amount than an integer is not stored. */
function toReportedAmounts(
  { requestedAmount }: Operation,
  { amount, status }: ReportedRefund,
): Pick<OperationChange, 'amount' | 'charge'> {
  if (!Number.isSafeInteger(amount) || amount < 0) return {};
  const charge = status === refundedWithChargesStatus ? Math.max(0, requestedAmount - amount) : 0;
  return { amount, charge };
}

function toOperationState(status: number): OperationState {
  const { name, isFinal, isReturned } = refundStatus(status);
  if (!isFinal) return 'processing';
  if (isReturned) return 'done';
  return name === 'RefundReverse' ? 'reversed' : 'failed';
}

async function postponeQuery(engine: Engine, refund: Operation): Promise<Operation> {
  const nextQueryAt = computeNextOperationQueryAt(refund, engine.now());
  return (await engine.store.updateOperation(refund, { nextQueryAt })) ?? refund;
}
