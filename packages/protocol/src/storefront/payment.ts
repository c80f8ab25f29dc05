import { z } from 'zod';
import { cardKey } from './card.ts';
import { storefrontOrder } from './order.ts';
import { lazyObject, type Parsed, type ReadOnly } from './read-only.ts';
import { amount, dateTime, text, textOrNull } from './values.ts';

/** The schema of {@link StorefrontPaymentStatus}. */
export const storefrontPaymentStatus = lazyObject(() => ({
  /** The reference of the payment. */
  reference: text,
  /** The current state. */
  state: z.enum(['pending', 'paid', 'authorized', 'failed', 'canceled', 'expired', 'refunding', 'refunded']),
  /**
   * Set when the state alone would be wrong about the money. `not-taken`: the card was only verified, or the
   * authorization was voided. `unknown`: a refund is being processed, and the shop has not stored the payment as paid.
   */
  money: z.enum(['not-taken', 'unknown']).exactOptional(),
}));

/** A payment for a browser that may not see its order, because it does not have the cookie of the payment. */
export type StorefrontPaymentStatus = Parsed<typeof storefrontPaymentStatus>;

/** The state of a payment. */
export type StorefrontPaymentState = StorefrontPaymentStatus['state'];

const failureReason = z.enum(['declined', 'funds', 'limit', 'min', 'card', 'authentication']);

/**
 * The reason why a payment failed: `declined`, insufficient `funds`, above the `limit`, below the minimum
 * (`min`), a declined `card`, or a card whose bank did not authenticate the shopper (`authentication`).
 */
export type FailureReason = z.infer<typeof failureReason>;

const secondPayment = lazyObject(() => ({
  /** The refund of this payment. Null until a refund is requested. */
  refund: z
    .object({
      /** The amount in minor units of the order's currency. */
      amount,
      /** True when the gateway has confirmed every refund of this payment. */
      isDone: z.boolean(),
      /**
       * When the refund was completed, or else when it was requested, ISO 8601. Null when the shop does not know
       * when it was completed.
       */
      date: dateTime.nullable(),
    })
    .nullable(),
}));

/** A second payment of an order. Another payment had already paid the order. */
export type SecondPayment = Parsed<typeof secondPayment>;

/** The schema of {@link StorefrontPlan}. */
export const storefrontPlan = lazyObject(() => ({
  /** The number of monthly payments. */
  months: z.int().min(2),
  /** Every payment except the last one, in minor units. */
  monthly: amount,
  /** The last payment in minor units: the rest of the total. */
  last: amount,
  /** The sum of all payments in minor units: the amount that the shopper pays, and the interest. */
  total: amount,
  /** The interest in minor units. */
  interest: amount,
  /** The interest in hundredths of a percent of the amount. 0: no interest. */
  interestBasisPoints: z.int().nonnegative(),
}));

/** The payments of a plan with instalments. */
export type StorefrontPlan = Parsed<typeof storefrontPlan>;

const phoneLink = lazyObject(() => ({
  /** The absolute URL that opens the payment. */
  url: text,
  /** The path of the QR code of `url`, an SVG image. */
  codeUrl: text,
}));

/** A link with which the shopper continues the payment on a phone. */
export type PhoneLink = Parsed<typeof phoneLink>;

