import type { Payment } from '../payments/payment.ts';

/**
 * A verified callback in the store.
 *
 * @experimental A minor version can change it.
 */
export interface StoredCallback {
  /** The reference of the payment. Letter case is ignored. */
  readonly reference: string;
  /** The gateway's number of the transaction in the callback. Empty when it cannot be read. */
  readonly transactionNumber: string;
  /**
   * The status in the callback, or -1 when it cannot be read. It only causes a query, and the gateway's record determines
   * the state.
   */
  readonly status: number;
  /** The body as it was received, without the token of a saved card. */
  readonly rawBody: string;
  /** The signature header as it was received. */
  readonly signature: string;
  /** When the callback arrived, in milliseconds since the Unix epoch. */
  readonly receivedAt: number;
}

/** A callback that is stored and not handled yet. */
export interface DueCallback extends Pick<
  StoredCallback,
  'reference' | 'transactionNumber' | 'status' | 'rawBody' | 'receivedAt'
> {
  /** The id in the store. */
  readonly id: string;
}

/** The result of storing a callback. */
export interface CallbackReceipt {
  /** The id of the callback in the store. */
  readonly id: string;
  /** The payment of the callback, as it is stored. */
  readonly payment: Payment;
}

/** The status of a callback whose status cannot be read. */
export const unreadableStatus = -1;

/** A callback that could not be verified. A limited number is kept for an operator. */
export interface RejectedCallback {
  /** The reason: the payment is unknown, the signature is invalid, or the body is malformed. */
  readonly verdict: 'unknown-payment' | 'invalid-signature' | 'invalid-callback';
  /** The first 2,000 characters. */
  readonly rawBody: string;
  /** The first 200 characters of the signature header; null when the request had none. */
  readonly signature: string | null;
  /** When the callback arrived, in milliseconds since the Unix epoch. */
  readonly receivedAt: number;
}
