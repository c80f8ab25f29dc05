import { z } from 'zod';
import type { ChannelHint } from './profile.ts';

// What <pgw-checkout> and the shop's server say to each other. The interfaces are the contract; each schema is checked
// against its interface by the compiler. Amounts are integers of minor units. Relative to the mount (default /pgw):
//
//   GET  /session?order=A123                    -> StorefrontSession
//   GET  /channels/:channelId/banks?order=A123  -> StorefrontBanks
//   POST /payments            StartRequest      -> StartResponse
//   POST /payments/:reference/card  CardRequest -> CardResponse      once the start was answered with type `card`
//   GET  /payments/:reference                   -> StorefrontPayment
//
// Anything else answers StorefrontProblem as application/problem+json (RFC 9457).

/** Everything the element needs to draw itself: the order's summary and the ways to pay it. */
export interface StorefrontSession {
  readonly order: StorefrontOrder;
  /** `choose`: the shopper picks a channel here. `hosted`: one button, the gateway's page asks. */
  readonly mode: 'choose' | 'hosted';
  /** Channels that take the currency, in the gateway's order. Those that refuse the amount carry `limit`. */
  readonly channels: readonly StorefrontChannel[];
  /** Until when the order can be paid, ISO 8601; null for no limit. By the server's clock: see `serverTime`. */
  readonly expiresAt: string | null;
  /** ISO 8601, as the answer was made: what the device's clock is compared with. */
  readonly serverTime: string;
  /** A payment of this order that may still be paid or is paid already; the element asks before starting another. */
  readonly openPayment: StorefrontPayment | null;
}

export interface StorefrontOrder {
  readonly id: string;
  readonly amount: number;
  readonly currencyCode: string;
  /** Decimal digits of the currency by ISO 4217. */
  readonly exponent: number;
  readonly description: string | null;
  /** The shop's name, as shoppers know it. */
  readonly merchant: string;
  /** The shop's logo for the interstitial, or null for a monogram. */
  readonly merchantLogoUrl: string | null;
  /** The shop's time zone (IANA), in which dates are shown; null for the device's. */
  readonly timeZone: string | null;
  /** The gateway's name for the footer, or null for no footer line. */
  readonly gateway: string | null;
}

export interface StorefrontChannel {
  readonly id: number;
  readonly name: string;
  /** `provider` asks for a bank first, `card` for a card; `direct` needs nothing more. */
  readonly kind: 'direct' | 'provider' | 'card';
  readonly hint: ChannelHint | null;
  readonly imageUrl: string | null;
  /** Channels with the same label stand together; null stands under "Other ways to pay". */
  readonly group: string | null;
  /** Added by the channel, in minor units; 0 for none. */
  readonly fee: number;
  /** Why this channel can't take the amount. */
  readonly limit: { readonly kind: 'min' | 'max'; readonly amount: number } | null;
  /** Set when `kind` is `card`. */
  readonly card?: CardTerms | undefined;
}

export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'jcb' | 'diners' | 'unionpay';

/** What the card form of a channel has to know. */
export interface CardTerms {
  /** Brands that the shop takes. */
  readonly brands: readonly CardBrand[];
  /** Whether the shopper may have the card kept for later payments. */
  readonly canSave: boolean;
  /** Cards that this shopper had kept, the newest first. */
  readonly savedCards: readonly SavedCard[];
  /** Cards to play with: set by a sandbox, and nowhere else. */
  readonly testCards?: readonly TestCard[] | undefined;
}

export interface SavedCard {
  /** The shop's own id of it; worth nothing anywhere else. */
  readonly id: string;
  readonly brand: CardBrand | null;
  /** The last four digits. */
  readonly last4: string;
  /** Month and year, as 09/28; null where the shop does not know it. */
  readonly expiry: string | null;
}

export interface TestCard {
  /** Digits only. */
  readonly number: string;
  readonly securityCode: string;
  readonly brand: CardBrand;
  /** What becomes of it, in English. */
  readonly label: string;
}

/**
 * The key that a card is encrypted with on its way: JWE, ECDH-ES with A256GCM, P-256. Made for one payment, and opened
 * once: the JWE's protected header carries `kid` and, as `apv`, the payment's reference (base64url of its UTF-8).
 */
export interface CardKey {
  readonly kid: string;
  /** Base64url coordinates of the public point. */
  readonly x: string;
  readonly y: string;
  /** ISO 8601. After this time the payment must be started again. */
  readonly expiresAt: string;
}

/** What is inside the JWE, as JSON. With `savedCardId` only the security code is given. */
export interface CardDetails {
  /** Digits only. */
  readonly number?: string | undefined;
  /** 01 to 12. */
  readonly expiryMonth?: string | undefined;
  /** Four digits. */
  readonly expiryYear?: string | undefined;
  readonly holderName?: string | undefined;
  readonly securityCode: string;
  readonly savedCardId?: string | undefined;
}

/** The card, encrypted for the payment that was started. */
export interface CardRequest {
  /** JWE in its compact form of CardDetails. */
  readonly card: string;
  /** Whether the shopper ticked that the card be kept. */
  readonly save: boolean;
}

/** What became of the card: an outcome, or a way to go where the bank asks for more. */
export interface CardResponse {
  readonly payment: StorefrontPayment;
  readonly redirect: StorefrontRedirect | null;
}

