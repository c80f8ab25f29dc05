import { moneyText, paymentStatus } from '@pgw/protocol';
import { getPaymentFacts } from '../../events/facts.ts';
import type { PaymentContext } from '../../engine/payment-context.ts';
import { isEndedState, type Payment } from '../../model/payments/payment.ts';
import { refundDiscrepancyCodes, type RefundDiscrepancyCode } from '../../model/payments/discrepancy.ts';
import type { RefundMatch } from './match-refunds.ts';
import { sumMovedAmounts, type Operation } from '../../model/operations/operation.ts';
import { isStorableAmount } from './refund-change.ts';
import type { RefundReport } from './refund-reports.ts';
import { storeDiscrepancies, type FoundDiscrepancies } from '../store-discrepancies.ts';

type FoundDiscrepancy = FoundDiscrepancies['found'][number];

interface Comparison {
  readonly payment: Payment;
  readonly match: RefundMatch;
  /** Reports of further refunds without a number. */
  readonly indistinct: readonly RefundReport[];
  readonly isQueryable: boolean;
}

/** Returns the discrepancies between refunds and reports that the comparison could not store. */
export function findRefundDiscrepancies({
  payment,
  match,
  indistinct,
  isQueryable,
}: Comparison): readonly FoundDiscrepancy[] {
  const { undecided, missing } = match;
  const { currencyCode } = payment;
  const toText = (entries: readonly { readonly amount: number }[]): string =>
    entries.map(({ amount }) => formatAmount(amount, currencyCode)).join(', ');
  const discrepancies: FoundDiscrepancy[] = [];
  const add = (code: RefundDiscrepancyCode, message: string): void =>
    void discrepancies.push({ code, message });
  // One discrepancy, because a person accepts a discrepancy by its code.
  const undecidedTexts = [
    ...(undecided.operations.length > 0
      ? [
          `The gateway has refunds of ${toText(undecided.reports)} without a reason, and this store has refunds of ${toText(undecided.operations)} without a response. ` +
            'Look them up at the gateway, and store each outcome with operator.refunds.resolve.',
        ]
      : []),
    ...(indistinct.length > 0
      ? [
          `The gateway has further refunds of ${toText(indistinct)} without a number, which cannot be distinguished from the stored one. Look them up at the gateway.`,
        ]
      : []),
  ];
  if (undecidedTexts.length > 0) add('refund-undecided', undecidedTexts.join(' '));
  const missingRefunds = missing.filter(({ state }) => state === 'done');
  if (isQueryable && missingRefunds.length > 0)
    add(
      'refund-missing',
      `The refunds of ${toText(missingRefunds)} are done in this store, and the gateway's refund query does not contain them. Look them up at the gateway.`,
    );
  const reports = [...match.unknown, ...match.matched.map(({ report }) => report)];
  const unusable = reports.filter((report) => !isStorableAmount(report, payment));
  if (unusable.length > 0)
    add(
      'refund-amount',
      `The gateway reports refunds of ${unusable.map(({ amount, currencyCode: code }) => `${amount} ${code}`).join(', ')}, and the payment has integers of ${currencyCode} minor units. ` +
        'The amounts were not stored. Look them up at the gateway.',
    );
  return discrepancies;
}

/** Stores the discrepancies of a comparison, and emits an event for each new one. */
export async function storeRefundDiscrepancies(
  context: PaymentContext,
  payment: Payment,
  {
    refunds,
    gatewayStatus,
    discrepancies,
    isQueryable,
  }: {
    readonly refunds: readonly Operation[];
    readonly gatewayStatus: number | null;
    /** False for a channel without refund queries. Callbacks report its refunds, and are not repeated. */
    readonly isQueryable: boolean;
    readonly discrepancies: readonly FoundDiscrepancy[];
  },
): Promise<void> {
  const found = [
    ...discrepancies,
    ...toDiscrepancies('refund-unpaid', describeUnpaid(payment, refunds, gatewayStatus)),
    ...toDiscrepancies('refund-sum', describeSum(payment, refunds, gatewayStatus)),
  ];
  // What a callback has reported stays listed until a person accepts it, because no later comparison can find it again.
  const codes = isQueryable
    ? refundDiscrepancyCodes
    : (['refund-unpaid', 'refund-sum', ...found.map(({ code }) => code)] as const);
  const comparison = { codes, found };
  for (const { code, message } of await storeDiscrepancies(context, payment.reference, comparison))
    context.emit({
      level: 'error',
      event: 'discrepancy-found',
      message,
      ...getPaymentFacts(payment),
      discrepancyCode: code,
      refundedAmount: sumMovedAmounts(refunds),
      payoutNumber: null,
    });
}

function toDiscrepancies(
  code: RefundDiscrepancyCode,
  message: string | undefined,
): readonly FoundDiscrepancy[] {
  return message === undefined ? [] : [{ code, message }];
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
  const isReturned = gatewayStatus !== null && paymentStatus(gatewayStatus).outcome === 'refunded';
  const toText = (amount: number): string => moneyText({ amount, currencyCode });
  if (movedAmount > paidAmount)
    return `The refunds of this payment are ${toText(movedAmount)}, more than the paid amount of ${toText(paidAmount)}. Look them up at the gateway.`;
  if (!isReturned && movedAmount === paidAmount && isRefundReversed(gatewayStatus))
    return `The gateway reports that a refund was reversed, and the refunds in this store are the whole paid amount of ${toText(paidAmount)}. Look them up at the gateway.`;
  if (!isReturned || movedAmount === paidAmount) return undefined;
  const wasNeverPaid = payment.fulfillment.state === 'none' && refunds.length === 0;
  return wasNeverPaid
    ? undefined
    : `The gateway reports that the whole payment of ${toText(paidAmount)} was returned, and the refunds in this store are ${toText(movedAmount)}. Look up the others at the gateway.`;
}

/** True for the status of a payment of which a part was not returned, because a refund was reversed. */
function isRefundReversed(gatewayStatus: number | null): boolean {
  return gatewayStatus !== null && paymentStatus(gatewayStatus).name === 'RefundReverse';
}

function formatAmount(amount: number, currencyCode: string): string {
  return Number.isSafeInteger(amount) ? moneyText({ amount, currencyCode }) : `${amount} ${currencyCode}`;
}
