import { isSameReference, paymentStatus } from '@pgw/protocol';
import {
  canEndByItself,
  comparisonIntervalMs,
  computeAmountQueryAt,
  createDiscrepancy,
  type Discrepancy,
  type PaymentDiscrepancyCode,
} from '../../model/payments/discrepancy.ts';
import type { PaymentRecord } from '../gateway-record.ts';
import {
  canRetry,
  chooseTransactionNumber,
  hasEndedUnpaid,
  hasSameNumber,
} from '../../model/payments/hosted-session.ts';
import type { Operation } from '../../model/operations/operation.ts';
import type { PaymentUpdateChange } from '../../model/payments/payment-change.ts';
import {
  fulfillsOrder,
  isAllowedTransition,
  isEndedState,
  toPaymentState,
  type PaymentState,
} from '../../model/payments/payment-state.ts';
import { type Payment, type PaymentFulfillment } from '../../model/payments/payment.ts';
import { computeNextQueryAt } from '../../model/schedule.ts';
import { describeTransition, type Note, type NoteSource } from '../../model/payments/timeline.ts';

/** The change that a record causes in the state of a payment. */
interface Decision {
  readonly state: PaymentState;
  /** Undefined: the discrepancy of the payment is unchanged. */
  readonly discrepancy?: Discrepancy | null;
  /** Set if the next query has another time than the schedule of the state. */
  readonly nextQueryAt?: number;
}

/** What determines the change of a payment, besides its record. */
export interface PaymentRules {
  readonly now: number;
}

/**
 * Compares the gateway's record with the stored payment, and returns the change that the record causes. `unknownCapture` is
 * a capture of an unknown part of the amount without this program.
 */
export function decidePayment(
  payment: Payment,
  record: PaymentRecord,
  { now, unknownCapture }: PaymentRules & { readonly unknownCapture?: Operation | undefined },
): PaymentUpdateChange {
  const { state, discrepancy, nextQueryAt } =
    unknownCapture === undefined
      ? decide(payment, record, now)
      : decideReview(payment, 'payment-captured', now);
  const isPaidFirstTime = state === 'paid' && payment.fulfillment.state === 'none';
  const mayRetry = (state === 'failed' || state === 'canceled') && canRetry(payment, record, now);
  // A contradiction that may end by itself is queried further, in any state.
  const isContradicted = canEndByItself(discrepancy === undefined ? payment.discrepancy : discrepancy);
  const scheduledAt = computeNextQueryAt(mayRetry || isContradicted ? 'open' : state, payment, now);
  return {
    state,
    transactionNumber: chooseTransactionNumber(payment, record, state),
    gatewayStatus: record.status,
    schedule: { queriedAt: now, nextQueryAt: nextQueryAt ?? scheduledAt },
    ...(discrepancy !== undefined && { discrepancy }),
    ...(state !== payment.state && { stateChangedAt: now }),
    ...readLoyalty(payment, record),
    ...(isPaidFirstTime && { fulfillment: computeFulfillment(record) }),
  };
}

/**
 * Returns the parts of a loyalty payment. The unit of these amounts is not documented, so they are read only if their sum is
 * the amount of the payment in minor units.
 */
function readLoyalty(
  { amount, loyalty }: Payment,
  { loyaltyType, redemptionAmount, paidAmount, redemptionPoint, rewardPoint }: PaymentRecord,
): Pick<PaymentUpdateChange, 'loyalty'> {
  if (loyaltyType == null || redemptionAmount == null || paidAmount == null) return {};
  const areAmounts = [redemptionAmount, paidAmount].every((part) => Number.isSafeInteger(part) && part >= 0);
  if (!areAmounts || redemptionAmount === 0 || redemptionAmount + paidAmount !== amount) return {};
  const reported = {
    pointsAmount: redemptionAmount,
    moneyAmount: paidAmount,
    redeemedPoints: redemptionPoint ?? null,
    rewardPoints: rewardPoint ?? null,
  };
  return JSON.stringify(reported) === JSON.stringify(loyalty) ? {} : { loyalty: reported };
}