/** The schema of {@link StorefrontPayment}. */
export const storefrontPayment = lazyObject(() => ({
  ...storefrontPaymentStatus().shape,
  /** The order of the payment. */
  order: storefrontOrder(),
  /** The reason of a failure. Set when `state` is `failed`. */
  reason: failureReason.nullable(),
  /** The name of the chosen channel. Null when the shopper chooses on the gateway's page. */
  channel: textOrNull,
  /** Name of the chosen bank, or null. */
  bank: textOrNull,
  /** The payments of the chosen plan. Set for a channel with instalments, while the shop offers the plan. */
  plan: storefrontPlan().exactOptional(),
  /** URL of the channel's logo, or null. */
  channelImageUrl: textOrNull,
  /** URL of the bank's logo, or null. */
  bankImageUrl: textOrNull,
  /** The fee of the channel in minor units, in addition to `order.amount`. */
  fee: amount,
  /** What was paid with points and with money, in minor units. Missing for a payment without points. */
  loyalty: z.object({ pointsAmount: amount, moneyAmount: amount }).exactOptional(),
  /**
   * The gateway's number of the payment, which the shopper quotes to support. Null until the shop's server
   * knows it.
   */
  transactionNumber: textOrNull,
  /** The time when the payment got its current state. Before that, the time when it started. ISO 8601. */
  date: dateTime,
  /** The gateway's deadline of the payment, ISO 8601, or null. */
  expiresAt: dateTime.nullable(),
  /**
   * `second-person`: another person of the shopper's company approves the payment, perhaps days later. The element then
   * shows no deadline.
   */
  approval: z.enum(['second-person']).exactOptional(),
  /**
   * How far a pending payment got. `start-unclear`: the start had no usable response, so the gateway may not have the
   * payment, and no browser was redirected to it. `start-lost`: the gateway has it, no browser can be redirected to it, and
   * money may be taken without an approval. `card-unclear`: the card was sent, and its outcome is not known. `not-sent`:
   * no card was sent. Missing while the shopper can approve the payment on another page, and after its end.
   */
  step: z.enum(['start-unclear', 'start-lost', 'card-unclear', 'not-sent']).exactOptional(),
  /**
   * With `start-unclear`: no money moves before the shopper approves the payment on the page of its channel, by
   * `approvals` of the gateway's profile.
   */
  needsApproval: z.literal(true).exactOptional(),
  /**
   * Who approves the payment, if that is not the bank, the channel or the gateway that is named first: a `bank` without a known
   * name, the bank of a `card`, the page of the `gateway`, or the `channel` although the payment names a plan as its bank.
   */
  approver: z.enum(['bank', 'card', 'gateway', 'channel']).exactOptional(),
  /** URL of the shop's page of this order, or null. */
  orderUrl: textOrNull,
  /** `orderUrl` with the reference of this payment. The page shows its outcome. Missing if `orderUrl` is null. */
  returnUrl: text.exactOptional(),
  /**
   * The path of the shop's front page, such as `/store/`. When `orderUrl` is null, the shopper can go there
   * to pay again.
   */
  shopUrl: text.exactOptional(),
  /**
   * Where the browser can continue a pending payment: an absolute URL, or a path on the shop's server. Set in the response of
   * `GET /payments/{reference}` and in the session, also for a card whose bank authenticates the shopper. Missing if the price
   * of the order has changed.
   */
  continueUrl: text.exactOptional(),
  /** With `continueUrl`: the link that continues the payment on the shopper's phone. Missing if it can continue only in this browser. */
  phone: phoneLink().exactOptional(),
  /** Set when the shopper has paid twice, because another payment had already paid the order. */
  second: secondPayment().exactOptional(),
}));

/**
 * A payment for a browser that may see its order: it started the payment, loaded the session of the order, or
 * returned with the token of the return URL. It contains no personal data.
 */
export type StorefrontPayment = Parsed<typeof storefrontPayment>;

/** The schema of {@link StorefrontRedirect}. */
export const storefrontRedirect = lazyObject(() => ({
  /** The kind of redirect. */
  type: z.literal('url'),
  /** The absolute URL or the path. */
  url: text,
  /**
   * The link that opens the payment on the shopper's phone. Omitted when the payment can continue only in
   * this browser. This is the case when the gateway redirects by a script, or when the shopper enters the
   * card in the shop.
   */
  phone: phoneLink().optional(),
}));

/**
 * The redirect of the browser to the payment page. The URL is a page of the bank or of the gateway. When the
 * gateway redirects by a script, the URL is the path of a page on the shop's server. This page runs the
 * script.
 */
export type StorefrontRedirect = Parsed<typeof storefrontRedirect>;

/** The schema of {@link StartRequest}. */
export const startRequest = z.strictObject({
  /** The shop's id of the order. */
  order: z.string().min(1).max(200),
  /** The chosen channel. Omitted in hosted mode. */
  channelId: z.number().int().optional(),
  /** The chosen bank of a `provider` channel. */
  bankId: z.string().min(1).max(100).optional(),
  /**
   * The total that was shown to the shopper, in minor units and without the fee. The server refuses the start
   * when the total has changed.
   */
  shownAmount: z.number().int().positive(),
  /** ISO 4217 code of the shown total. */
  shownCurrencyCode: z.string().regex(/^[A-Za-z]{3}$/, 'must be a 3-letter ISO 4217 code'),
  /**
   * The id of one click on Pay, 8 to 64 characters of A-Z a-z 0-9 - _. A repeated request with the same id
   * returns the first payment.
   */
  attempt: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'must be 8 to 64 letters, digits, - or _'),
  /**
   * Where the shopper enters the card. Default `shop`. A browser that cannot encrypt sends `gateway`, and is
   * redirected to the gateway's page.
   */
  cardAt: z.enum(['shop', 'gateway'], 'must be shop or gateway').optional(),
});

/** The body of a start request. It has no price, because the server determines the price of the order. */
export type StartRequest = ReadOnly<z.infer<typeof startRequest>>;

/** The schema of {@link StartResponse}. */
export const startResponse = lazyObject(() => ({
  /** The payment that was started. */
  payment: storefrontPayment(),
  /**
   * Where the browser is redirected. With type `card`, the browser first encrypts the card with `key` and
   * sends the encrypted card.
   */
  redirect: z.union([storefrontRedirect(), z.object({ type: z.literal('card'), key: cardKey() })]),
}));

/** The response to a {@link StartRequest}. */
export type StartResponse = Parsed<typeof startResponse>;

/** The schema of {@link CardResponse}. */
export const cardResponse = lazyObject(() => ({
  /** The payment after the card was processed. */
  payment: storefrontPayment(),
  /** The redirect to the bank that authenticates the shopper. Null when no authentication is needed. */
  redirect: storefrontRedirect().nullable(),
}));

/** The response to a card request. */
export type CardResponse = Parsed<typeof cardResponse>;
