import type { OrderPrice } from './order-price.ts';
import type { Discrepancy } from './discrepancy.ts';
import { isEndedState, type PaymentState } from './payment-state.ts';

/**
 * The state of the card of a payment.
 *
 * - `awaited`: the shopper enters the card; nothing was sent to the gateway.
 * - `sent`: the card was sent to the gateway. A payment has one card, so another card needs another payment.
 * - `challenged`: the bank of the card authenticates the shopper first.
 */
export type CardState = (typeof cardStates)[number];

/** Every {@link CardState}. */
export const cardStates = ['awaited', 'sent', 'challenged'] as const;

/** The channel of a payment, with the name that the shopper saw. */
export interface PaymentChannel {
  /** The gateway's id of the channel. */
  readonly id: number;
  /** The name that was displayed; null for a payment that was adopted from the gateway's record. */
  readonly name: string | null;
  /** The URL of the logo that was displayed; null when there was none. */
  readonly imageUrl: string | null;
}

/** The bank (provider channel) of a payment, with the name that the shopper saw. */
export interface PaymentBank {
  /** The gateway's id of the provider channel. */
  readonly id: string;
  /** The name that was displayed; null for a payment that was adopted from the gateway's record. */
  readonly name: string | null;
  /** The URL of the logo that was displayed; null when there was none. */
  readonly imageUrl: string | null;
}

/** When the gateway was queried about a payment, and when it is queried next. */
export interface PaymentSchedule {
  /** When the gateway was last queried; null before the first query. */
  readonly queriedAt: number | null;
  /** When the sweep queries the gateway next; null when no query is due any more. */
  readonly nextQueryAt: number | null;
}

/**
 * Whether an order was fulfilled by this payment.
 *
 * - `none`: the payment has not been paid.
 * - `due`: the payment is paid, and `onPaid` has not succeeded yet.
 * - `done`: `onPaid` has succeeded.
 * - `dead`: `onPaid` has failed too often.
 * - `withheld`: another payment has already paid the order, the money was returned before `onPaid` succeeded,
 *   or a refund was requested at the gateway before the shop stored the payment as paid.
 *
 * `operator.hooks.requeue` makes `dead` and `withheld` fulfillments due again.
 */
export type FulfillmentState = (typeof fulfillmentStates)[number];

/** Every {@link FulfillmentState}. */
export const fulfillmentStates = ['none', 'due', 'done', 'dead', 'withheld'] as const;

/** The progress of `onPaid` for a payment. `operator.payments.inspect` has its attempts, while it is `due` or `dead`. */
export interface PaymentFulfillment {
  /** Whether `onPaid` has succeeded; see {@link FulfillmentState}. */
  readonly state: FulfillmentState;
}

/** The card of a payment whose card the shop sends to the gateway. */
export interface PaymentCard {
  /** Whether the card was sent to the gateway; see `CardState`. */
  readonly state: CardState;
  /** Incremented when the card could not be sent. Keys of earlier rounds are then invalid. */
  readonly round: number;
  /** When the card was sent to the gateway; null before. */
  readonly sentAt: number | null;
  /** What the gateway does with the card; see `authType` of @pgw/protocol. */
  readonly authType: number;
}

/** The parts of a loyalty payment, as the gateway has reported them. Their sum is the amount of the payment. */
export interface PaymentLoyalty {
  /** What was paid with points, in minor units. */
  readonly pointsAmount: number;
  /** What was paid with money, in minor units. */
  readonly moneyAmount: number;
  /** The redeemed points; null if the gateway has not reported them. */
  readonly redeemedPoints: number | null;
  /** The points that the shopper has earned; null if the gateway has not reported them. */
  readonly rewardPoints: number | null;
}

/**
 * One attempt to pay an order. Times are milliseconds since the Unix epoch. Amounts are integers of minor
 * units.
 */
