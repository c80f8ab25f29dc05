import { moneyText, paymentStatus } from '@pgw/protocol';
import type { CheckoutEvent } from '../../events/event.ts';
import { getPaymentFacts } from '../../events/facts.ts';
import {
  refundDiscrepancyCodes,
  type OperationDiscrepancyCode,
  type RefundDiscrepancyCode,
  type StoredDiscrepancy,
} from '../../model/payments/discrepancy.ts';
import { sumMovedAmounts, type Operation } from '../../model/operations/operation.ts';
import { isEndedState } from '../../model/payments/payment-state.ts';
import { type Payment } from '../../model/payments/payment.ts';
import type { RefundMatch } from './match-refunds.ts';
import { isStorableAmount } from './refund-change.ts';
import type { RefundReport } from './refund-reports.ts';

/** The discrepancies of one comparison. */
export interface FoundDiscrepancies {
  /** The codes that the comparison looks for. A stored discrepancy that it has not found again is deleted. */
  readonly codes: readonly OperationDiscrepancyCode[];
  /** What was found. */
  readonly found: readonly Pick<StoredDiscrepancy, 'code' | 'message'>[];
}

/** The refunds of a payment after a comparison, and what it could not store. */
export interface ComparedRefunds {
  readonly match: RefundMatch;
  /** Reports of further refunds without a number. */
  readonly indistinct: readonly RefundReport[];
  readonly refunds: readonly Operation[];
  readonly gatewayStatus: number | null;
  /** False for a channel without refund queries. Callbacks report its refunds, and are not repeated. */
  readonly isQueryable: boolean;
}

/** Finds the discrepancies between the refunds of a payment and the gateway. Each code is found once, because a person accepts it by its code. */
export function findRefundDiscrepancies(payment: Payment, compared: ComparedRefunds): FoundDiscrepancies {
  const { refunds, gatewayStatus, isQueryable } = compared;
  const texts: Readonly<Record<RefundDiscrepancyCode, string | undefined>> = {
    'refund-undecided': describeUndecided(payment, compared),
    'refund-missing': isQueryable ? describeMissing(payment, compared) : undefined,
    'refund-amount': describeUnusable(payment, compared),
    'refund-unpaid': describeUnpaid(payment, refunds, gatewayStatus),
    'refund-sum': describeSum(payment, refunds, gatewayStatus),
  };
  const found = refundDiscrepancyCodes.flatMap((code) => {
    const message = texts[code];
    return message === undefined ? [] : [{ code, message }];
  });
  // What a callback has reported stays listed until a person accepts it, because no later comparison can find it again.
  const codes = isQueryable
    ? refundDiscrepancyCodes
    : (['refund-unpaid', 'refund-sum', ...found.map(({ code }) => code)] as const);
  return { codes, found };
}

function describeUndecided(
  { currencyCode }: Payment,
  { match: { undecided }, indistinct }: ComparedRefunds,
): string | undefined {
  const texts: string[] = [];
  if (undecided.operations.length > 0)
    texts.push(
      `The gateway has refunds of ${listAmounts(undecided.reports, currencyCode)} without a reason, and this store has refunds of ${listAmounts(undecided.operations, currencyCode)} without a response. ` +
        'Look them up at the gateway, and store each outcome with operator.refunds.resolve.',
    );
  if (indistinct.length > 0)
    texts.push(
      `The gateway has further refunds of ${listAmounts(indistinct, currencyCode)} without a number, which cannot be distinguished from the stored one. Look them up at the gateway.`,
    );
  return texts.length > 0 ? texts.join(' ') : undefined;
}

function describeMissing(
  { currencyCode }: Payment,
  { match: { missing } }: ComparedRefunds,
): string | undefined {
  const refunds = missing.filter(({ state }) => state === 'done');
  return refunds.length === 0
    ? undefined
    : `The refunds of ${listAmounts(refunds, currencyCode)} are done in this store, and the gateway's refund query does not contain them. Look them up at the gateway.`;
}

