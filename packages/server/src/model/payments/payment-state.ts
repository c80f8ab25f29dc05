import type { PaymentOutcome } from '@pgw/protocol';

/**
 * The state of a payment.
 *
 * - `created`: stored; the gateway has not responded yet.
 * - `unknown`: the request was sent, and no usable response of the gateway arrived.
 * - `refused`: the payment was not started. The gateway refused it, the request did not reach the gateway, or an
 *   operator ended it.
 * - `open`: the gateway has started the payment, and the shopper can pay.
 * - `paid`: the gateway's record confirms the payment with the stored amount, or an operator decided so after
 *   a review.
 * - `authorized`: a card was approved and has not been charged yet.
 * - `verified`: a card was verified; nothing is charged or held. Final.
 * - `failed`, `canceled`, `expired`: final; the order can be paid by another payment.
 * - `refunding`, `refunded`: the money is being returned, or was returned.
 * - `reversed`: the gateway reported the payment as paid, and later as failed, canceled or expired. A due fulfillment
 *   waits, and the order cannot be paid again, until an operator decides or the gateway reports it as paid again.
 * - `review`: the gateway's amount, currency, reference or transaction number differs from the stored value, or an
 *   operator adopted the payment; see `discrepancy`. The payment is not fulfilled until an operator decides.
 */
export type PaymentState = (typeof paymentStates)[number];

/** Every {@link PaymentState}. */
export const paymentStates = [
  'created',
  'unknown',
  'refused',
  'open',
  'paid',
  'authorized',
  'verified',
  'failed',
  'canceled',
  'expired',
  'refunding',
  'refunded',
  'reversed',
  'review',
] as const;

/**
 * The allowed transitions. An update that arrives late, twice or out of order matches no transition and does
 * not change the state. An operator ends a `review` without this table, and so does a record that agrees again.
 */
const allowedTransitions: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  created: ['unknown', 'refused', 'open', 'paid', 'authorized', 'failed', 'canceled', 'expired', 'review'],
  unknown: ['open', 'refused', 'paid', 'authorized', 'failed', 'canceled', 'expired', 'review'],
  refused: ['paid', 'authorized', 'review'],
  open: [
    'paid',
    'authorized',
    'verified',
    'failed',
    'canceled',
    'expired',
    'review',
    'refunding',
    'refunded',
  ],
  authorized: ['paid', 'failed', 'canceled', 'expired', 'review', 'refunding', 'refunded'],
  verified: ['paid', 'authorized', 'review'],
  // The gateway may report a payment as paid after it reported a final failure.
  failed: ['paid', 'authorized', 'review'],
  canceled: ['paid', 'authorized', 'review'],
  expired: ['paid', 'authorized', 'review'],
  paid: ['refunding', 'refunded', 'reversed', 'review'],
  // A refund that failed or was reversed leaves the payment paid.
  refunding: ['refunded', 'paid', 'reversed', 'review'],
  refunded: ['paid', 'refunding', 'review'],
  // The gateway may report the payment as paid again.
  reversed: ['paid', 'refunding', 'refunded', 'review'],
  review: [],
};

/** True when a payment in state `from` may change to state `to`. */
export function isAllowedTransition(from: PaymentState, to: PaymentState): boolean {
  return allowedTransitions[from].includes(to);
}

/** True while the shopper can still pay, or may have paid without an entry in the store. */
export function isUndecided(state: PaymentState): boolean {
  return state === 'created' || state === 'unknown' || state === 'open';
}

const endedStates = ['failed', 'canceled', 'expired', 'refused'] as const;

/** True for a state in which a payment has ended without being paid. */
export function isEndedState(state: PaymentState): state is (typeof endedStates)[number] {
  return endedStates.some((endedState) => endedState === state);
}

/** The states of a payment that may become paid by the gateway's record. A review of an amount can end by itself. */
export const pricedStates: readonly PaymentState[] = [
  'created',
  'unknown',
  'open',
  'refused',
  'failed',
  'canceled',
  'expired',
  'authorized',
  'verified',
  'review',
];

/**
 * True when the order needs no further payment. This includes a refunded payment, because a repeated purchase
 * is another order.
 */
export function coversOrder(state: PaymentState): boolean {
  return ['paid', 'authorized', 'verified', 'review', 'refunding', 'refunded', 'reversed'].includes(state);
}

/**
 * True for the status Success (1). After any other status of the gateway, an order is fulfilled only if an
 * operator decides so.
 */
export function fulfillsOrder(gatewayStatus: number): boolean {
  return gatewayStatus === 1;
}

/** Returns the state for an outcome that the gateway reports, or undefined while the outcome is pending. */
export function toPaymentState(outcome: PaymentOutcome): PaymentState | undefined {
  return outcome === 'pending' ? undefined : outcome;
}
