import { z } from 'zod';
import { storefrontOrder } from './order.ts';
import { storefrontPayment } from './payment.ts';
import { lazyObject, type Parsed } from './read-only.ts';
import { text } from './values.ts';

/**
 * Every reason why the shop's server refuses a request, with the HTTP status and the title of the response. The codes are
 * stable, so a program may branch on them.
 */
export const storefrontProblems = {
  /** The body or the query is invalid (`detail` names the field), or a page of another site has sent the request. What to do: correct the request. */
  'invalid-request': { status: 400, title: 'The request is invalid' },
  /** The body has more than 100,000 bytes, before or after it is decoded. What to do: send a shorter body. */
  'body-too-large': { status: 413, title: 'The body is too large' },
  /**
   * The host app ran a body parser first and kept no raw bytes. What to do: mount the checkout first, or use `express.json({ verify: captureRawBody
   * })`.
   */
  'body-already-parsed': { status: 500, title: 'The body was parsed before the checkout could read it' },
  /**
   * The body parser of Express does not support the `Content-Encoding` of the body. What to do: send the body without a coding; see
   * packages/express/README.md#body-parsers.
   */
  'unsupported-content-encoding': { status: 415, title: 'The coding of the body is not supported' },
  /** `resolveOrder` returned nothing. What to do: check the id of the order. After Pay, the element shows that the session has ended. */
  'unknown-order': { status: 404, title: 'There is no such order' },
  /**
   * The order has a payment that is paid, authorized, verified, refunding or refunded, also if the shop no longer gives the order and the browser may
   * see its payment. What to do: show the payment that `reference` names, or the page of the order (`orderUrl`).
   */
  'order-already-paid': { status: 409, title: 'The order is paid' },
  /**
   * The time in `expiresAt` of `resolveOrder` has passed by the clock of the server. What to do: place the order again. A payment that was started
   * before can still be paid.
   */
  'order-expired': { status: 409, title: 'The order has expired' },
  /** The order has five open payments, which are in `payments`. What to do: pay one of them, or wait until they expire. */
  'too-many-payments': { status: 409, title: 'The order has too many open payments' },
  /**
   * The order has a payment in review or reversed, or one that only the gateway has; or the store has lost payments and no operator has acknowledged
   * it (docs/restoring.md). What to do: show that the payment is being checked. An operator decides.
   */
  'payment-being-checked': { status: 409, title: 'Your payment is being checked' },
  /** The channel is unknown, or does not accept the amount or the currency. What to do: choose another channel. */
  'channel-unavailable': { status: 422, title: 'The channel does not accept this payment' },
  /** The channel needs a bank, and the request names no bank, or one that is offline. What to do: choose another bank. */
  'bank-unavailable': { status: 422, title: 'The bank is not available' },
  /** The price has changed since it was shown. What to do: show the price in `order`, and let the shopper confirm it. */
  'total-changed': { status: 409, title: 'The total has changed' },
  /**
   * The gateway has refused the payment, which is stored as `refused`, or this attempt has already ended. What to do: try again, or choose another
   * channel.
   */
  'payment-refused': { status: 422, title: 'The gateway refused the payment' },
  /**
   * The gateway already has this reference (fault 2009), and may charge the payment without an approval. What to do: query the payment that
   * `reference` names. The next start makes another payment.
   */
  'duplicate-payment': { status: 409, title: 'The order has a payment already' },
  /**
   * The gateway may have processed the request: see docs/errors.md#causes-of-outcome-unknown. What to do: query the payment that `reference` names,
   * if it is set, before you try again.
   */
  'outcome-unknown': { status: 504, title: 'The outcome is not known yet' },
  /**
   * The gateway redirects to an address that only an app opens, such as `tngdwallet://`. Nothing was charged. The payment is stored as `unknown`, and
   * ends with the next start. What to do: choose another channel. The event `request-failed` names the scheme; see docs/wallets.md#addresses-of-apps.
   */
  'app-redirection': { status: 502, title: 'The payment opens only in an app' },
  /**
   * There is no connection to the gateway, so nothing was started. The payment is stored as `refused`, or not stored while the circuit breaker is
   * open. What to do: try again.
   */
  'gateway-unreachable': { status: 503, title: 'The gateway cannot be reached' },
  /** The gateway has refused the start with HTTP 429. Nothing was started, and the payment is stored as `refused`. What to do: try again shortly. */
  'gateway-busy': { status: 503, title: 'The gateway has too many requests' },
  /**
   * The gateway has refused the signature or the credentials, or the settings of the shop are wrong. What to do: correct the settings. The event
   * names the cause.
   */
  'gateway-misconfigured': { status: 503, title: 'The shop cannot accept payments right now' },
  /**
   * The router is mounted at another path than `mountPath`. `detail` and the event name both paths. What to do: mount it at `mountPath`, or correct
   * the option.
   */
  'wrong-mount-path': {
    status: 500,
    title: 'The checkout is not mounted at its mountPath',
  },
  /** The response of the gateway does not match its interface. What to do: check the base URL. */
  'invalid-gateway-response': { status: 502, title: 'The response of the gateway is invalid' },
  /** No payment has this reference. What to do: check the reference. */
  'unknown-payment': { status: 404, title: 'There is no such payment' },
  /** The card is not encrypted with the key of its payment, or is not a saved card of this customer. What to do: press Pay again. */
  'card-unreadable': { status: 400, title: 'The card is not encrypted for this payment' },
  /** The shop does not accept this brand of cards (`cards.brands`). What to do: use another card. The element shows it at the card number. */
  'card-not-supported': { status: 422, title: 'The shop does not accept cards of this brand' },
  /** The card arrived after its key had expired, or the payment is no longer open. What to do: press Pay again, which makes another key. */
  'card-key-expired': { status: 409, title: 'The key of this payment has expired' },
  /** A second card was sent for one payment, or the same card again. What to do: query the payment. */
  'card-already-sent': { status: 409, title: 'The card of this payment was sent already' },
  /**
   * The store has no payment for a signed callback. The callback is stored, and the gateway repeats it. What to do: call
   * `operator.unknownTransactions.adopt`; see docs/restoring.md#adopt-unknown-payments.
   */
  'callback-for-unknown-payment': { status: 503, title: 'The payment of the callback is not known yet' },
  /** The callback is not JSON, or a field is missing. What to do: check what has sent it. */
  'invalid-callback': { status: 400, title: 'The callback is malformed' },
  /** The callback is not signed for the callback URL of its payment. What to do: check the secret key, and the URL that the gateway has received. */
  'invalid-signature': { status: 401, title: 'The signature does not match' },
  /** The store is not open, the embedded store has been busy for 5 s, or the process closes. What to do: repeat the request. */
  'store-unavailable': { status: 503, title: 'The shop cannot store payments right now' },
  /**
   * The store belongs to another merchant, or to the merchant at another gateway. Nothing was read or written. What to do: see the health problem
   * `wrong-account`.
   */
  'wrong-account': { status: 503, title: 'The shop cannot accept payments right now' },
  /**
   * In a checkout with several accounts, `accounts.find` has thrown, has not responded, or has returned invalid options. What to do: see the event
   * `account-unavailable`.
   */
  'account-unavailable': { status: 503, title: 'The shop cannot accept payments right now' },
  /**
   * In a checkout with several accounts, the address of the request belongs to no account. What to do: check `resolveAccount`, or the id in the path.
   */
  'unknown-account': { status: 404, title: 'There is no such shop' },
  /**
   * There were too many failed cards (`CardLimits`), too many starts or returns of one visitor or network (`RequestLimits`), or too many queries in
   * one second. What to do: wait, or pay through another channel.
   */
  'too-many-requests': { status: 429, title: 'Too many requests' },
  /** There is no such route or file, or a card was sent and the shop accepts no cards. What to do: check the URL. */
  'not-found': { status: 404, title: 'There is nothing here' },
  /** The checkout has a defect. The event `request-failed` has the error. What to do: report it. */
  internal: { status: 500, title: 'Something went wrong' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly title: string }>>;

/** The code of a problem; see {@link storefrontProblems}. */
export type StorefrontProblemCode = keyof typeof storefrontProblems;

// Object.keys returns the keys of the table, which the type of its result does not contain.
const codes = Object.keys(storefrontProblems) as [StorefrontProblemCode, ...StorefrontProblemCode[]];

/** The schema of {@link StorefrontProblem}. */
export const storefrontProblem = lazyObject(() => ({
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
  order: storefrontOrder().optional(),
  /**
   * With `outcome-unknown`, `app-redirection`, `duplicate-payment`, `order-already-paid` and `payment-being-checked`: the
   * payment to query.
   */
  reference: text.optional(),
  /** With `order-already-paid`: the URL of the shop's page of this order. Missing if the shop has none. */
  orderUrl: text.optional(),
  /** With `too-many-payments`: the open payments of the order, newest first. */
  payments: z.array(storefrontPayment()).optional(),
}));

/** The body of an error response of the shop's server: problem details (RFC 9457) with a stable `code`. */
export type StorefrontProblem = Parsed<typeof storefrontProblem>;