/**
 * Returns the fulfillment of a payment that becomes paid. Another status than Success means that a refund was
 * requested before this query and has failed. An operator then decides.
 */
function computeFulfillment({ status }: PaymentRecord): PaymentFulfillment {
  return { state: fulfillsOrder(status) ? 'due' : 'withheld' };
}

/**
 * Returns the change of a payment without a record, or whose transaction number is not known. The sweep queries again later,
 * unless the shopper can no longer pay.
 */
export function decideWithoutRecord(payment: Payment, now: number): PaymentUpdateChange {
  return hasEndedUnpaid(payment, now)
    ? { state: 'expired', stateChangedAt: now, schedule: { queriedAt: now, nextQueryAt: null } }
    : { schedule: { queriedAt: now, nextQueryAt: computeNextQueryAt(payment.state, payment, now) } };
}

function decide(payment: Payment, record: PaymentRecord, now: number): Decision {
  const difference = findDifference(payment, record);
  if (difference !== undefined) return decideDifference(payment, record, { code: difference, now });
  const { state, discrepancy } = payment;
  if (state === 'review') {
    if (
      discrepancy?.code !== 'payment-amount' ||
      discrepancy.decidedAt !== null ||
      discrepancy.stateBefore === null
    )
      return { state };
    // The record now agrees in every field, so the payment continues from its state before the review.
    return {
      discrepancy: null,
      ...decide({ ...payment, state: discrepancy.stateBefore, discrepancy: null }, record, now),
    };
  }
  const outcome = toPaymentState(paymentStatus(record.status).outcome);
  const isAmount = discrepancy?.code === 'payment-amount' && discrepancy.decidedAt === null;
  if (outcome === undefined) return { state, ...(isAmount && { discrepancy: null }) };
  if (contradictsDecision(payment, outcome))
    return {
      state: 'review',
      discrepancy: createDiscrepancy('payment-canceled', now, state),
    };
  if (isEndedState(outcome) && (state === 'paid' || state === 'refunding'))
    return decideReversal(payment, record, now);
  const nextState = isAllowedTransition(state, outcome) ? outcome : state;
  const isOpen = discrepancy !== null && discrepancy.decidedAt === null && nextState !== 'reversed';
  // A decision about a reversal is about this reversal. The gateway reports the money again, so it can take it back again.
  const isPaidAgain = discrepancy?.code === 'payment-reversed' && outcome === 'paid';
  const hasEnded = isOpen || isPaidAgain;
  return { state: nextState, ...(hasEnded && { discrepancy: null }) };
}

/** Returns what differs between the record and the payment; undefined if nothing differs. */
function findDifference(
  payment: Payment,
  record: PaymentRecord,
): 'payment-amount' | 'payment-record' | undefined {
  const isSameTransaction =
    isSameReference(record.referenceCode, payment.reference) &&
    record.currencyCode.toUpperCase() === payment.currencyCode &&
    hasSameNumber(payment, record);
  if (!isSameTransaction) return 'payment-record';
  return record.amount === payment.amount ? undefined : 'payment-amount';
}

/** A record that differs leads to a review, unless an operator has decided about this difference. */
function decideDifference(
  payment: Payment,
  record: PaymentRecord,
  { code, now }: { readonly code: 'payment-amount' | 'payment-record'; readonly now: number },
): Decision {
  const { state, discrepancy } = payment;
  const known = discrepancy?.code === code ? discrepancy : undefined;
  if (known?.decidedAt != null || !isAllowedTransition(state, 'review')) return { state };
  // A payment that has ended without money needs no person while its record reports no money.
  if (isEndedState(state) && !bringsMoney(record)) return { state };
  const since = known?.since ?? now;
  const nextQueryAt = code === 'payment-amount' ? computeAmountQueryAt(since, now) : null;
  if (nextQueryAt !== null) return { state, nextQueryAt, discrepancy: createDiscrepancy(code, since) };
  return { state: 'review', discrepancy: createDiscrepancy(code, since, state) };
}

