import { moneyText } from '@pgw/protocol';
import type { CheckoutEvent } from '../../events/event.ts';
import { getOperationFacts } from '../../events/facts.ts';
import { createOutcomeEvents } from '../../events/operation-events.ts';
import type { NewHook } from '../../model/hook.ts';
import {
  applyOperationChange,
  createImportedOperation,
  createSentReason,
  isImportedWithoutNumber,
  isOpen,
  sumMovedAmounts,
  type Operation,
  type OperationChange,
} from '../../model/operations/operation.ts';
import type { Payment } from '../../model/payments/payment.ts';
import { computeNextOperationQueryAt } from '../../model/schedule.ts';
import { findRefundDiscrepancies, type FoundDiscrepancies } from './discrepancies.ts';
import { matchRefunds } from './match-refunds.ts';
import {
  computeRefundChange,
  describeRefundChange,
  findRefundHook,
  isStorableAmount,
  toRefundState,
  type ShopHookNames,
} from './refund-change.ts';
import { combineReports, isSameNumber, type RefundReport } from './refund-reports.ts';

/** What the gateway has reported about the refunds of a payment. */
export interface ReportsOfRefunds {
  /** The refunds of the gateway's refund query. Undefined for a channel without refund queries. */
  readonly queried: readonly RefundReport[] | undefined;
  /** Reports of verified callbacks. Used only for a channel without refund queries. */
  readonly ofCallbacks: readonly RefundReport[];
  /** The status in the payment's record, if it was queried just now. */
  readonly gatewayStatus: number | undefined;
}

/** A change of a stored operation, with the text of its timeline entry. */
export interface DescribedChange {
  readonly operation: Operation;
  readonly change: OperationChange;
  /** Undefined for a change without a timeline entry. */
  readonly text?: string | undefined;
}

/** What follows from the reports about the operations of a payment. */
export interface OperationDecision {
  readonly insert: readonly Operation[];
  readonly change: readonly DescribedChange[];
  /** The texts of the timeline entries. */
  readonly texts: readonly string[];
  readonly hooks: readonly NewHook[];
  readonly events: readonly CheckoutEvent[];
}

/** What follows from the reports about the refunds of a payment. */
export interface RefundDecision extends OperationDecision {
  /** The refunds after the changes. */
  readonly refunds: readonly Operation[];
  readonly discrepancies: FoundDiscrepancies;
  /** True if reports wait for the response to a request. The callbacks with these reports stay due. */
  readonly hasPostponed: boolean;
}

/**
 * Compares the refunds in the store with those of the gateway. Refunds that were made elsewhere are imported. What cannot be
 * stored is a discrepancy.
 */
export function decideRefunds(
  payment: Payment,
  storedRefunds: readonly Operation[],
  {
    reports,
    hooks,
    now,
  }: { readonly reports: ReportsOfRefunds; readonly hooks: ShopHookNames; readonly now: number },
): RefundDecision {
  const list = reports.queried ?? inferRefundReports(payment, storedRefunds, reports);
  const match = matchRefunds(storedRefunds, list, now);
  const { insert, indistinct } = planRefundImports(payment, storedRefunds, { reports: match.unknown, now });
  const change = match.matched.flatMap(({ operation, report }): DescribedChange[] => {
    const refundChange = computeRefundChange(operation, report, now);
    if (refundChange === undefined) return [];
    const text = describeRefundChange(operation, report, refundChange);
    return [{ operation, change: refundChange, text }];
  });
  const pairs = change.map(({ operation: before, change: fields, text = '' }) => ({
    before,
    after: applyOperationChange(before, fields),
    text,
  }));
  const toCurrent = (refund: Operation): Operation =>
    pairs.find(({ before }) => before === refund)?.after ?? refund;
  const refunds = [...storedRefunds.map(toCurrent), ...insert];
  const isQueryable = reports.queried !== undefined;
  return {
    insert,
    change,
    texts: [
      ...insert.map(
        (refund) => `A refund of ${moneyText(refund)} was made at the gateway: it is ${refund.state}.`,
      ),
      ...pairs
        .filter(({ before, after }) => before.gatewayStatus !== after.gatewayStatus)
        .map(({ text }) => text),
    ],
    hooks: [...insert.map((after) => ({ after })), ...pairs].flatMap(
      (pair) => findRefundHook(hooks, pair, now) ?? [],
    ),
    events: [
      ...insert.map((refund) => createImportEvent(payment, refund)),
      ...pairs.flatMap(({ before, after, text }) => createOutcomeEvents(before, after, text)),
    ],
    refunds,
    discrepancies: findRefundDiscrepancies(payment, {
      match,
      indistinct,
      refunds,
      gatewayStatus: reports.gatewayStatus ?? payment.gatewayStatus,
      isQueryable,
    }),
    hasPostponed: match.postponed.length > 0,
  };
}

