import { refundStatus } from '@pgw/protocol';
import { computeNextOperationQueryAt } from '../payments/schedule.ts';
import type { Operation, OperationChange, OperationState } from './operation.ts';
import type { RefundReport } from './refund-reports.ts';

const refundedWithChargesStatus = 16;

/** Returns the state of a refund for a status of the gateway. An unknown number is not final. */
export function toRefundState(status: number): OperationState {
  const { name, isFinal, isReturned } = refundStatus(status);
  if (!isFinal) return 'processing';
  if (isReturned) return 'done';
  return name === 'RefundReverse' ? 'reversed' : 'failed';
}

/** True if an amount can be stored: an integer of minor units, above 0, in the currency of the refund. */
export function isStorableAmount(
  { amount, currencyCode }: Pick<RefundReport, 'amount' | 'currencyCode'>,
  operation: Pick<Operation, 'currencyCode'>,
): boolean {
  return Number.isSafeInteger(amount) && amount > 0 && currencyCode === operation.currencyCode;
}

/**
 * Returns the change of a refund that a report causes, or undefined when it changes nothing. The amount is the
 * returned one. An outcome never becomes `processing` again, because such a report is older.
 */
export function computeRefundChange(
  operation: Operation,
  report: RefundReport,
  now: number,
): OperationChange | undefined {
  const { status } = report;
  const state = toRefundState(status);
  const hasOutcome =
    operation.state === 'done' || operation.state === 'reversed' || operation.state === 'failed';
  if (hasOutcome && state === 'processing') return undefined;
  const change: OperationChange = {
    state,
    gatewayStatus: status,
    transactionNumber: report.transactionNumber ?? operation.transactionNumber,
    ...(isStorableAmount(report, operation) && computeAmounts(operation, report)),
    ...(state === 'processing'
      ? { nextQueryAt: operation.nextQueryAt ?? computeNextOperationQueryAt(operation, now) }
      : { nextQueryAt: null, message: null }),
  };
  const isChanged = Object.entries(change).some(
    // The names are those of an operation.
    ([name, value]) => operation[name as keyof OperationChange] !== value,
  );
  return isChanged ? change : undefined;
}

/**
 * The charge of status 16 is the difference between the requested and the returned amount (an assumption: the
 * interface names no field for it).
 */
function computeAmounts(
  { requestedAmount }: Operation,
  { amount, status }: RefundReport,
): Pick<Operation, 'amount' | 'charge'> {
  const charge = status === refundedWithChargesStatus ? Math.max(0, requestedAmount - amount) : 0;
  return { amount, charge };
}

/** The timeline entry for a change of a refund. */
export function describeRefundChange(change: OperationChange): string {
  const status = change.gatewayStatus ?? 0;
  return `The gateway reports ${refundStatus(status).name} (${status}): the refund is ${change.state}.`;
}
