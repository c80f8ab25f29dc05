import type { ChannelHint } from './profile.ts';
import type { CardKey, CardTerms } from './storefront-cards.ts';

// The requests and responses between <pgw-checkout> and the shop's server. The compiler checks each schema
// against its interface. Amounts are integers in minor units. Paths are relative to the mount path (default
// /pgw):
//
//   GET  /session?order=A123                    -> StorefrontSession
//   GET  /channels/:channelId/banks?order=A123  -> StorefrontBanks
//   POST /payments            StartRequest      -> StartResponse
//   POST /payments/:reference/card  CardRequest -> CardResponse      (only after a redirect of type `card`)
//   GET  /payments/:reference                   -> StorefrontPayment | StorefrontPaymentStatus
//   GET  /payments/:reference/qr                -> SVG               the QR code of a PhoneLink
//
// Every error response is a StorefrontProblem as application/problem+json (RFC 9457).

/** The data that the element renders: the order and the channels. */
export interface StorefrontSession {
  /** The order to pay. */
  readonly order: StorefrontOrder;
  /**
   * `choose`: the shopper chooses a channel in the element. `hosted`: the shopper chooses on the gateway's
   * page.
   */
  readonly mode: 'choose' | 'hosted';
  /**
   * The channels that accept the currency, in the order of the gateway. A channel that does not accept the
   * amount has a `limit`.
   */
  readonly channels: readonly StorefrontChannel[];
  /**
   * The deadline of the order by the server's clock (see `serverTime`), ISO 8601. Null when the order has no
   * deadline.
   */
  readonly expiresAt: string | null;
  /** The time of the response, ISO 8601. The element uses it to correct for a wrong clock of the device. */
  readonly serverTime: string;
  /**
   * A payment of this order that is paid or may still be paid. The shopper must confirm before the element
   * starts another payment.
   */
  readonly openPayment: StorefrontPayment | null;
}

/** An order as the shopper sees it. */
export interface StorefrontOrder {
  /** The shop's id of the order. */
  readonly id: string;
  /** The total in minor units, without the fee of a channel. */
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currencyCode: string;
  /** The number of decimal digits of the currency, by ISO 4217. */
  readonly exponent: number;
  /** A description for the shopper, or null. */
  readonly description: string | null;
  /** The name of the shop. */
  readonly merchant: string;
  /**
   * The URL of the shop's logo, which is shown before the redirect. With null, a monogram is shown instead.
   */
  readonly merchantLogoUrl: string | null;
  /** The IANA time zone in which dates are shown. Null for the time zone of the device. */
  readonly timeZone: string | null;
  /** The name of the gateway for the footer. Null for no footer. */
  readonly gateway: string | null;
}

/** A channel that the shopper can choose. */
export interface StorefrontChannel {
  /** The gateway's id of the channel. */
  readonly id: number;
  /** The name for the shopper. */
  readonly name: string;
  /**
   * With `provider` the shopper also chooses a bank. With `card` the shopper enters a card. `direct` needs no
   * more input.
   */
  readonly kind: 'direct' | 'provider' | 'card';
  /** The hint for the shopper, such as `wallet`. Null when no hint is known. */
  readonly hint: ChannelHint | null;
  /** URL of the logo, or null. */
  readonly imageUrl: string | null;
  /**
   * Channels with the same label are shown together. Channels with null are shown under "Other ways to pay".
   */
  readonly group: string | null;
  /** The fee of the channel in minor units. 0 means no fee. */
  readonly fee: number;
  /**
   * The limit that the amount exceeds or does not reach, in minor units. Null when the channel accepts the
   * amount.
   */
  readonly limit: { readonly kind: 'min' | 'max'; readonly amount: number } | null;
  /** The settings of the card form. Set when `kind` is `card`. */
  readonly card?: CardTerms | undefined;
}

/** The response to a card request. */
export interface CardResponse {
  /** The payment after the card was processed. */
  readonly payment: StorefrontPayment;
  /** The redirect to the bank that authenticates the shopper. Null when no authentication is needed. */
  readonly redirect: StorefrontRedirect | null;
}

/** The banks of a channel. */
export interface StorefrontBanks {
  /** The banks in the order in which they are shown. */
  readonly banks: readonly StorefrontBank[];
}

/** A bank that the shopper can choose. */
export interface StorefrontBank {
  /** The gateway's id of the bank. */
  readonly id: string;
  /** The name for the shopper. */
  readonly displayName: string;
  /** The legal name, for example `PUBLIC BANK BERHAD`. The bank search also finds it. */
  readonly name: string;
  /** Common short names, such as M2U or PBB. The bank search also finds them. */
  readonly aliases: readonly string[];
  /** The kind of accounts. Null when the shop does not distinguish personal and business accounts. */
  readonly category: 'personal' | 'business' | null;
  /** URL of the logo, or null. */
  readonly imageUrl: string | null;
  /** Whether the shopper can choose the bank now. */
  readonly status: 'available' | 'offline' | 'maintenance';
}