export interface StorefrontBanks {
  readonly banks: readonly StorefrontBank[];
}

export interface StorefrontBank {
  readonly id: string;
  /** What the shopper reads. */
  readonly displayName: string;
  /** Searched as well as displayName. */
  readonly name: string;
  /** Searched as well: what people call it, such as M2U or PBB. */
  readonly aliases: readonly string[];
  /** Null where the shop does not tell them apart. */
  readonly category: 'personal' | 'business' | null;
  readonly imageUrl: string | null;
  readonly status: 'available' | 'offline' | 'maintenance';
}

/** What the browser asks for. It names an order, never a price. */
export interface StartRequest {
  readonly order: string;
  /** Left out in hosted mode. */
  readonly channelId?: number | undefined;
  readonly bankId?: string | undefined;
  /** The total the shopper was looking at, fee left out, so that a changed total is shown before it is paid. */
  readonly shownAmount: number;
  readonly shownCurrencyCode: string;
  /** Made once per press of Pay, so that a repeated request is answered with the first payment. 8 to 64 of A-Z a-z 0-9 - _. */
  readonly attempt: string;
  /** Of a card channel: `gateway` for a browser that cannot encrypt. It is sent to the gateway's page then. Default `shop`. */
  readonly cardAt?: 'shop' | 'gateway' | undefined;
}

export interface StartResponse {
  readonly payment: StorefrontPayment;
  /** Where to go; `card`: nowhere yet, the card is sent first, encrypted with this key. */
  readonly redirect: StorefrontRedirect | { readonly type: 'card'; readonly key: CardKey };
}

/**
 * How the browser is redirected to pay. The URL is of a page of the bank or the gateway, or the path of the page of the shop's server that
 * runs the gateway's script.
 */
export interface StorefrontRedirect {
  readonly type: 'url';
  readonly url: string;
}

export type StorefrontPaymentState =
  'pending' | 'paid' | 'authorized' | 'failed' | 'cancelled' | 'expired' | 'refunding' | 'refunded';

/** Why a payment failed, in a form the shopper can act on. */
export type FailureReason = 'declined' | 'funds' | 'limit' | 'min' | 'card';

/** The server's word on a payment. It holds no personal data. */
export interface StorefrontPayment {
  /** The payment's own reference: unguessable, so knowing it is the right to see this. */
  readonly reference: string;
  readonly order: StorefrontOrder;
  readonly state: StorefrontPaymentState;
  /** Set when `state` is `failed`. */
  readonly reason: FailureReason | null;
  /** Names of what was chosen; null when the gateway's page asks. */
  readonly channel: string | null;
  readonly bank: string | null;
  readonly channelImageUrl: string | null;
  readonly bankImageUrl: string | null;
  /** Added by the channel, in minor units: what was, or will be, paid on top of `order.amount`. */
  readonly fee: number;
  /** The gateway's deadline, ISO 8601, where it gave one. */
  readonly expiresAt: string | null;
  /** The gateway's number, once known: what the shopper quotes to support. */
  readonly transactionNumber: string | null;
  /** ISO 8601: when it started, or when it was settled. */
  readonly date: string;
  /** Where the shop shows this order, or null. */
  readonly orderUrl: string | null;
  /** The front page of the shop as browsers see it, such as `/store/`: the page to pay again from when `orderUrl` is null. */
  readonly shopUrl?: string;
}

export const startRequest: z.ZodType<StartRequest> = z.strictObject({
  order: z.string().min(1).max(200),
  channelId: z.number().int().optional(),
  bankId: z.string().min(1).max(100).optional(),
  shownAmount: z.number().int().positive(),
  shownCurrencyCode: z.string().regex(/^[A-Za-z]{3}$/, 'must be a 3-letter ISO 4217 code'),
  attempt: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'must be 8 to 64 letters, digits, - or _'),
  cardAt: z.enum(['shop', 'gateway'], 'must be shop or gateway').optional(),
});

export const cardRequest: z.ZodType<CardRequest> = z.strictObject({
  card: z
    .string('must be a JWE')
    .max(4_000, 'must have at most 4000 characters')
    .regex(
      /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/,
      'must be a JWE in its compact form, without an encrypted key',
    ),
  save: z.boolean('must be true or false'),
});

export const cardDetails: z.ZodType<CardDetails> = z
  .strictObject({
    number: z
      .string()
      .regex(/^\d{12,19}$/, 'must be 12 to 19 digits')
      .optional(),
    expiryMonth: z
      .string()
      .regex(/^(0[1-9]|1[0-2])$/, 'must be 01 to 12')
      .optional(),
    expiryYear: z
      .string()
      .regex(/^20\d\d$/, 'must be four digits')
      .optional(),
    holderName: z.string().max(100, 'must have at most 100 characters').optional(),
    securityCode: z.string().regex(/^\d{3,4}$/, 'must be 3 or 4 digits'),
    savedCardId: z.string().min(1).max(100).optional(),
  })
  .refine(
    isWhole,
    'must be number, expiryMonth, expiryYear and securityCode; or savedCardId and securityCode',
  );

function isWhole({ number, expiryMonth, expiryYear, holderName, savedCardId }: CardDetails): boolean {
  const given = [number, expiryMonth, expiryYear].filter((part) => part !== undefined).length;
  return savedCardId === undefined ? given === 3 : given === 0 && holderName === undefined;
}