export interface Payment {
  /**
   * Made by the shop and sent to the gateway as `referenceCode`. It cannot be guessed and has at most 50
   * characters.
   */
  readonly reference: string;
  /** The shop's id of the order that this payment pays. */
  readonly orderId: string;
  /**
   * The number of this payment among those of its order, from 1. No two payments of an order have the same one, so a
   * process that does not know the newest payment of an order cannot store another one.
   */
  readonly ordinal: number;
  /**
   * The attempt key. Made by the element for each click on Pay, or by the server for a form or an adopted
   * payment. A repeated request with this value finds the first payment.
   */
  readonly attempt: string;
  /** The progress of the payment; see {@link PaymentState}. */
  readonly state: PaymentState;
  /** The price of the order, without the channel's fee. */
  readonly amount: number;
  /** 3-letter ISO 4217 code in upper case. */
  readonly currencyCode: string;
  /**
   * The price of the order in its newest start or session, if that price is not the price of this payment. The
   * payment is compared with it when it becomes paid; see the option `getPrice`. Null when there is no other price.
   */
  readonly changedPrice: OrderPrice | null;
  /**
   * When the price of the order that applies to this payment was requested from the shop, in milliseconds since the Unix
   * epoch: `changedPrice`, or else the amount of the payment. 0 for a payment whose amount is not from the shop.
   */
  readonly pricedAt: number;
  /**
   * A keyed hash of the details of the order that move money (`subMerchant`, `platformCharge`, `savePayment`), as they were
   * sent. Null for an order without them.
   */
  readonly detailsHash: string | null;
  /**
   * When the amount was accepted as payment of the order; null before. An operator accepts it with
   * `operator.reviews.resolve` or `operator.hooks.requeue`. An attempt in which `getPrice` has accepted it, and only `onPaid` has failed, stores it too. From then on,
   * the price is not compared, and `onPaid` should not compare it either.
   */
  readonly acceptedAt: number | null;
  /** The order's description, at most 100 characters; null when it has none. */
  readonly description: string | null;
  /**
   * Random text from which the tokens of the return URL and of the QR code are derived. It reveals no token
   * without the merchant's secret.
   */
  readonly tokenSeed: string;
  /**
   * When the payment was first opened by its QR code; null before. From then on, a browser needs the cookie to
   * see the order, because a person with the QR code can reach the bank's page and return from it.
   */
  readonly openedOnPhoneAt: number | null;
  /** The W3C `traceparent` of the request that has started the payment; null if it has none. See the option `traceparent`. */
  readonly traceparent: string | null;
  /** Null when the shopper chooses on the gateway's hosted page. */
  readonly channel: PaymentChannel | null;
  /** Null when the channel has no banks, or the shopper chooses on the gateway's hosted page. */
  readonly bank: PaymentBank | null;
  /** The channel's fee, in minor units. */
  readonly fee: number;
  /** The URL that was sent to the gateway. Callbacks are verified against exactly this text. */
  readonly callbackUrl: string;
  /** The gateway's number of the transaction; null until the gateway has responded. */
  readonly transactionNumber: string | null;
  /** How the browser was redirected, as JSON of a `Redirect`; null until the gateway has responded. */
  readonly redirect: string | null;
  /**
   * The status in the gateway's latest record; see `paymentStatus` of @pgw/protocol. Null while the gateway has
   * returned no record.
   */
  readonly gatewayStatus: number | null;
  /** When the payment was stored; for an adopted payment, when the gateway created the transaction. */
  readonly createdAt: number;
  /** The gateway's deadline; null when the gateway gave none. */
  readonly expiresAt: number | null;
  /** When the outcome of the payment last changed `state`. Null before, and for a start that failed. */
  readonly stateChangedAt: number | null;
  /** The last and the next query of the gateway about the payment. */
  readonly schedule: PaymentSchedule;
  /** The progress of `onPaid` for the payment. */
  readonly fulfillment: PaymentFulfillment;
  /** Null when the shop does not handle the card of this payment. */
  readonly card: PaymentCard | null;
  /**
   * The sum of the captures of a payment, including captures whose outcome is unknown. The sum is kept when
   * the payment becomes paid. Null for a payment without captures: a charge is for its whole amount.
   */
  readonly capturedAmount: number | null;
  /** What was paid with points, and what with money; null for a payment without points. */
  readonly loyalty: PaymentLoyalty | null;
  /** What contradicts the stored payment; null if nothing does. */
  readonly discrepancy: Discrepancy | null;
  /** How often the payment has changed to a state for which the shop has a hook other than `onPaid`. */
  readonly transitions: number;
  /** Incremented by every change; compare-and-set compares it. */
  readonly version: number;
}

/** The fields that every new payment needs. */
export type InitialFields = Pick<
  Payment,
  | 'reference'
  | 'tokenSeed'
  | 'orderId'
  | 'ordinal'
  | 'attempt'
  | 'amount'
  | 'currencyCode'
  | 'callbackUrl'
  | 'createdAt'
  | 'pricedAt'
>;

/**
 * Returns the ordinal of the next payment of an order, from the payments of the order that the store has listed. If
 * another payment is stored in the meantime, `insert` refuses the ordinal, and the list must be read again.
 */
export function getNextOrdinal(payments: readonly Pick<Payment, 'ordinal'>[]): number {
  return Math.max(0, ...payments.map(({ ordinal }) => ordinal)) + 1;
}

/** Creates a payment in state `created`. Fields that are not given have their initial values. */
export function createInitialPayment(fields: InitialFields & Partial<Payment>): Payment {
  return {
    state: 'created',
    changedPrice: null,
    detailsHash: null,
    acceptedAt: null,
    description: null,
    openedOnPhoneAt: null,
    traceparent: null,
    channel: null,
    bank: null,
    fee: 0,
    transactionNumber: null,
    redirect: null,
    gatewayStatus: null,
    expiresAt: null,
    stateChangedAt: null,
    schedule: { queriedAt: null, nextQueryAt: null },
    fulfillment: { state: 'none' },
    card: null,
    capturedAmount: null,
    loyalty: null,
    discrepancy: null,
    transitions: 0,
    version: 1,
    ...fields,
  };
}

/** True for a payment that has ended, or that was canceled by the gateway before it was paid. */
export function isEnded({ state, fulfillment }: Payment): boolean {
  return isEndedState(state) || (state === 'refunded' && fulfillment.state === 'none');
}

/**
 * True for a payment that the gateway has, whose number is not known, because the response to its start was lost. It cannot be
 * queried. A callback or an operator (`operator.unknownTransactions.adopt`) can still find its number.
 */
export function hasLostNumber({ state, transactionNumber }: Payment): boolean {
  return state === 'expired' && transactionNumber === null;
}

/** The status of a payment that was voided (18): an authorization that was released, or a sale of the same day. */
const voidedStatus = 18;

/** True for a payment that was voided before the store had it as paid, and of which this program has captured nothing. */
export function isVoided({ state, gatewayStatus, fulfillment, capturedAmount }: Payment): boolean {
  const hasTakenMoney = fulfillment.state !== 'none' || (capturedAmount ?? 0) > 0;
  return state === 'refunded' && gatewayStatus === voidedStatus && !hasTakenMoney;
}
