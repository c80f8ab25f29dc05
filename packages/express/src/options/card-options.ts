import {
  authType,
  Redacted,
  revealed,
  type CardBrand,
  type MaybeRedacted,
  type TestCard,
} from '@pgw/protocol';
import type { Request } from 'express';
import { z } from 'zod';
import type { CardLimits } from '../cards/card-limits.ts';
import type { CardSettings } from '../cards/card-settings.ts';

/**
 * Turns card channels into a form in the shop's own page: the card is encrypted in the browser, opened in this process's
 * memory, handed to the gateway and forgotten. The merchant handles card data then; see docs/cards.md for what that means for
 * PCI DSS. Without this option a card channel leaves for the gateway's page.
 */
export interface CardOptions {
  /** Brands that the shop takes. Default: all. */
  readonly brands?: readonly CardBrand[];
  /**
   * `full` (default) charges at once. `pre-auth` holds the amount: the payment is `authorized`, and `operator.capture` takes it.
   * `verify` only asks whether the card is good: the payment becomes `verified`, nothing is charged and nothing fulfilled.
   */
  readonly authType?: 'full' | 'pre-auth' | 'verify';
  /**
   * Ids of the channels that take cards. Default: those that the profile's `channelHints` call a card by their id, group or type, and
   * otherwise those whose name or group says so. The event `no-card-channel` reports at boot that there is none.
   */
  readonly channelIds?: readonly number[];
  /**
   * Who the visitor is: an id of the shop's own, or null. With it, a customer may have cards kept and pay with them again,
   * where the channel allows it (`savePayment`). It must come from the shop's own sign-in.
   */
  readonly customerOf?: (req: Request) => string | null | Promise<string | null>;
  /**
   * Encrypts the gateway's tokens of saved cards, 32 characters or more. Of a list the first writes, and each reads; a card is stored again
   * under the first when it is used. Default: keys derived from the client's secret keys, of which a list may have several as well.
   */
  readonly encryptionKey?: MaybeRedacted | readonly MaybeRedacted[];
  /** Cards to play with, shown to the shopper. Taken with a sandbox only. */
  readonly testCards?: readonly TestCard[];
  /** True when the gateway is a sandbox. Default: whether its address is a loopback one. */
  readonly sandbox?: boolean;
  /** Who the visitor is, as far as the shop can tell without signing in (a session id, say), to count failures by; or null. */
  readonly visitorOf?: (req: Request) => string | null | Promise<string | null>;
  /** How often cards may fail; see `CardLimits`. */
  readonly limits?: Partial<CardLimits>;
  /** How long a card may be on its way, in milliseconds. Default 300,000; 10,000 to 3,600,000. */
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

export const cardOptions = z.strictObject({
  brands: z.array(brand).min(1, 'must name one brand at least').optional(),
  authType: z.enum(['full', 'pre-auth', 'verify'], 'must be full, pre-auth or verify').default('full'),
  channelIds: z
    .array(z.number('must be a channel id').int())
    .min(1, 'must name one channel at least')
    .optional(),
  customerOf: fn.optional(),
  encryptionKey: z
    .preprocess(
      (value: unknown): unknown => revealed(Array.isArray(value) || value === undefined ? value : [value]),
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

/** A rule that no schema of the options alone can tell. */
export function cardViolation(options: CardOptions, gatewayUrl: string): string | undefined {
  const isSandbox = options.sandbox ?? isLoopback(new URL(gatewayUrl).hostname);
  if (options.testCards === undefined || isSandbox) return undefined;
  return (
    'cards.testCards must be left out: they are for a sandbox, and the gateway is at an address of the network. ' +
    'If it is a sandbox, say so with cards.sandbox'
  );
}

/** What routes need besides. */
export interface CardRouteSettings extends CardSettings {
  readonly customerOf: CardOptions['customerOf'];
  readonly visitorOf: CardOptions['visitorOf'];
}

/** The options with every default in place. */
export function cardSettings(options: CardOptions): CardRouteSettings {
  const parsed = cardOptions.parse(options);
  return {
    brands: parsed.brands ?? brands,
    authType: authTypes[parsed.authType],
    channelIds: parsed.channelIds,
    savesCards: options.customerOf !== undefined,
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
