import { z } from 'zod';
import type {
  CardResponse,
  StartResponse,
  StorefrontBank,
  StorefrontBanks,
  StorefrontChannel,
  StorefrontOrder,
  StorefrontPayment,
  StorefrontPaymentStatus,
  StorefrontRedirect,
  StorefrontSession,
} from './storefront.ts';
import type { CardKey, CardTerms } from './storefront-cards.ts';
import type { StorefrontProblem } from './storefront-problem.ts';

// Schemas of the storefront's responses, for the OpenAPI document and for tests of a server. storefront.ts
// has an interface for each schema and documents the fields. The compiler checks each schema against its
// interface.

const text = z.string();
const textOrNull = text.nullable();
const dateTime = z.iso.datetime({ offset: true });
/** An amount in minor units. */
const amount = z.int().nonnegative();

/** The schema of {@link StorefrontOrder}. */
export const storefrontOrder = z.object({
  id: text,
  amount: z.int().positive(),
  currencyCode: text.regex(/^[A-Z]{3}$/),
  exponent: z.int().min(0).max(4),
  description: textOrNull,
  merchant: text,
  merchantLogoUrl: textOrNull,
  timeZone: textOrNull,
  gateway: textOrNull,
}) satisfies z.ZodType<StorefrontOrder>;

const cardBrand = z.enum(['visa', 'mastercard', 'amex', 'jcb', 'diners', 'unionpay']);
const digits = text.regex(/^\d+$/);

/** The schema of {@link CardTerms}. */
export const cardTerms = z.object({
  brands: z.array(cardBrand),
  marks: z.array(cardBrand).optional(),
  canSave: z.boolean(),
  savedCards: z.array(
    z.object({
      id: text,
      brand: cardBrand.nullable(),
      last4: text.regex(/^\d{4}$/),
      expiry: text.regex(/^\d\d\/\d\d$/).nullable(),
    }),
  ),
  testCards: z
    .array(z.object({ number: digits, securityCode: digits, brand: cardBrand, label: text }))
    .optional(),
}) satisfies z.ZodType<CardTerms>;

/** The schema of {@link CardKey}. */
export const cardKey = z.object({
  kid: text,
  x: text,
  y: text,
  expiresAt: dateTime,
}) satisfies z.ZodType<CardKey>;

/** The schema of {@link StorefrontChannel}. */
export const storefrontChannel = z.object({
  id: z.int(),
  name: text,
  kind: z.enum(['direct', 'provider', 'card']),
  hint: z.enum(['bank', 'card', 'wallet', 'qr', 'later', 'points']).nullable(),
  imageUrl: textOrNull,
  group: textOrNull,
  fee: amount,
  limit: z.object({ kind: z.enum(['min', 'max']), amount }).nullable(),
  card: cardTerms.optional(),
}) satisfies z.ZodType<StorefrontChannel>;

/** The schema of {@link StorefrontBank}. */
export const storefrontBank = z.object({
  id: text,
  displayName: text,
  name: text,
  imageUrl: textOrNull,
  status: z.enum(['available', 'offline', 'maintenance']),
  aliases: z.array(text),
  category: z.enum(['personal', 'business']).nullable(),
}) satisfies z.ZodType<StorefrontBank>;

/** The schema of {@link StorefrontBanks}. */
export const storefrontBanks = z.object({
  banks: z.array(storefrontBank),
}) satisfies z.ZodType<StorefrontBanks>;

/** The schema of {@link StorefrontPaymentStatus}. */
export const storefrontPaymentStatus = z.object({
  reference: text,
  state: z.enum(['pending', 'paid', 'authorized', 'failed', 'cancelled', 'expired', 'refunding', 'refunded']),
}) satisfies z.ZodType<StorefrontPaymentStatus>;

/** The schema of {@link StorefrontPayment}. */
export const storefrontPayment = storefrontPaymentStatus.extend({
  order: storefrontOrder,
  reason: z.enum(['declined', 'funds', 'limit', 'min', 'card']).nullable(),
  channel: textOrNull,
  bank: textOrNull,
  channelImageUrl: textOrNull,
  bankImageUrl: textOrNull,
  fee: amount,
  transactionNumber: textOrNull,
  date: dateTime,
  expiresAt: dateTime.nullable(),
  orderUrl: textOrNull,
  shopUrl: z.string().exactOptional(),
  second: z.object({ refund: z.object({ amount, isDone: z.boolean() }).nullable() }).exactOptional(),
}) satisfies z.ZodType<StorefrontPayment>;

/** The schema of {@link StorefrontSession}. */
export const storefrontSession = z.object({
  order: storefrontOrder,
  mode: z.enum(['choose', 'hosted']),
  channels: z.array(storefrontChannel),
  expiresAt: dateTime.nullable(),
  serverTime: dateTime,
  openPayment: storefrontPayment.nullable(),
}) satisfies z.ZodType<StorefrontSession>;

/** The schema of {@link StorefrontRedirect}. */
export const storefrontRedirect = z.object({
  type: z.literal('url'),
  url: text,
  phone: z.object({ url: text, codeUrl: text }).optional(),
}) satisfies z.ZodType<StorefrontRedirect>;

/** The schema of {@link StartResponse}. */
export const startResponse = z.object({
  payment: storefrontPayment,
  redirect: z.union([storefrontRedirect, z.object({ type: z.literal('card'), key: cardKey })]),
}) satisfies z.ZodType<StartResponse>;

/** The schema of {@link CardResponse}. */
export const cardResponse = z.object({
  payment: storefrontPayment,
  redirect: storefrontRedirect.nullable(),
}) satisfies z.ZodType<CardResponse>;

/** The schema of {@link StorefrontProblem}. */
export const storefrontProblem = z.object({
  type: text,
  title: text,
  status: z.int(),
  code: z.enum([
    'invalid-request',
    'body-too-large',
    'body-already-parsed',
    'unsupported-content-encoding',
    'unknown-order',
    'order-already-paid',
    'order-expired',
    'too-many-payments',
    'payment-being-checked',
    'channel-unavailable',
    'bank-unavailable',
    'total-changed',
    'payment-refused',
    'duplicate-payment',
    'outcome-unknown',
    'gateway-unreachable',
    'gateway-busy',
    'gateway-misconfigured',
    'wrong-mount-path',
    'invalid-gateway-response',
    'unknown-payment',
    'card-unreadable',
    'card-not-supported',
    'card-key-expired',
    'card-already-sent',
    'callback-for-unknown-payment',
    'invalid-callback',
    'invalid-signature',
    'store-unavailable',
    'not-found',
    'too-many-requests',
    'internal',
  ]),
  detail: text,
  order: storefrontOrder.optional(),
  reference: text.optional(),
  payments: z.array(storefrontPayment).optional(),
}) satisfies z.ZodType<StorefrontProblem>;
