import { z } from 'zod';
import type { StartRequest } from './storefront.ts';
import type { CardDetails, CardRequest } from './storefront-cards.ts';

// Schemas of the storefront's requests. The compiler checks each schema against its interface in
// storefront.ts or storefront-cards.ts.

/** The schema of {@link StartRequest}. */
export const startRequest: z.ZodType<StartRequest> = z.strictObject({
  order: z.string().min(1).max(200),
  channelId: z.number().int().optional(),
  bankId: z.string().min(1).max(100).optional(),
  shownAmount: z.number().int().positive(),
  shownCurrencyCode: z.string().regex(/^[A-Za-z]{3}$/, 'must be a 3-letter ISO 4217 code'),
  attempt: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'must be 8 to 64 letters, digits, - or _'),
  cardAt: z.enum(['shop', 'gateway'], 'must be shop or gateway').optional(),
});

/** The schema of {@link CardRequest}. */
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

/** The schema of {@link CardDetails}. */
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
      .regex(/^20\d\d$/, 'must be a year from 2000 to 2099')
      .optional(),
    holderName: z.string().max(100, 'must have at most 100 characters').optional(),
    securityCode: z.string().regex(/^\d{3,4}$/, 'must be 3 or 4 digits'),
    savedCardId: z.string().min(1).max(100).optional(),
  })
  .refine(
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
