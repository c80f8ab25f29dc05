import { z } from 'zod';
import { storefrontOrder } from './order.ts';
import { storefrontPayment } from './payment.ts';
import type { ReadOnly } from './read-only.ts';
import { text } from './values.ts';

/**
 * Every reason why the shop's server refuses a request, with the HTTP status and the title of the response. The codes are
 * stable, so a program may branch on them. `docs/errors.md` describes each code.
 */
export const storefrontProblems = {
  'invalid-request': { status: 400, title: 'The request is invalid' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'body-already-parsed': { status: 500, title: 'The body was parsed before the checkout could read it' },
  'unsupported-content-encoding': { status: 415, title: 'The coding of the body is not supported' },
  'unknown-order': { status: 404, title: 'There is no such order' },
  'order-already-paid': { status: 409, title: 'The order is paid' },
  'order-expired': { status: 409, title: 'The order has expired' },
  'too-many-payments': { status: 409, title: 'The order has too many open payments' },
  'payment-being-checked': { status: 409, title: 'Your payment is being checked' },
  'channel-unavailable': { status: 422, title: 'The channel does not accept this payment' },
  'bank-unavailable': { status: 422, title: 'The bank is not available' },
  'total-changed': { status: 409, title: 'The total has changed' },
  'payment-refused': { status: 422, title: 'The gateway refused the payment' },
  'duplicate-payment': { status: 409, title: 'The order has a payment already' },
  'outcome-unknown': { status: 504, title: 'The outcome is not known yet' },
  'app-redirection': { status: 502, title: 'The payment opens only in an app' },
  'gateway-unreachable': { status: 503, title: 'The gateway cannot be reached' },
  'gateway-busy': { status: 503, title: 'The gateway has too many requests' },
  'gateway-misconfigured': { status: 500, title: 'The shop cannot accept payments right now' },
  'wrong-mount-path': {
    status: 500,
    title: 'The checkout is not mounted at its mountPath',
  },
  'invalid-gateway-response': { status: 502, title: 'The response of the gateway is invalid' },
  'unknown-payment': { status: 404, title: 'There is no such payment' },
  'card-unreadable': { status: 400, title: 'The card is not encrypted for this payment' },
  'card-not-supported': { status: 422, title: 'The shop does not accept cards of this brand' },
  'card-key-expired': { status: 409, title: 'The key of this payment has expired' },
  'card-already-sent': { status: 409, title: 'The card of this payment was sent already' },
  'callback-for-unknown-payment': { status: 503, title: 'The payment of the callback is not known yet' },
  'invalid-callback': { status: 400, title: 'The callback is malformed' },
  'invalid-signature': { status: 401, title: 'The signature does not match' },
  'store-unavailable': { status: 503, title: 'The shop cannot store payments right now' },
  'wrong-account': { status: 503, title: 'The shop cannot accept payments right now' },
  'account-unavailable': { status: 503, title: 'The shop cannot accept payments right now' },
  'unknown-account': { status: 404, title: 'There is no such shop' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'not-found': { status: 404, title: 'There is nothing here' },
  internal: { status: 500, title: 'Something went wrong' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly title: string }>>;

/** The code of a problem; see {@link storefrontProblems}. */
export type StorefrontProblemCode = keyof typeof storefrontProblems;

// Object.keys returns the keys of the table, which the type of its result does not contain.
const codes = Object.keys(storefrontProblems) as [StorefrontProblemCode, ...StorefrontProblemCode[]];

/** The schema of {@link StorefrontProblem}. */
export const storefrontProblem = z.object({
  /** A URN with the code. */
  type: text,
  /** The title of the code. */
  title: text,
  /** The HTTP status. */
  status: z.int(),
  /** Why the request was refused. */
  code: z.enum(codes),
  /** What was wrong in this request. */
  detail: text,
  /** With `total-changed`: the order with its current total. */
  order: storefrontOrder.optional(),
  /**
   * With `outcome-unknown`, `app-redirection`, `duplicate-payment`, `order-already-paid` and `payment-being-checked`: the
   * payment to query.
   */
  reference: text.optional(),
  /** With `order-already-paid`: the URL of the shop's page of this order. Missing if the shop has none. */
  orderUrl: text.optional(),
  /** With `too-many-payments`: the open payments of the order, newest first. */
  payments: z.array(storefrontPayment).optional(),
});

/** The body of an error response of the shop's server: problem details (RFC 9457) with a stable `code`. */
export type StorefrontProblem = ReadOnly<z.infer<typeof storefrontProblem>>;
