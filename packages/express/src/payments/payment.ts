import type { PaymentOutcome } from '@pgw/protocol';

/**
 * Where a payment is in its life.
 *
 * - `created`: stored; the gateway has not answered yet.
 * - `unknown`: the gateway was asked and its answer was lost.
 * - `refused`: the gateway refused to start it; no money can move.
 * - `open`: the shopper was sent to pay.
 * - `paid`: the gateway said so when we asked, for the amount we stored.
 * - `authorized`: a card was approved and not charged yet.
 * - `verified`: a card was found good, and nothing was charged nor held; over.
 * - `failed`, `cancelled`, `expired`: over; may be tried again.
 * - `refunding`, `refunded`: money is on its way back.
 * - `review`: the gateway's amount, currency or reference is not ours. Never fulfilled; a person decides.
 */
export type PaymentState = (typeof paymentStates)[number];

export const paymentStates = [
  'created',
  'unknown',
  'refused',
  'open',
  'paid',
  'authorized',
  'verified',
  'failed',
  'cancelled',
  'expired',
  'refunding',
  'refunded',
  'review',
] as const;

/**
 * Where the card of a payment is.
 *
 * - `awaited`: the shopper is typing; nothing has gone to the gateway.
 * - `sent`: it was handed to the gateway, once; another one would be another payment.
 * - `challenged`: its bank asks the shopper first.
 */
export type CardState = (typeof cardStates)[number];

export const cardStates = ['awaited', 'sent', 'challenged'] as const;

/** One attempt to pay an order. Times are milliseconds since the Unix epoch, amounts integers of minor units. */
export interface Payment {
  /** Ours, sent to the gateway as `referenceCode`; unguessable, at most 50 characters. */
  readonly reference: string;
  readonly orderId: string;
  /** Made by the element for each press of Pay: a repeated request finds the first payment by it. */
  readonly attempt: string;
  readonly state: PaymentState;
  readonly amount: number;
  readonly currencyCode: string;
  readonly description: string | null;
  /** Null when the gateway's hosted page asks. */
  readonly channelId: number | null;
  readonly channelName: string | null;
  readonly bankId: string | null;
  readonly bankName: string | null;
  readonly channelImageUrl: string | null;
  readonly bankImageUrl: string | null;
  /** Added by the channel, in minor units. */
  readonly fee: number;
  /** As sent to the gateway; callbacks are verified against this very text. */
  readonly callbackUrl: string;
  readonly transactionNumber: string | null;
  /** How the browser was sent to pay, as JSON of a `StorefrontRedirect`. */
  readonly redirect: string | null;
  /** The gateway's last word when asked; see `paymentStatus`. */
  readonly gatewayStatus: number | null;
  readonly createdAt: number;
  /** The gateway's deadline, where it gave one. */
  readonly expiresAt: number | null;
  /** When `state` became final for the shopper. */
  readonly settledAt: number | null;
  /** When the gateway was last asked. */
  readonly askedAt: number | null;
  /** When the sweep asks next; null when there is nothing left to learn. */
  readonly nextAskAt: number | null;
  /**
   * `due` from the moment it is paid until `onPaid` has succeeded; `dead` when that failed too often; `withheld` when the
   * order is paid by another payment already, the money had gone back before `onPaid` succeeded, or a refund was requested at the gateway before it. An operator may make the last two due again.
   */
  readonly fulfilment: 'none' | 'due' | 'done' | 'dead' | 'withheld';
  readonly fulfilAttempts: number;
  readonly nextFulfilAt: number | null;
  /** Null for a payment whose card is none of the shop's business. */
  readonly cardState: CardState | null;
  /** Rises when a card could not be handed over: the keys of before are void then. */
  readonly cardRound: number;
  /** When the card was handed over. */
  readonly cardSentAt: number | null;
  /** What is asked of the card; see `authType` of @pgw/protocol. Null with `cardState`. */
  readonly authType: number | null;
  /**
   * Of an authorised payment, the sum of its captures, those included whose outcome is not known; null for any other payment,
   * of which the whole amount is taken.
   */
  readonly capturedAmount: number | null;
  /** Counts every change: what compare-and-set compares. */
  readonly version: number;
}

/** What may follow what. News that arrives late, twice or out of order finds no move here and changes nothing. */
const legalMoves: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  created: ['unknown', 'refused', 'open', 'paid', 'authorized', 'failed', 'cancelled', 'expired', 'review'],
  unknown: ['open', 'refused', 'paid', 'authorized', 'failed', 'cancelled', 'expired', 'review'],
  refused: ['paid', 'authorized', 'review'],
  open: [
    'paid',
    'authorized',
    'verified',
    'failed',
    'cancelled',
    'expired',
    'review',
    'refunding',
    'refunded',
  ],
  authorized: ['paid', 'failed', 'cancelled', 'expired', 'review', 'refunding', 'refunded'],
  verified: ['paid', 'authorized', 'review'],
  // A later "paid" of the gateway beats an earlier "over".
  failed: ['paid', 'authorized', 'review'],
  cancelled: ['paid', 'authorized', 'review'],
  expired: ['paid', 'authorized', 'review'],
  paid: ['refunding', 'refunded', 'review'],
  // A refund that failed or was reversed leaves the payment paid.
  refunding: ['refunded', 'paid', 'review'],
  refunded: ['paid', 'refunding', 'review'],
  review: [],
};

/** True when a payment in `from` may become `to`. */
export function mayMove(from: PaymentState, to: PaymentState): boolean {
  return legalMoves[from].includes(to);
}

/** True while the shopper may still pay, or may have paid without our knowing. */
export function isUnsettled(state: PaymentState): boolean {
  return state === 'created' || state === 'unknown' || state === 'open';
}

/** True when the order needs no further payment. A refunded one is over: what is bought again is another order. */
export function isCovered(state: PaymentState): boolean {
  return ['paid', 'authorized', 'verified', 'review', 'refunding', 'refunded'].includes(state);
}

/** True for Success, the only status of the gateway after which an order is fulfilled without an operator. */
export function fulfilsOrder(gatewayStatus: number): boolean {
  return gatewayStatus === 1;
}

/** The state that the gateway's word asks for; undefined when it has not made up its mind. */
export function stateOfOutcome(outcome: PaymentOutcome): PaymentState | undefined {
  return outcome === 'pending' ? undefined : outcome;
}
