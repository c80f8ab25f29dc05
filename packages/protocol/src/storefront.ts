import type { ChannelHint } from './profile.ts';

// The requests and responses between <pgw-checkout> and the shop's server. The compiler checks each schema against its interface.
// Amounts are integers in minor units. Paths are relative to the mount path (default /pgw):
//
//   GET  /session?order=A123                    -> StorefrontSession
//   GET  /channels/:channelId/banks?order=A123  -> StorefrontBanks
//   POST /payments            StartRequest      -> StartResponse
//   POST /payments/:reference/card  CardRequest -> CardResponse      after a start response with type `card`
//   GET  /payments/:reference                   -> StorefrontPayment
//
// Every error response is a StorefrontProblem as application/problem+json (RFC 9457).

/** The data that the element renders: the order and the channels. */
export interface StorefrontSession {
  /** The order to pay. */
  readonly order: StorefrontOrder;
  /** `choose`: the shopper chooses a channel in the element. `hosted`: the shopper chooses on the gateway's page. */
  readonly mode: 'choose' | 'hosted';
  /** Channels that accept the currency, in the order of the gateway. Channels that do not accept the amount have a `limit`. */
  readonly channels: readonly StorefrontChannel[];
  /** Deadline of the order by the server's clock (see `serverTime`), ISO 8601. Null for no deadline. */
  readonly expiresAt: string | null;
  /** Time of the response, ISO 8601. The element compares the device's clock with it. */
  readonly serverTime: string;
  /** A payment of this order that is paid or may still be paid. The element asks the shopper before it starts another. */
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
  /** Number of decimal digits of the currency, by ISO 4217. */
  readonly exponent: number;
  /** A description for the shopper, or null. */
  readonly description: string | null;
  /** The name of the shop. */
  readonly merchant: string;
  /** URL of the shop's logo, shown before the redirect. Null for a monogram. */
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
  /** `provider` needs a bank, `card` needs a card, and `direct` needs no more input. */
  readonly kind: 'direct' | 'provider' | 'card';
  /** The kind of the channel, shown as a hint. Null when it is unknown. */
  readonly hint: ChannelHint | null;
  /** URL of the logo, or null. */
  readonly imageUrl: string | null;
  /** Channels with the same label are shown together. Channels with null are shown under "Other ways to pay". */
  readonly group: string | null;
  /** The fee of the channel in minor units. 0 for none. */
  readonly fee: number;
  /** The limit that the amount exceeds or does not reach, in minor units. Null when the channel accepts the amount. */
  readonly limit: { readonly kind: 'min' | 'max'; readonly amount: number } | null;
  /** Set when `kind` is `card`. */
  readonly card?: CardTerms | undefined;
}

/** A card brand. */
export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'jcb' | 'diners' | 'unionpay';

/** The settings of the card form. */
export interface CardTerms {
  /** The brands that the shop accepts. */
  readonly brands: readonly CardBrand[];
  /** True when the shopper may save the card for later payments. */
  readonly canSave: boolean;
  /** The saved cards of this shopper, newest first. */
  readonly savedCards: readonly SavedCard[];
  /** Test cards. Only set with a sandbox. */
  readonly testCards?: readonly TestCard[] | undefined;
}

/** A saved card of the shopper. */
export interface SavedCard {
  /** The shop's id of the saved card. It is only valid in this shop. */
  readonly id: string;
  /** The brand, or null when it is unknown. */
  readonly brand: CardBrand | null;
  /** The last four digits. */
  readonly last4: string;
  /** Month and year, such as 09/28. Null when they are unknown. */
  readonly expiry: string | null;
}

/** A test card of a sandbox. */
export interface TestCard {
  /** Digits only. */
  readonly number: string;
  /** Three or four digits. */
  readonly securityCode: string;
  /** The brand of the card. */
  readonly brand: CardBrand;
  /** The outcome of a payment with this card, in English. */
  readonly label: string;
}

/**
 * The public key that the browser encrypts a card with: JWE, ECDH-ES with A256GCM, P-256. A key is valid for one payment and one use.
 * The protected header of the JWE has `kid`, and the payment's reference as `apv` (base64url of its UTF-8).
 */
export interface CardKey {
  /** Id of the key. */
  readonly kid: string;
  /** The x coordinate of the public key, base64url. */
  readonly x: string;
  /** The y coordinate of the public key, base64url. */
  readonly y: string;
  /** When the key expires, ISO 8601. After that, start the payment again. */
  readonly expiresAt: string;
}

