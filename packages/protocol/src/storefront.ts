import { z } from 'zod';
import type { ChannelHint } from './profile.ts';

// What <pgw-checkout> and the shop's server say to each other. The interfaces are the contract; each schema is checked
// against its interface by the compiler. Amounts are integers of minor units. Relative to the mount (default /pgw):
//
//   GET  /session?order=A123                    -> StorefrontSession
//   GET  /channels/:channelId/banks?order=A123  -> StorefrontBanks
//   POST /payments            StartRequest      -> StartAnswer
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
  /** `provider` asks for a bank first; `direct` needs nothing more. */
  readonly kind: 'direct' | 'provider';
  readonly hint: ChannelHint | null;
  readonly imageUrl: string | null;
  /** Channels with the same label stand together; null stands under "Other ways to pay". */
  readonly group: string | null;
  /** Added by the channel, in minor units; 0 for none. */
  readonly fee: number;
  /** Why this channel can't take the amount. */
  readonly limit: { readonly kind: 'min' | 'max'; readonly amount: number } | null;
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
}

export interface StartAnswer {
  readonly payment: StorefrontPayment;
  readonly redirect: StorefrontRedirect;
}

/** How the browser leaves: by URL, or by running the gateway's script. */
export type StorefrontRedirect =
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'script'; readonly script: string; readonly url: string | null };

export type StorefrontPaymentState =
  'pending' | 'paid' | 'authorized' | 'failed' | 'cancelled' | 'expired' | 'refunding' | 'refunded';

/** Why a payment failed, in a form the shopper can act on. */
export type FailureReason = 'declined' | 'funds' | 'limit' | 'min';

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
}

export type StorefrontProblemCode =
  | 'invalid-request'
  | 'body-too-large'
  | 'body-already-parsed'
  | 'unknown-order'
  | 'order-already-paid'
  | 'channel-unavailable'
  | 'bank-unavailable'
  | 'total-changed'
  | 'payment-refused'
  | 'duplicate-payment'
  | 'outcome-unknown'
  | 'gateway-unreachable'
  | 'gateway-misconfigured'
  | 'gateway-babble'
  | 'unknown-payment'
  | 'invalid-callback'
  | 'invalid-signature'
  | 'store-unavailable'
  | 'too-many-requests'
  | 'not-found'
  | 'internal';

/** RFC 9457 problem details; `code` is stable. */
export interface StorefrontProblem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: StorefrontProblemCode;
  readonly detail: string;
  /** With `total-changed`: the order as it stands now. */
  readonly order?: StorefrontOrder | undefined;
  /** With `outcome-unknown`, `duplicate-payment` and `order-already-paid`: the payment to ask about. */
  readonly reference?: string | undefined;
}

export const startRequest: z.ZodType<StartRequest> = z.strictObject({
  order: z.string().min(1).max(200),
  channelId: z.number().int().optional(),
  bankId: z.string().min(1).max(100).optional(),
  shownAmount: z.number().int().positive(),
  shownCurrencyCode: z.string().regex(/^[A-Za-z]{3}$/, 'must be a 3-letter ISO 4217 code'),
  attempt: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'must be 8 to 64 letters, digits, - or _'),
});
