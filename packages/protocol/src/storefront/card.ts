import { z } from 'zod';
import { lazyObject, type Parsed, type ReadOnly } from './read-only.ts';
import { dateTime, text } from './values.ts';

const cardBrand = z.enum(['visa', 'mastercard', 'amex', 'jcb', 'diners', 'unionpay']);
const digits = text.regex(/^\d+$/);

/** A card brand. */
export type CardBrand = z.infer<typeof cardBrand>;

const savedCard = lazyObject(() => ({
  /** The shop's id of the saved card. It is only valid in this shop. */
  id: text,
  /** The brand, or null when it is unknown. */
  brand: cardBrand.nullable(),
  /** The last four digits. */
  last4: text.regex(/^\d{4}$/),
  /** The month and year of expiry, such as 09/28. Null when they are unknown. */
  expiry: text.regex(/^\d\d\/\d\d$/).nullable(),
}));

/** A saved card of the shopper. */
export type SavedCard = Parsed<typeof savedCard>;

const testCard = lazyObject(() => ({
  /** The card number, digits only. */
  number: digits,
  /** The security code, three or four digits. */
  securityCode: digits,
  /** The brand of the card. */
  brand: cardBrand,
  /** The outcome of a payment with this card, in English. */
  label: text,
}));

/** A test card of a sandbox. */
export type TestCard = Parsed<typeof testCard>;

/** The schema of {@link CardTerms}. */
export const cardTerms = lazyObject(() => ({
  /** The brands that the shop accepts. */
  brands: z.array(cardBrand),
  /**
   * The brands whose symbols are shown in the list of channels. Undefined when the shop does not configure
   * the accepted brands.
   */
  marks: z.array(cardBrand).optional(),
  /** True when the shopper may save the card for later payments. */
  canSave: z.boolean(),
  /** The saved cards of this shopper, newest first. */
  savedCards: z.array(savedCard()),
  /** Test cards. Set only when the gateway is a sandbox. */
  testCards: z.array(testCard()).optional(),
}));

/** The settings of the card form. */
export type CardTerms = Parsed<typeof cardTerms>;

/** The schema of {@link CardKey}. */
export const cardKey = lazyObject(() => ({
  /** Id of the key. */
  kid: text,
  /** The x coordinate of the public key, base64url. */
  x: text,
  /** The y coordinate of the public key, base64url. */
  y: text,
  /** When the key expires, ISO 8601. After that, start the payment again. */
  expiresAt: dateTime,
}));

/**
 * The public key that the browser encrypts a card with: JWE, ECDH-ES with A256GCM, P-256. A key is valid for
 * one payment and one use. The protected header of the JWE has `kid`, and the payment's reference as `apv`
 * (base64url of its UTF-8).
 */
export type CardKey = Parsed<typeof cardKey>;

/** The schema of {@link CardRequest}. */
export const cardRequest = z.strictObject({
  /** {@link CardDetails} as a JWE in compact form. */
  card: z
    .string('must be a JWE')
    .max(4_000, 'must have at most 4000 characters')
    .regex(
      /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/,
      'must be a JWE in its compact form, without an encrypted key',
    ),
  /** True when the shopper chose to save the card. */
  save: z.boolean('must be true or false'),
});

/** The body of a card request: a card that is encrypted for one payment. */
export type CardRequest = ReadOnly<z.infer<typeof cardRequest>>;

const cardFields = z.strictObject({
  /** The card number, digits only. */
  number: z
    .string()
    .regex(/^\d{12,19}$/, 'must be 12 to 19 digits')
    .optional(),
  /** The month of expiry, 01 to 12. */
  expiryMonth: z
    .string()
    .regex(/^(0[1-9]|1[0-2])$/, 'must be 01 to 12')
    .optional(),
  /** The year of expiry, four digits. */
  expiryYear: z
    .string()
    .regex(/^20\d\d$/, 'must be a year from 2000 to 2099')
    .optional(),
  /** The name on the card. */
  holderName: z.string().max(100, 'must have at most 100 characters').optional(),
  /** The security code, three or four digits. */
  securityCode: z.string().regex(/^\d{3,4}$/, 'must be 3 or 4 digits'),
  /** The id of a saved card, instead of number, expiry and name. */
  savedCardId: z.string().min(1).max(100).optional(),
});

/** The JSON inside the JWE. It has a new card, or `savedCardId` and the security code. */
export type CardDetails = ReadOnly<z.infer<typeof cardFields>>;

/** The schema of {@link CardDetails}. */
export const cardDetails = cardFields.refine(
  hasCompleteCard,
  'must have number, expiryMonth, expiryYear and securityCode, or savedCardId and securityCode',
);

/**
 * Returns true for a complete new card, and for a saved card without fields of a new card. The name on a new
 * card is optional.
 */
function hasCompleteCard({ number, expiryMonth, expiryYear, holderName, savedCardId }: CardDetails): boolean {
  const requiredFields = [number, expiryMonth, expiryYear];
  if (savedCardId === undefined) return requiredFields.every((field) => field !== undefined);
  return [...requiredFields, holderName].every((field) => field === undefined);
}