/**
 * Returns the reports of refunds on a channel without refund queries. Callbacks report single refunds. Without one, the
 * status of a returned payment reports a refund of the whole payment: the open refund that returns the rest, or a
 * refund that was made elsewhere.
 */
function inferRefundReports(
  payment: Payment,
  refunds: readonly Operation[],
  { ofCallbacks, gatewayStatus }: ReportsOfRefunds,
): readonly RefundReport[] {
  const usable = combineReports(ofCallbacks).filter((report) => isUsable(report, refunds));
  const status = gatewayStatus ?? payment.gatewayStatus;
  if (ofCallbacks.length > 0 || status === null || toRefundState(status) !== 'done') return usable;
  const paidAmount = payment.capturedAmount ?? payment.amount;
  const [openRefund, ...otherOpenRefunds] = refunds.filter(isOpen);
  if (openRefund !== undefined) {
    // A stored status can be older than the refund.
    const isRest = otherOpenRefunds.length === 0 && sumMovedAmounts(refunds) === paidAmount;
    if (!isRest || gatewayStatus === undefined) return [];
    const { transactionNumber, requestedAmount: amount, currencyCode } = openRefund;
    return [{ transactionNumber, amount, currencyCode, status, reason: createSentReason(openRefund) }];
  }
  const wasPaid = payment.fulfillment.state !== 'none';
  if (!wasPaid || refunds.some(({ state }) => state !== 'refused')) return [];
  const { currencyCode } = payment;
  return [{ transactionNumber: null, amount: paidAmount, currencyCode, status, reason: null }];
}

/**
 * Callbacks may arrive late. They do not change a refund that has failed or was reversed. After a refund of the whole
 * payment was imported by its status, callbacks of its parts report the same money.
 */
function isUsable(
  { transactionNumber, amount, status }: RefundReport,
  refunds: readonly Operation[],
): boolean {
  const wholeRefund = refunds.find(isImportedWithoutNumber);
  if (wholeRefund !== undefined && toRefundState(status) === 'done') return amount === wholeRefund.amount;
  return !refunds.some(
    (refund) =>
      (refund.state === 'failed' || refund.state === 'reversed') &&
      isSameNumber(refund.transactionNumber, transactionNumber),
  );
}

/**
 * Plans the imports of the refunds that the store does not have. `indistinct` are reports of further refunds without a
 * number: their ids exist already, so they can never be stored.
 */
export function planRefundImports(
  payment: Payment,
  refunds: readonly Operation[],
  { reports, now }: { readonly reports: readonly RefundReport[]; readonly now: number },
): { readonly insert: readonly Operation[]; readonly indistinct: readonly RefundReport[] } {
  const ids = new Set(refunds.map(({ id }) => id));
  const insert: Operation[] = [];
  const indistinct: RefundReport[] = [];
  for (const report of reports.filter((candidate) => isStorableAmount(candidate, payment))) {
    const refund = createImportedRefund(payment, report, now);
    if (ids.has(refund.id)) indistinct.push(report);
    else insert.push(refund);
    ids.add(refund.id);
  }
  return { insert, indistinct };
}

function createImportedRefund(
  { reference, currencyCode, channel, transactionNumber }: Payment,
  report: RefundReport,
  now: number,
): Operation {
  const state = toRefundState(report.status);
  return createImportedOperation(
    {
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
    },
    now,
  );
}

function createImportEvent({ orderId }: Payment, refund: Operation): CheckoutEvent {
  const message = `A refund of ${moneyText(refund)} was made at the gateway without this shop. It is stored, and it is ${refund.state}.`;
  return { level: 'warn', event: 'refund-imported', message, ...getOperationFacts(refund), orderId };
}