/** The JSON inside the JWE. With `savedCardId`, only the security code is given. */
export interface CardDetails {
  /** The card number, digits only. */
  readonly number?: string | undefined;
  /** 01 to 12. */
  readonly expiryMonth?: string | undefined;
  /** Four digits. */
  readonly expiryYear?: string | undefined;
  /** The name on the card. */
  readonly holderName?: string | undefined;
  /** Three or four digits. */
  readonly securityCode: string;
  /** Id of a saved card, instead of number, expiry and name. */
  readonly savedCardId?: string | undefined;
}

/** The body of a card request: a card, encrypted for the payment that was started. */
export interface CardRequest {
  /** {@link CardDetails} as a JWE in compact form. */
  readonly card: string;
  /** True when the shopper chose to save the card. */
  readonly save: boolean;
}

/** The response to a {@link CardRequest}. */
export interface CardResponse {
  /** The payment after the card was processed. */
  readonly payment: StorefrontPayment;
  /** Where the bank authenticates the shopper, or null when no authentication is needed. */
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
  /** Another name, which the bank search also finds. */
  readonly name: string;
  /** Common short names, such as M2U or PBB, which the bank search also finds. */
  readonly aliases: readonly string[];
  /** The kind of accounts, or null when the shop does not distinguish them. */
  readonly category: 'personal' | 'business' | null;
  /** URL of the logo, or null. */
  readonly imageUrl: string | null;
  /** Whether the bank can be chosen now. */
  readonly status: 'available' | 'offline' | 'maintenance';
}

/** The body of a start request. It has the id of an order. The server determines the price. */
export interface StartRequest {
  /** The shop's id of the order. */
  readonly order: string;
  /** The chosen channel. Omitted in hosted mode. */
  readonly channelId?: number | undefined;
  /** The chosen bank of a `provider` channel. */
  readonly bankId?: string | undefined;
  /** The total that was shown to the shopper, in minor units and without the fee. The server refuses the start when the total has changed. */
  readonly shownAmount: number;
  /** ISO 4217 code of the shown total. */
  readonly shownCurrencyCode: string;
  /** Id of one press of Pay: 8 to 64 of A-Z a-z 0-9 - _. A repeated request with the same id returns the first payment. */
  readonly attempt: string;
  /** Where the card is entered. `gateway` is for a browser that cannot encrypt; it is redirected to the gateway's page. Default `shop`. */
  readonly cardAt?: 'shop' | 'gateway' | undefined;
}

/** The response to a {@link StartRequest}. */
export interface StartResponse {
  /** The payment that was started. */
  readonly payment: StorefrontPayment;
  /** Where the browser is redirected. With type `card`, the browser first sends the card, encrypted with this key. */
  readonly redirect: StorefrontRedirect | { readonly type: 'card'; readonly key: CardKey };
}

/**
 * How the browser is redirected to pay. The URL is of a page of the bank or the gateway, or the path of the page of the shop's server that
 * runs the gateway's script.
 */
export interface StorefrontRedirect {
  /** The kind of redirect. */
  readonly type: 'url';
  /** The absolute URL or the path. */
  readonly url: string;
}

/** The state of a payment. */
export type StorefrontPaymentState =
  'pending' | 'paid' | 'authorized' | 'failed' | 'cancelled' | 'expired' | 'refunding' | 'refunded';

/** Why a payment failed: declined, insufficient funds, above the limit, below the minimum, or an invalid card. */
export type FailureReason = 'declined' | 'funds' | 'limit' | 'min' | 'card';

/** A payment that was made although another payment had paid its order already. */
export interface SecondPayment {
  /** The money that is being returned to the shopper: `isDone` when all of it was returned. Null until a refund is requested. */
  readonly refund: {
    /** In minor units of the order's currency. */
    readonly amount: number;
    /** Whether the gateway has confirmed the refund. */
    readonly isDone: boolean;
  } | null;
}

/** A payment as the shopper sees it. It contains no personal data. */
export interface StorefrontPayment {
  /** The reference of the payment. It cannot be guessed, so everyone who knows it may see the payment. */
  readonly reference: string;
  /** The order of the payment. */
  readonly order: StorefrontOrder;
  /** The current state. */
  readonly state: StorefrontPaymentState;
  /** Set when `state` is `failed`. */
  readonly reason: FailureReason | null;
  /** Name of the chosen channel. Null when the shopper chooses on the gateway's page. */
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
  /** The gateway's number of the payment, for questions to support. Null until it is known. */
  readonly transactionNumber: string | null;
  /** When the payment was settled, or when it started. ISO 8601. */
  readonly date: string;
  /** URL of the shop's page of this order, or null. */
  readonly orderUrl: string | null;
  /** Path of the shop's front page, such as `/store/`. The shopper can pay again from there when `orderUrl` is null. */
  readonly shopUrl?: string;
  /** Set when the shopper has paid twice: another payment had paid the order already. */
  readonly second?: SecondPayment;
}
