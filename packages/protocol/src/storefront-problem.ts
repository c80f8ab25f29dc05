import type { StorefrontOrder, StorefrontPayment } from './storefront.ts';

/**
 * The reason why the shop's server refused a request. The codes are stable, so a program may branch on them.
 * `docs/errors.md` describes each code.
 */
export type StorefrontProblemCode =
  | 'invalid-request'
  | 'body-too-large'
  | 'body-already-parsed'
  | 'unsupported-content-encoding'
  | 'unknown-order'
  | 'order-already-paid'
  | 'order-expired'
  | 'too-many-payments'
  | 'payment-being-checked'
  | 'channel-unavailable'
  | 'bank-unavailable'
  | 'total-changed'
  | 'payment-refused'
  | 'duplicate-payment'
  | 'outcome-unknown'
  | 'gateway-unreachable'
  | 'gateway-busy'
  | 'gateway-misconfigured'
  | 'wrong-mount-path'
  | 'invalid-gateway-response'
  | 'unknown-payment'
  | 'card-unreadable'
  | 'card-not-supported'
  | 'card-key-expired'
  | 'card-already-sent'
  | 'callback-for-unknown-payment'
  | 'invalid-callback'
  | 'invalid-signature'
  | 'store-unavailable'
  | 'too-many-requests'
  | 'not-found'
  | 'internal';

/** The body of an error response of the shop's server: problem details (RFC 9457) with a stable `code`. */
export interface StorefrontProblem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: StorefrontProblemCode;
  readonly detail: string;
  /** With `total-changed`: the order with its current total. */
  readonly order?: StorefrontOrder | undefined;
  /**
   * With `outcome-unknown`, `duplicate-payment`, `order-already-paid` and `payment-being-checked`: the
   * payment to query.
   */
  readonly reference?: string | undefined;
  /** With `too-many-payments`: the open payments of the order, newest first. */
  readonly payments?: readonly StorefrontPayment[] | undefined;
}
