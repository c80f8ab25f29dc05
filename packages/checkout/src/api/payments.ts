import type { CardKey, StartResponse, StorefrontPayment, StorefrontRedirect } from '@pgw/protocol';
import type { StorefrontPaymentStatus } from '@pgw/protocol/internal';
import {
  isObject,
  isPayment,
  isPaymentStatus,
  isPhoneLink,
  isObjectWith,
  type Guard,
} from './response-guards.ts';

const isCardKey = isObjectWith('kid x y expiresAt') as Guard<CardKey>;

/** Whether a member of a response is a valid redirect. */
export const isRedirect = isObjectWith(
  'url',
  ({ type, phone }) => type === 'url' && (phone === undefined || isPhoneLink(phone)),
) as Guard<StorefrontRedirect>;

/** Creates the URL of one payment. */
export function createPaymentUrl(endpoint: string, reference: string): string {
  return `${endpoint}/payments/${encodeURIComponent(reference)}`;
}

/** A payment with its order, or only its state if the browser has no cookie of the payment. */
export type PaymentOrStatus = StorefrontPayment | StorefrontPaymentStatus;

/** Returns the payment of a response; null if it is not valid. */
export function readPayment(body: unknown): PaymentOrStatus | null {
  return isPayment(body) || isPaymentStatus(body) ? body : null;
}

export function hasOrder(payment: PaymentOrStatus): payment is StorefrontPayment {
  return 'order' in payment;
}

/** Returns the response to a start request; null if it is not valid. */
export function readStart(body: unknown): StartResponse | null {
  if (!isObject(body) || !isPayment(body['payment'])) return null;
  const { payment, redirect } = body;
  if (isObject(redirect) && redirect['type'] === 'card')
    return isCardKey(redirect['key']) ? { payment, redirect: { type: 'card', key: redirect['key'] } } : null;
  return isRedirect(redirect) ? { payment, redirect } : null;
}