function describeUnusable(payment: Payment, { match }: ComparedRefunds): string | undefined {
  const reports = [...match.unknown, ...match.matched.map(({ report }) => report)];
  const unusable = reports.filter((report) => !isStorableAmount(report, payment));
  return unusable.length === 0
    ? undefined
    : `The gateway reports refunds of ${unusable.map(({ amount, currencyCode }) => `${amount} ${currencyCode}`).join(', ')}, and the payment has integers of ${payment.currencyCode} minor units. ` +
        'The amounts were not stored. Look them up at the gateway.';
}

/** Describes refunds of a payment that was never paid and has ended: the gateway has received its money. */
function describeUnpaid(
  { state, fulfillment, currencyCode }: Payment,
  refunds: readonly Operation[],
  gatewayStatus: number | null,
): string | undefined {
  const hasEnded = isEndedState(state) || (gatewayStatus !== null && hasFailed(gatewayStatus));
  const returned = refunds.filter((refund) => refund.state === 'done' || refund.state === 'reversed');
  if (fulfillment.state !== 'none' || !hasEnded || returned.length === 0) return undefined;
  const amount = returned.reduce((sum, refund) => sum + refund.amount + refund.charge, 0);
  return `The gateway has refunded ${moneyText({ amount, currencyCode })} of this payment, which was never paid in this store. The gateway has received its money. Look it up at the gateway, then accept this discrepancy (operator.discrepancies.accept).`;
}

/** True for a status with which a payment ends without money. */
export function hasFailed(gatewayStatus: number): boolean {
  const { outcome } = paymentStatus(gatewayStatus);
  return outcome === 'failed' || outcome === 'canceled' || outcome === 'expired';
}

/** Describes the discrepancy between the sum of the refunds and the gateway's status of the payment. */
function describeSum(
  payment: Payment,
  refunds: readonly Operation[],
  gatewayStatus: number | null,
): string | undefined {
  const { currencyCode } = payment;
  const paidAmount = payment.capturedAmount ?? payment.amount;
  const movedAmount = sumMovedAmounts(refunds);
  const { outcome, name } = paymentStatus(gatewayStatus ?? 0);
  const isReturned = outcome === 'refunded';
  const toText = (amount: number): string => moneyText({ amount, currencyCode });
  if (movedAmount > paidAmount)
    return `The refunds of this payment are ${toText(movedAmount)}, more than the paid amount of ${toText(paidAmount)}. Look them up at the gateway.`;
  if (movedAmount === paidAmount && name === 'RefundReverse')
    return `The gateway reports that a refund was reversed, and the refunds in this store are the whole paid amount of ${toText(paidAmount)}. Look them up at the gateway.`;
  const wasNeverPaid = payment.fulfillment.state === 'none' && refunds.length === 0;
  if (!isReturned || movedAmount === paidAmount || wasNeverPaid) return undefined;
  return `The gateway reports that the whole payment of ${toText(paidAmount)} was returned, and the refunds in this store are ${toText(movedAmount)}. Look up the others at the gateway.`;
}

function listAmounts(entries: readonly { readonly amount: number }[], currencyCode: string): string {
  return entries
    .map(({ amount }) =>
      Number.isSafeInteger(amount) ? moneyText({ amount, currencyCode }) : `${amount} ${currencyCode}`,
    )
    .join(', ');
}

/** The discrepancy that a payout has the reference of a payment. */
export function describePayoutReference(payoutNumber: string): FoundDiscrepancies {
  const code = 'payout-reference';
  const message =
    `Transaction ${payoutNumber} is a payout, and has the reference of this payment. It does not count as a payment. ` +
    'Look it up at the gateway, and give payouts references of their own.';
  return { codes: [code], found: [{ code, message }] };
}

/** Creates the event of a discrepancy that is new, or has a new message. */
export function createDiscrepancyEvent(
  payment: Payment,
  { code: discrepancyCode, message }: StoredDiscrepancy,
  facts: { readonly refundedAmount: number | null; readonly payoutNumber: string | null },
): CheckoutEvent {
  const event = 'discrepancy-found';
  return { level: 'error', event, message, ...getPaymentFacts(payment), discrepancyCode, ...facts };
}