/** The body of a start request. It has no price, because the server determines the price of the order. */
export interface StartRequest {
  /** The shop's id of the order. */
  readonly order: string;
  /** The chosen channel. Omitted in hosted mode. */
  readonly channelId?: number | undefined;
  /** The chosen bank of a `provider` channel. */
  readonly bankId?: string | undefined;
  /**
   * The total that was shown to the shopper, in minor units and without the fee. The server refuses the start
   * when the total has changed.
   */
  readonly shownAmount: number;
  /** ISO 4217 code of the shown total. */
  readonly shownCurrencyCode: string;
  /**
   * The id of one click on Pay, 8 to 64 characters of A-Z a-z 0-9 - _. A repeated request with the same id
   * returns the first payment.
   */
  readonly attempt: string;
  /**
   * Where the shopper enters the card. Default `shop`. A browser that cannot encrypt sends `gateway`, and is
   * redirected to the gateway's page.
   */
  readonly cardAt?: 'shop' | 'gateway' | undefined;
}

/** The response to a {@link StartRequest}. */
export interface StartResponse {
  /** The payment that was started. */
  readonly payment: StorefrontPayment;
  /**
   * Where the browser is redirected. With type `card`, the browser first encrypts the card with `key` and
   * sends the encrypted card.
   */
  readonly redirect: StorefrontRedirect | { readonly type: 'card'; readonly key: CardKey };
}

/**
 * The redirect of the browser to the payment page. The URL is a page of the bank or of the gateway. When the
 * gateway redirects by a script, the URL is the path of a page on the shop's server. This page runs the
 * script.
 */
export interface StorefrontRedirect {
  /** The kind of redirect. */
  readonly type: 'url';
  /** The absolute URL or the path. */
  readonly url: string;
  /**
   * The link that opens the payment on the shopper's phone. Omitted when the payment can continue only in
   * this browser. This is the case when the gateway redirects by a script, or when the shopper enters the
   * card in the shop.
   */
  readonly phone?: PhoneLink | undefined;
}

/** A link with which the shopper continues the payment on a phone. */
export interface PhoneLink {
  /** The absolute URL that opens the payment. */
  readonly url: string;
  /** The path of the QR code of `url`, an SVG image. */
  readonly codeUrl: string;
}

/** The state of a payment. */
export type StorefrontPaymentState =
  'pending' | 'paid' | 'authorized' | 'failed' | 'cancelled' | 'expired' | 'refunding' | 'refunded';

/**
 * The reason why a payment failed: `declined`, insufficient `funds`, above the `limit`, below the minimum
 * (`min`), or an invalid `card`.
 */
export type FailureReason = 'declined' | 'funds' | 'limit' | 'min' | 'card';

/** A second payment of an order. Another payment had already paid the order. */
export interface SecondPayment {
  /**
   * The refund of this payment. Null until a refund is requested.
   */
  readonly refund: {
    /** The amount in minor units of the order's currency. */
    readonly amount: number;
    /** True when the gateway has confirmed every refund of this payment. */
    readonly isDone: boolean;
  } | null;
}

/** A payment for a browser that may not see its order, because it does not have the cookie of the payment. */
export interface StorefrontPaymentStatus {
  /** The reference of the payment. */
  readonly reference: string;
  /** The current state. */
  readonly state: StorefrontPaymentState;
}

/**
 * A payment for a browser that may see its order: it started the payment, loaded the session of the order, or
 * returned with the token of the return URL. It contains no personal data.
 */
export interface StorefrontPayment extends StorefrontPaymentStatus {
  /** The order of the payment. */
  readonly order: StorefrontOrder;
  /** The reason of a failure. Set when `state` is `failed`. */
  readonly reason: FailureReason | null;
  /** The name of the chosen channel. Null when the shopper chooses on the gateway's page. */
  readonly channel: string | null;
  /** Name of the chosen bank, or null. */
  readonly bank: string | null;
  /** URL of the channel's logo, or null. */
  readonly channelImageUrl: string | null;
  /** URL of the bank's logo, or null. */
  readonly bankImageUrl: string | null;
  /** The fee of the channel in minor units, in addition to `order.amount`. */
  readonly fee: number;
  /** The gateway's deadline of the payment, ISO 8601, or null. */
  readonly expiresAt: string | null;
  /**
   * The gateway's number of the payment, which the shopper quotes to support. Null until the shop's server
   * knows it.
   */
  readonly transactionNumber: string | null;
  /** The time when the payment was settled. Before that, the time when it started. ISO 8601. */
  readonly date: string;
  /** URL of the shop's page of this order, or null. */
  readonly orderUrl: string | null;
  /**
   * The path of the shop's front page, such as `/store/`. When `orderUrl` is null, the shopper can go there
   * to pay again.
   */
  readonly shopUrl?: string;
  /** Set when the shopper has paid twice, because another payment had already paid the order. */
  readonly second?: SecondPayment;
}
