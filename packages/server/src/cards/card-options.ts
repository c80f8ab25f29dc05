import { authType, Redacted, type CardBrand, type MaybeRedacted, type TestCard } from '@pgw/protocol';
import { omitInheritedMembers, revealAll } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { maxKeyLifetimeMs } from './card-key.ts';
import { cardLimitsSchema, type CardLimits, type OptionalFields } from '../limits/limits.ts';

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
const createFunctionSchema = <Type>() =>
  z.custom<Type>((value) => typeof value === 'function', 'must be a function');
const lifetimeRule = 'must be 10000 to 3600000 milliseconds';

export const cardOptionsSchema = z.strictObject({
  brands: z.array(brandSchema).min(1, 'must name at least one brand').optional(),
  authType: z.enum(['full', 'pre-auth', 'verify'], 'must be full, pre-auth or verify').default('full'),
  channelIds: z
    .array(z.number('must be a channel id').int())
    .min(1, 'must name at least one channel')
    .optional(),
  resolveCustomer: createFunctionSchema<NonNullable<CardOptions['resolveCustomer']>>().optional(),
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
  resolveVisitor: createFunctionSchema<NonNullable<CardOptions['resolveVisitor']>>().optional(),
  limits: cardLimitsSchema,
  keyLifetimeMs: z
    .number(lifetimeRule)
    .int(lifetimeRule)
    .min(10_000, lifetimeRule)
    .max(maxKeyLifetimeMs, lifetimeRule)
    .default(300_000),
});

const authTypes = { full: authType.fullPayment, 'pre-auth': authType.preAuth, verify: authType.verify };

/** The card options with all defaults. */
export type CardSettings = ReturnType<typeof toCardSettings>;

export function toCardSettings(options: z.output<typeof cardOptionsSchema>) {
  const { brands: marks, encryptionKey: encryptionKeys, ...values } = omitInheritedMembers(options);
  return {
    ...values,
    brands: marks ?? brands,
    /** The brands whose symbols are shown. Undefined if the merchant has not named the accepted brands. */
    marks,
    authType: authTypes[values.authType],
    canSaveCards: values.resolveCustomer !== undefined,
    /** The first one encrypts. If empty, the keys are derived from the client's secret keys. */
    encryptionKeys,
  };
}

/** The first digits of the numbers of each brand (ISO/IEC 7812 and the tables of the card networks). */
const brandPatterns: readonly (readonly [pattern: RegExp, brand: CardBrand])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^35(2[89]|[3-8])/, 'jcb'],
  [/^3(0[0-5]|[689])/, 'diners'],
  [/^(62|81)/, 'unionpay'],
];

export function findCardBrand(number: string): CardBrand | null {
  return brandPatterns.find(([pattern]) => pattern.test(number))?.[1] ?? null;
}

/** An unknown brand is accepted here and in the card form, and the gateway decides. */
export function acceptsBrand(
  { brands: accepted }: Pick<CardSettings, 'brands'>,
  brand: CardBrand | null,
): boolean {
  return brand === null || accepted.includes(brand);
}
