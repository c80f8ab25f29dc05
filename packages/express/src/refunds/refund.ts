/**
 * The state of a refund.
 *
 * - `requested`: stored; the gateway has not responded yet.
 * - `unknown`: the request was sent, and no response arrived. The refund is queried, and never sent again.
 * - `processing`: the provider processes the refund.
 * - `done`: the money was returned to the customer, in full or less charges.
 * - `failed`: the provider could not return the money.
 * - `refused`: the gateway refused the refund. No money was returned.
 * - `reversed`: the refund was done, and the provider reversed it.
 */
export type RefundState = (typeof refundStates)[number];

/** Every {@link RefundState}. */
export const refundStates = [
  'requested',
  'unknown',
  'processing',
  'done',
  'failed',
  'refused',
  'reversed',
] as const;

/** A refund of a payment. Times are milliseconds since the Unix epoch. */
export interface Refund {
  /** Made by the shop; identifies the refund. 8 to 64 characters. */
  readonly key: string;
  /** The reference of the payment. */
  readonly reference: string;
  /** Whether the money was returned; see {@link RefundState}. */
  readonly state: RefundState;
  /** Integer minor units of the payment's currency. */
  readonly amount: number;
  /** Sent to the gateway, and printed on the customer's statement where the provider supports it. */
  readonly reason: string;
  /** The gateway's number of the refund; null until the gateway has reported it. */
  readonly refundTransactionNumber: string | null;
  /** The status in the gateway's latest record; see `refundStatus` of @pgw/protocol. */
  readonly gatewayStatus: number | null;
  /** The gateway's text for a refusal. */
  readonly message: string | null;
  /** When the refund was stored, before the gateway received the request. */
  readonly createdAt: number;
  /** When the sweep queries the gateway next; null when no query is due any more. */
  readonly nextQueryAt: number | null;
  /** Incremented by every change; compare-and-set compares it. */
  readonly version: number;
}

/** States in which it is unknown whether the gateway has the refund. */
export const undecidedRefundStates: readonly RefundState[] = ['requested', 'unknown'];

/**
 * True when the money was returned or may be returned. The amount then reduces the amount that can be
 * refunded.
 */
export function mayHaveReturnedMoney(state: RefundState): boolean {
  return state !== 'failed' && state !== 'refused' && state !== 'reversed';
}
