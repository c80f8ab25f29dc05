import { z } from 'zod';

// Rules that several endpoints share. Limits: interface, section Limits.

/** Integer minor units, above zero; a form with separators (1,000.00) is not a number and is refused. */
export const amount = z
  .number({ error: 'must be an integer in minor units (1000 means 10.00), without separators' })
  .int('must be an integer in minor units (1000 means 10.00)')
  .positive('must be above 0');

export const currencyCode = z.string().regex(/^[A-Za-z]{3}$/, 'must be a 3-letter ISO 4217 code');

/** Milliseconds since the Unix epoch. */
export const timestamp = z.number().int('must be milliseconds since the Unix epoch').positive();

export const referenceCode = required(50);

/**
 * Maximum length of a number that the gateway issues. The interface gives 24, and real numbers of 25 are known
 * (`docs/gateway-profile.md`, section Identifiers).
 */
export const issuedNumberLength = 100;

/**
 * A number that the gateway issues: of a transaction, a session, a refund, a part, or of a provider. It is opaque text. It is
 * read and passed back as it is.
 */
export const issuedNumber = required(issuedNumberLength);

/** An issued number that an answer may leave out, set to null or leave empty. */
export const optionalIssuedNumber = atMost(issuedNumberLength).nullish();

export const ipAddress = required(50);
export const returnUrl = required(500);
export const callbackUrl = atMost(500);
export const description = atMost(100);
export const userAgent = atMost(200);

/**
 * The merchant ID as a property of the body or the query, signed with the rest (observed C). The client sends it by itself
 * when the profile has `tenant.property`.
 */
export const tenantId = z.number().int();

/** interface, endpoint 2 (payout); observed C on pay-in, and for the identification. */
export const customer = z.strictObject({
  email: atMost(150).optional(),
  mobileNo: atMost(16).optional(),
  name: atMost(36).optional(),
  username: atMost(36).optional(),
  /** Its limit is not known. */
  identificationNumber: z.string().min(1, 'must not be empty').optional(),
  /** 1 to 5. What each number means is not known. */
  identificationType: z
    .number()
    .int('must be a whole number')
    .min(1, 'must be 1 to 5')
    .max(5, 'must be 1 to 5')
    .optional(),
});

/** A text of at most `length` characters. */
export function atMost(length: number): z.ZodString {
  return z.string().max(length, `must have at most ${length} characters`);
}

/**
 * A text of the gateway that is shown, compared or kept, and never sent back: what is beyond `length` is cut off. The gateway sets no
 * limits for these, and an overlong text must not lose the outcome of a payment.
 */
export function cutTo(length: number): z.ZodString {
  // A character outside the basic plane is not cut in two.
  return z
    .string()
    .overwrite((text) =>
      text.length > length ? text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') : text,
    );
}

/** Longest address that a browser is sent to. */
export const addressLength = 4_000;
/** Longest script that leads to a payment. */
export const scriptLength = 100_000;

function required(length: number): z.ZodString {
  return atMost(length).min(1, 'must not be empty');
}