/** An operator has to decide about a payment, unless one has decided about the same discrepancy. */
function decideReview({ state, discrepancy }: Payment, code: PaymentDiscrepancyCode, now: number): Decision {
  const isDecided = discrepancy?.code === code && discrepancy.decidedAt !== null;
  if (isDecided || !isAllowedTransition(state, 'review')) return { state };
  return { state: 'review', discrepancy: createDiscrepancy(code, now, state) };
}

/** True for a record that reports money for a payment that an operator has ended as canceled. */
function contradictsDecision({ state, discrepancy }: Payment, outcome: PaymentState): boolean {
  const isDecided = state === 'canceled' && discrepancy !== null && discrepancy.decidedAt !== null;
  return (
    isDecided && discrepancy.code !== 'payment-canceled' && (outcome === 'paid' || outcome === 'authorized')
  );
}

/** Two agreeing queries with `comparisonIntervalMs` between them make a paid payment `reversed`. */
function decideReversal(payment: Payment, { status }: PaymentRecord, now: number): Decision {
  const { state, discrepancy, gatewayStatus } = payment;
  const known = discrepancy?.code === 'payment-reversed' ? discrepancy : undefined;
  if (known?.decidedAt != null) return { state };
  const isSameReport = known !== undefined && gatewayStatus === status && known.since <= now;
  const since = isSameReport ? known.since : now;
  if (isSameReport && now - since >= comparisonIntervalMs)
    return { state: 'reversed', discrepancy: { ...known, stateBefore: state } };
  return {
    state,
    discrepancy: createDiscrepancy('payment-reversed', since),
    nextQueryAt: since + comparisonIntervalMs,
  };
}

function bringsMoney({ status }: PaymentRecord): boolean {
  const { outcome } = paymentStatus(status);
  return outcome === 'paid' || outcome === 'authorized';
}

/** Creates a timeline entry if the state, the gateway's status or the discrepancy has changed. */
export function createChangeNotes(
  payment: Payment,
  change: PaymentUpdateChange,
  {
    record,
    source,
    now: at,
  }: { readonly record: PaymentRecord | undefined; readonly source: NoteSource; readonly now: number },
): Note[] {
  const { state = payment.state, gatewayStatus = payment.gatewayStatus } = change;
  const isTransition = state !== payment.state;
  const finding = describeFinding(payment, change, record);
  if (!isTransition && gatewayStatus === payment.gatewayStatus && finding === undefined) return [];
  const { reference } = payment;
  const toNote = (text: string): Note => ({ reference, at, source, kind: 'payment-changed', text });
  if (change.gatewayStatus == null)
    return [
      toNote(`${describeTransition(state)}: the gateway has no attempt to pay, and the deadline has passed.`),
    ];
  const report = `the gateway reports ${paymentStatus(change.gatewayStatus).name} (${change.gatewayStatus})`;
  const text = isTransition ? `${describeTransition(state)}: ${report}.` : `Still ${state}: ${report}.`;
  return [toNote(finding === undefined ? text : `${text} ${finding}`)];
}

/** Describes a discrepancy that begins, leads to another state, or ends. */
function describeFinding(
  payment: Payment,
  { state = payment.state, discrepancy }: PaymentUpdateChange,
  record: PaymentRecord | undefined,
): string | undefined {
  const before = payment.discrepancy;
  if (discrepancy === undefined) return undefined;
  if (discrepancy === null) {
    if (payment.state === 'review')
      return 'The review has ended: the record of the gateway agrees in every field.';
    return before === null ? undefined : 'The record of the gateway agrees again.';
  }
  const { code } = discrepancy;
  if (before?.code === code && state === payment.state) return undefined;
  if (code === 'payment-amount')
    return `The amount in the record is ${record?.amount}, and ${payment.amount} is stored.`;
  if (code === 'payment-record')
    return 'The currency, reference or transaction number in the record differs.';
  if (code === 'payment-captured') return 'It was captured at the gateway without this shop.';
  if (code === 'payment-canceled') return 'An operator has ended this payment as canceled.';
  return state === 'reversed'
    ? 'The money was taken back.'
    : 'The payment was paid before. The gateway is queried again in 60 s.';
}
