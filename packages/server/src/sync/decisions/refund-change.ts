import { refundStatus } from '@pgw/protocol';
import { createHookCall, type HookName, type NewHook } from '../../model/hook.ts';
import {
  type Operation,
  type OperationChange,
  type OperationState,
  computeNextQueryAt,
} from '../../model/operations/operation.ts';
import { planNextTry } from '../../model/operations/second-payment-tries.ts';
import { computeNextOperationQueryAt } from '../../model/schedule.ts';
import { isSameNumber, type RefundReport } from './refund-reports.ts';

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

/** True if a report about a refund shows that another refund of the gateway was taken for it before. */
export function hasOtherNumber(
  { transactionNumber }: Operation,
  { transactionNumber: reportedNumber }: RefundReport,
): boolean {
  const areKnown = transactionNumber !== null && reportedNumber !== null;
  return areKnown && !isSameNumber(transactionNumber, reportedNumber);
}

/**
 * Returns the change of a refund that a report causes, or undefined when it changes nothing. The amount is the
 * returned one. An outcome never becomes `processing` again, because such a report is older, unless it is the outcome of
 * another refund. A failure after the refund was done means that the money came back: the refund is `reversed`.
 */
export function computeRefundChange(
  operation: Operation,
  report: RefundReport,
  now: number,
): OperationChange | undefined {
  const { status } = report;
  const reportedState = toRefundState(status);
  const wasDone = operation.state === 'done' || operation.state === 'reversed';
  const hasOutcome = wasDone || operation.state === 'failed';
  // `onRefunded` was called for a refund that is done, so it stays done until it is confirmed or reversed.
  const isReplaced = hasOtherNumber(operation, report) && operation.state !== 'done';
  if (hasOutcome && reportedState === 'processing' && !isReplaced)
    return planConfirmation(operation, report, now);
  const state = wasDone && reportedState === 'failed' ? 'reversed' : reportedState;
  return withoutEqual(operation, {
    state,
    gatewayStatus: status,
    transactionNumber: report.transactionNumber ?? operation.transactionNumber,
    ...(isStorableAmount(report, operation) && computeAmounts(operation, report)),
    nextQueryAt:
      state === operation.state ? operation.nextQueryAt : computeNextQueryAt({ ...operation, state }, now),
    ...(state !== 'processing' && { message: null }),
  });
}

/** Returns a change, or undefined if the operation has its values already. */
export function withoutEqual<Change extends OperationChange>(
  operation: Operation,
  change: Change,
): Change | undefined {
  const isChanged = Object.entries(change).some(
    // The names are those of an operation.
    ([name, value]) => operation[name as keyof OperationChange] !== value,
  );
  return isChanged ? change : undefined;
}

/**
 * Returns the change of an outcome that an operator has stored, or that is the outcome of another refund, while the gateway
 * still processes the refund: it is queried until the gateway confirms the outcome. Returns undefined for an outcome that
 * the gateway has reported.
 */
function planConfirmation(
  operation: Operation,
  report: RefundReport,
  now: number,
): OperationChange | undefined {
  const { state, gatewayStatus } = operation;
  const isReported = gatewayStatus !== null && refundStatus(gatewayStatus).isFinal;
  if (isReported && !hasOtherNumber(operation, report)) return undefined;
  return {
    state,
    gatewayStatus: report.status,
    transactionNumber: report.transactionNumber ?? operation.transactionNumber,
    nextQueryAt: computeNextOperationQueryAt(operation, now),
  };
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

/** The timeline entry for a change of a refund by a report. */
export function describeRefundChange(
  refund: Operation,
  report: RefundReport,
  { state }: OperationChange,
): string {
  const { status, transactionNumber } = report;
  const text = `The gateway reports ${refundStatus(status).name} (${status}): the refund is ${state}.`;
  return hasOtherNumber(refund, report)
    ? `${text} It has the number ${transactionNumber}, not ${refund.transactionNumber}, which is another refund.`
    : text;
}

const hooksByState = {
  done: { name: 'onRefunded', suffix: 'refunded' },
  reversed: { name: 'onReversed', suffix: 'refund-reversed' },
} as const;

/** The hooks that the shop has. */
export type ShopHookNames = Readonly<Partial<Record<HookName, unknown>>>;

/**
 * Returns the call of the hook for a refund that becomes `done` or `reversed`, or the next try of the refund of a second
 * payment, or undefined. `before` is undefined for an imported refund. The key has the version of the refund, so a change that is rolled back and repeated has the same key.
 */
export function findRefundHook(
  hooks: ShopHookNames,
  { before, after }: { readonly before?: Operation | undefined; readonly after: Operation },
  now: number,
): NewHook | undefined {
  const { kind, id: operationId, reference, shortId, state, version } = after;
  if (kind !== 'refund' || state === before?.state) return undefined;
  if (state !== 'done' && state !== 'reversed') return planNextTry(after, now);
  // A refund that was never stored as returned has called no onRefunded.
  if (state === 'reversed' && before?.state !== 'done') return undefined;
  const { name, suffix } = hooksByState[state];
  const key = `${reference}-${suffix}-${shortId}-${version}`;
  return createHookCall(hooks, { name, key, reference, reason: null, operationId }, now);
}
