import { createEmptyInput, omitInheritedMembers, revealAll } from '@pgw/protocol/internal';
import { authType, Redacted, type CardBrand, type MaybeRedacted, type TestCard } from '@pgw/protocol';
import * as z from '@pgw/protocol/zod';
import type { CardLimits } from '../cards/card-limits.ts';
import type { CardSettings } from '../cards/card-settings.ts';
import { positiveInteger, type OptionalFields } from './limit-options.ts';
import { isLoopbackHost } from './origins.ts';

/**
 * Shows a card form in the shop's page for card channels. The browser encrypts the card. This process
 * decrypts it in memory and sends it to the gateway. The card is never stored. The merchant then handles card
 * data, and docs/cards.md describes the consequences for PCI DSS. Without this option, a card channel
 * redirects to the gateway's page.
 */
export interface CardOptions<NativeRequest = unknown> {
  /** The accepted brands, whose symbols the list of channels shows. Default: all brands are accepted, and no symbols are shown. */
  readonly brands?: readonly CardBrand[] | undefined;
  /**
   * `full` (default) charges the card. `pre-auth` holds the amount: the payment is `authorized`, and
   * `operator.capture` charges it. `verify` only verifies the card: the payment becomes `verified`, and
   * nothing is charged or fulfilled.
   */
  readonly authType?: 'full' | 'pre-auth' | 'verify' | undefined;
  /**
   * Ids of the channels that accept cards. Default: channels whose id, group or type has the hint `card` in
   * the profile's `channelHints`, otherwise channels whose name or group contains a word for cards. When no
   * channel accepts cards, the event `no-card-channel` is emitted at boot.
   */
  readonly channelIds?: readonly number[] | undefined;
  /**
   * Returns the shop's id of the signed-in customer, or null for a guest. With this option, customers can
   * save cards and pay with them again, if the channel allows it (`savePayment`). The id must come from the
   * shop's own sign-in.
   */
  readonly resolveCustomer?: ((req: NativeRequest) => string | null | Promise<string | null>) | undefined;
  /**
   * The key that encrypts the gateway's tokens of saved cards: 32 characters or more. In a list, the first
   * key encrypts and every key decrypts. A card that is used is stored again with the first key. Default:
   * keys derived from the secret keys of the client.
   */
  readonly encryptionKey?: MaybeRedacted | readonly MaybeRedacted[] | undefined;
  /** Test cards that are displayed to the shopper. Allowed only with a sandbox. */
  readonly testCards?: readonly TestCard[] | undefined;
  /** True when the gateway is a sandbox. Default: true for a loopback address. */
  readonly sandbox?: boolean | undefined;
  /**
   * Returns an id of a visitor who is not signed in, for example a session id, or null. Failures are counted
   * for each id.
   */
  readonly resolveVisitor?: ((req: NativeRequest) => string | null | Promise<string | null>) | undefined;
  /** How often cards may fail; see `CardLimits`. */
  readonly limits?: OptionalFields<CardLimits> | undefined;
  /** How long the key for a card is valid, in milliseconds. From 10,000 to 3,600,000, default 300,000. */
  readonly keyLifetimeMs?: number | undefined;
}

const brands = ['visa', 'mastercard', 'amex', 'jcb', 'diners', 'unionpay'] as const;
const brandSchema = z.enum(brands, `must be one of ${brands.join(', ')}`);
const digitsSchema = z.string().regex(/^\d+$/, 'must be digits');
const functionSchema = z.custom<(...args: never[]) => unknown>(
  (value) => typeof value === 'function',
  'must be a function',
);
const lifetimeRule = 'must be 10000 to 3600000 milliseconds';

const limitsSchema = z.strictObject({
  perPayment: positiveInteger.default(3),
  perOrder: positiveInteger.default(10),
  perVisitor: positiveInteger.default(10),
  perAddress: positiveInteger.default(30),
  perCard: positiveInteger.default(5),
  windowMs: positiveInteger.default(3_600_000),
});

export const cardOptionsSchema = z.strictObject({
  brands: z.array(brandSchema).min(1, 'must name at least one brand').optional(),
  authType: z.enum(['full', 'pre-auth', 'verify'], 'must be full, pre-auth or verify').default('full'),
  channelIds: z
    .array(z.number('must be a channel id').int())
    .min(1, 'must name at least one channel')
    .optional(),
  resolveCustomer: functionSchema.optional(),
  encryptionKey: z
    .preprocess(
      (value: unknown): unknown => revealAll(Array.isArray(value) || value === undefined ? value : [value]),
      z.array(z.string().min(32, 'must have 32 characters or more')).min(1, 'must not be empty').optional(),
    )
    .transform((keys = []) => keys.map((key) => new Redacted(key))),
  testCards: z
    .array(
      z.object({ number: digitsSchema, securityCode: digitsSchema, brand: brandSchema, label: z.string() }),
    )
    .optional(),
  sandbox: z.boolean('must be true or false').optional(),
  resolveVisitor: functionSchema.optional(),
  limits: limitsSchema.prefault(createEmptyInput),
  keyLifetimeMs: z
    .number(lifetimeRule)
    .int(lifetimeRule)
    .min(10_000, lifetimeRule)
    .max(3_600_000, lifetimeRule)
    .default(300_000),
});

const authTypes = { full: authType.fullPayment, 'pre-auth': authType.preAuth, verify: authType.verify };

/** Checks the rules that depend on other options. Returns the text of a violation, or undefined. */
export function findCardViolation(
  options: CardOptions,
  {
    gateway,
    redirectScript,
  }: { readonly gateway: { readonly baseUrl: string }; readonly redirectScript?: string | undefined },
): string | undefined {
  if (redirectScript === 'same-origin')
    return "redirectScript must be 'isolated' when cards are configured: with 'same-origin' a script of the gateway could read the card form";
  const isSandbox = options.sandbox ?? isLoopbackHost(new URL(gateway.baseUrl).hostname);
  if (options.testCards === undefined || isSandbox) return undefined;
  return (
    'cards.testCards must be left out: test cards are for a sandbox, and the address of the gateway is not a loopback address. ' +
    'If it is a sandbox, set cards.sandbox to true'
  );
}

export interface CardRouteSettings extends CardSettings {
  readonly resolveCustomer: CardOptions['resolveCustomer'];
  readonly resolveVisitor: CardOptions['resolveVisitor'];
}

export function parseCardSettings(options: CardOptions): CardRouteSettings {
  const values = omitInheritedMembers(cardOptionsSchema.parse(options));
  return {
    brands: values.brands ?? brands,
    marks: values.brands,
    authType: authTypes[values.authType],
    channelIds: values.channelIds,
    canSaveCards: options.resolveCustomer !== undefined,
    resolveCustomer: options.resolveCustomer,
    resolveVisitor: options.resolveVisitor,
    limits: values.limits,
    encryptionKeys: values.encryptionKey,
    testCards: values.testCards,
    keyLifetimeMs: values.keyLifetimeMs,
  };
}
