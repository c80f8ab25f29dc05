/**
 * Where a refund is in its life.
 *
 * - `requested`: stored; the gateway has not answered yet.
 * - `unknown`: the gateway was asked and its answer was lost. Asked about, never repeated.
 * - `processing`: the provider is working on it.
 * - `done`: the customer has the money, in full or less charges.
 * - `failed`: the provider could not. `refused`: the gateway would not; nothing moved.
 * - `reversed`: it was done, and the provider took it back.
 */
export type RefundState = (typeof refundStates)[number];

export const refundStates = [
  'requested',
  'unknown',
  'processing',
  'done',
  'failed',
  'refused',
  'reversed',
] as const;

/** Money on its way back to a customer. Times are milliseconds since the Unix epoch. */
export interface Refund {
  /** Ours: the same key is the same refund. 8 to 64 characters. */
  readonly key: string;
  /** Of the payment. */
  readonly reference: string;
  readonly state: RefundState;
  /** Integer minor units of the payment's currency. */
  readonly amount: number;
  readonly reason: string;
  readonly refundTransactionNumber: string | null;
  /** The gateway's last word; see `refundStatus`. */
  readonly gatewayStatus: number | null;
  /** The gateway's words, for a refusal. */
  readonly message: string | null;
  readonly createdAt: number;
  readonly nextAskAt: number | null;
  readonly version: number;
}

/** Nobody can say yet whether the gateway has it. */
export const undecidedRefunds: readonly RefundState[] = ['requested', 'unknown'];

/** True when the money is back, or may still get there: it counts against what can be refunded. */
export function mayHaveReturned(state: RefundState): boolean {
  return state !== 'failed' && state !== 'refused' && state !== 'reversed';
}
