import type { CardKey, StartResponse, StorefrontPayment, StorefrontRedirect } from '@pgw/protocol';
import { isObject, isPayment, shape, type Is } from './response-guards.ts';

const isCardKey = shape('kid x y') as Is<CardKey>;
/** Whether a member of a response is a redirect. */
export const isRedirect = shape('url', ({ type }) => type === 'url') as Is<StorefrontRedirect>;

/** The URL of one payment. */
export function paymentUrl(endpoint: string, reference: string): string {
  return `${endpoint}/payments/${encodeURIComponent(reference)}`;
}

export function readPayment(body: unknown): StorefrontPayment | null {
  return isPayment(body) ? body : null;
}

/** The response to Pay; null if it is not valid. */
export function readStart(body: unknown): StartResponse | null {
  if (!isObject(body) || !isPayment(body['payment'])) return null;
  const { payment, redirect } = body;
  if (isObject(redirect) && redirect['type'] === 'card')
    return isCardKey(redirect['key']) ? { payment, redirect: { type: 'card', key: redirect['key'] } } : null;
  return isRedirect(redirect) ? { payment, redirect } : null;
}
