import {
  authType,
  Redacted,
  revealAll,
  type CardBrand,
  type MaybeRedacted,
  type TestCard,
} from '@pgw/protocol';
import type { Request } from 'express';
import { z } from 'zod';
import type { CardLimits } from '../cards/card-limits.ts';
import type { CardSettings } from '../cards/card-settings.ts';

/**
 * Shows a card form in the shop's page for card channels: the card is encrypted in the browser, decrypted in
 * the memory of this process, sent to the gateway, and never stored. The merchant then handles card data:
 * docs/cards.md has the consequences for PCI DSS. Without this option a card channel redirects to the
 * gateway's page.
 */
export interface CardOptions {
  /** The accepted brands. Default: all. */
  readonly brands?: readonly CardBrand[];
  /**
   * `full` (default) charges the card. `pre-auth` holds the amount: the payment is `authorized`, and
   * `operator.capture` charges it. `verify` only verifies the card: the payment becomes `verified`, nothing
   * is charged and nothing is fulfilled.
   */
  readonly authType?: 'full' | 'pre-auth' | 'verify';
  /**
   * Ids of the channels that accept cards. Default: channels whose id, group or type is a card in the
   * profile's `channelHints`, otherwise channels with a card in their name or group. The event
   * `no-card-channel` reports at boot that there is none.
   */
  readonly channelIds?: readonly number[];
  /**
   * Returns the shop's id of the signed-in customer, or null for a guest. With it customers can save cards
   * and pay with them again, if the channel allows it (`savePayment`). The id must come from the shop's own
   * sign-in.
   */
  readonly customerOf?: (req: Request) => string | null | Promise<string | null>;
  /**
   * Encrypts the gateway's tokens of saved cards, 32 characters or more. Of a list, the first key encrypts
   * and every key decrypts. A card is stored again with the first key when it is used. Default: keys derived
   * from the secret keys of the client.
   */
  readonly encryptionKey?: MaybeRedacted | readonly MaybeRedacted[];
  /** Test cards that are displayed to the shopper. Accepted with a sandbox only. */
  readonly testCards?: readonly TestCard[];
  /** True when the gateway is a sandbox. Default: true for a loopback address. */
  readonly sandbox?: boolean;
  /**
   * Returns an id of the visitor without sign-in, for example a session id, or null. Failures are counted by
   * it.
   */
  readonly visitorOf?: (req: Request) => string | null | Promise<string | null>;
  /** How often cards may fail; see `CardLimits`. */
  readonly limits?: Partial<CardLimits>;
  /** How long the key for a card is valid, in milliseconds. From 10,000 to 3,600,000, default 300,000. */
  readonly keyLifetimeMs?: number;
}

const brands = ['visa', 'mastercard', 'amex', 'jcb', 'diners', 'unionpay'] as const;
const brand = z.enum(brands, `must be one of ${brands.join(', ')}`);
const digits = z.string().regex(/^\d+$/, 'must be digits');
const fn = z.custom<(...args: never[]) => unknown>(
  (value) => typeof value === 'function',
  'must be a function',
);
const lifetime = 'must be 10000 to 3600000 milliseconds';

const failures = z.number('must be a whole number').int().min(1, 'must be at least 1');
const limits = z.strictObject({
  perPayment: failures.default(3),
  perOrder: failures.default(10),
  perVisitor: failures.default(10),
  perAddress: failures.default(30),
  perCard: failures.default(5),
  windowMs: failures.default(3_600_000),
});

/** The schema of {@link CardOptions}. */
export const cardOptions = z.strictObject({
  brands: z.array(brand).min(1, 'must name at least one brand').optional(),
  authType: z.enum(['full', 'pre-auth', 'verify'], 'must be full, pre-auth or verify').default('full'),
  channelIds: z
    .array(z.number('must be a channel id').int())
    .min(1, 'must name at least one channel')
    .optional(),
  customerOf: fn.optional(),
  encryptionKey: z
    .preprocess(
      (value: unknown): unknown => revealAll(Array.isArray(value) || value === undefined ? value : [value]),
      z.array(z.string().min(32, 'must have 32 characters or more')).min(1, 'must not be empty').optional(),
    )
    .transform((keys = []) => keys.map((key) => new Redacted(key))),
  testCards: z.array(z.object({ number: digits, securityCode: digits, brand, label: z.string() })).optional(),
  sandbox: z.boolean('must be true or false').optional(),
  visitorOf: fn.optional(),
  limits: limits.prefault({}),
  keyLifetimeMs: z
    .number(lifetime)
    .int(lifetime)
    .min(10_000, lifetime)
    .max(3_600_000, lifetime)
    .default(300_000),
});

const authTypes = { full: authType.fullPayment, 'pre-auth': authType.preAuth, verify: authType.verify };

/** A violation of a rule that depends on other options of the checkout; undefined when there is none. */
export function cardViolation(
  options: CardOptions,
  {
    gateway,
    redirectScript,
  }: { readonly gateway: { readonly baseUrl: string }; readonly redirectScript?: string },
): string | undefined {
  if (redirectScript === 'same-origin')
    return "redirectScript must be 'isolated' when cards are configured: with 'same-origin' a script of the gateway could read the card form";
  const isSandbox = options.sandbox ?? isLoopback(new URL(gateway.baseUrl).hostname);
  if (options.testCards === undefined || isSandbox) return undefined;
  return (
    'cards.testCards must be left out: they are for a sandbox, and the address of the gateway is not a loopback address. ' +
    'If it is a sandbox, set cards.sandbox to true'
  );
}

/** The card settings with the shop's hooks. */
export interface CardRouteSettings extends CardSettings {
  readonly customerOf: CardOptions['customerOf'];
  readonly visitorOf: CardOptions['visitorOf'];
}

/** The options with all defaults. */
export function cardSettings(options: CardOptions): CardRouteSettings {
  const parsed = cardOptions.parse(options);
  return {
    brands: parsed.brands ?? brands,
    authType: authTypes[parsed.authType],
    channelIds: parsed.channelIds,
    canSaveCards: options.customerOf !== undefined,
    customerOf: options.customerOf,
    visitorOf: options.visitorOf,
    limits: parsed.limits,
    encryptionKeys: parsed.encryptionKey,
    testCards: parsed.testCards,
    keyLifetimeMs: parsed.keyLifetimeMs,
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}
