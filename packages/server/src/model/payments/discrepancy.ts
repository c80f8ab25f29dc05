import type { PaymentState } from './payment-state.ts';

/**
 * What contradicts a stored payment.
 *
 * - `payment-amount`: the amount of the gateway's record differs. After five minutes the payment is in `review`, until the
 *   record agrees.
 * - `payment-record`: the currency, reference or transaction number of the gateway's record differs.
 * - `payment-captured`: an authorized payment was captured at the gateway without this program, by an unknown amount.
 * - `payment-price`: the payment does not pay the price of its order.
 * - `payment-adopted`: an operator adopted the payment from the gateway's record.
 * - `payment-reversed`: the gateway reports a paid payment as failed, canceled or expired.
 * - `payment-canceled`: the gateway reports money for a payment that an operator has ended as canceled.
 */
export type PaymentDiscrepancyCode = (typeof paymentDiscrepancyCodes)[number];

/** Every {@link PaymentDiscrepancyCode}. */
export const paymentDiscrepancyCodes = [
  'payment-amount',
  'payment-record',
  'payment-captured',
  'payment-price',
  'payment-adopted',
  'payment-reversed',
  'payment-canceled',
] as const;

/** What contradicts the stored refunds of a payment; see {@link OperationDiscrepancyCode}. */
export type RefundDiscrepancyCode = (typeof refundDiscrepancyCodes)[number];

/** Every {@link RefundDiscrepancyCode}. */
export const refundDiscrepancyCodes = [
  'refund-undecided',
  'refund-missing',
  'refund-amount',
  'refund-unpaid',
  'refund-sum',
] as const;

/**
 * What contradicts the stored operations of a payment.
 *
 * - `refund-undecided`: the gateway's refunds have no reason and can belong to those of the store in more than one way, or
 *   several have no number. Call `operator.refunds.resolve`.
 * - `refund-missing`: a refund is `done` in the store, and the gateway does not have it.
 * - `refund-amount`: the amount of a refund at the gateway is not an integer of minor units, or has another currency. It
 *   was not stored.
 * - `refund-unpaid`: the gateway has returned money of a payment that was never paid in the store, and has ended.
 * - `refund-sum`: the refunds in the store have another sum than the gateway's status of the payment means.
 * - `payout-reference`: a payout at the gateway has the reference of the payment. It does not count as a payment.
 * - `payout-missing`: an operator has stored a payout as `done`, and the gateway does not have it.
 */
export type OperationDiscrepancyCode = (typeof operationDiscrepancyCodes)[number];

/** Every {@link OperationDiscrepancyCode}. */
export const operationDiscrepancyCodes = [
  ...refundDiscrepancyCodes,
  'payout-reference',
  'payout-missing',
] as const;

/** What differs between the store and the gateway. A payment keeps its own code, because it determines its state. */
export type DiscrepancyCode = PaymentDiscrepancyCode | OperationDiscrepancyCode;

/** A discrepancy between the store and the gateway that a person must look at. */
export interface ListedDiscrepancy {
  /** The reference of the payment or the payout. */
  readonly reference: string;
  /** What differs; see {@link DiscrepancyCode}. */
  readonly code: DiscrepancyCode;
  /** What differs, with amounts and numbers, and the next step. */
  readonly message: string;
  /** When the discrepancy was found, in milliseconds since the Unix epoch. */
  readonly foundAt: number;
}

/** A discrepancy of operations. It is stored beside the payment, until a comparison no longer finds it. */
export type StoredDiscrepancy = ListedDiscrepancy & { readonly code: OperationDiscrepancyCode };

/** A contradiction between the gateway's record and the stored payment. */
export interface Discrepancy {
  /** What differs; see {@link PaymentDiscrepancyCode}. */
  readonly code: PaymentDiscrepancyCode;
  /** When the gateway first reported it, in milliseconds since the Unix epoch. */
  readonly since: number;
  /** The state of the payment before it became `review` or `reversed`; null while it has not changed. */
  readonly stateBefore: PaymentState | null;
  /** When an operator decided about it; null while no operator has decided. */
  readonly decidedAt: number | null;
}

/** Creates a discrepancy about which no operator has decided. */
export function createDiscrepancy(
  code: PaymentDiscrepancyCode,
  since: number,
  stateBefore: PaymentState | null = null,
): Discrepancy {
  return { code, since, stateBefore, decidedAt: null };
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** The intervals between queries while the amount differs, by the time since it was first reported. */
const amountIntervals: readonly { readonly maxAgeMs: number; readonly intervalMs: number }[] = [
  { maxAgeMs: 10 * secondMs, intervalMs: 3 * secondMs },
  { maxAgeMs: minuteMs, intervalMs: 15 * secondMs },
  { maxAgeMs: 5 * minuteMs, intervalMs: minuteMs },
];

/**
 * Returns the time of the next query while the amount differs. Returns null when the payment becomes `review`: the
 * amount has differed for five minutes.
 */
export function computeAmountQueryAt(since: number, now: number): number | null {
  const interval = amountIntervals.find(({ maxAgeMs }) => now - since < maxAgeMs);
  return interval === undefined ? null : now + interval.intervalMs;
}

/**
 * A payment becomes `reversed` when two queries with at least this time between them report the same status. It is
 * also the minimum time between two comparisons of a final payment that callbacks cause.
 */
export const comparisonIntervalMs = minuteMs;

/** True for a contradiction that ends when the gateway's record agrees again. */
export function canEndByItself(discrepancy: Discrepancy | null): boolean {
  return (
    (discrepancy?.code === 'payment-amount' || discrepancy?.code === 'payment-reversed') &&
    discrepancy.decidedAt === null
  );
}

/** True while the gateway's record contradicts a payment, and no operator has decided about it. */
export function isDisputed({ discrepancy }: { readonly discrepancy: Discrepancy | null }): boolean {
  return discrepancy !== null && discrepancy.decidedAt === null;
}
