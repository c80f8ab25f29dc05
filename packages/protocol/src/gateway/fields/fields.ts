import { z } from 'zod';

// Field schemas that several endpoints share. Their limits are in the section Limits of the interface.

/** An integer in minor units, above 0. The schema refuses text with separators, such as "1,000.00". */
export const amount = z
  .number({ error: 'must be an integer in minor units (1000 means 10.00), without separators' })
  .int('must be an integer in minor units (1000 means 10.00)')
  .positive('must be above 0');

export const currencyCode = z.string().regex(/^[A-Za-z]{3}$/, 'must be a 3-letter ISO 4217 code');

/** Milliseconds since the Unix epoch. */
export const timestamp = z.number().int('must be milliseconds since the Unix epoch').positive();

export const referenceCode = requiredText(50);

/**
 * Maximum length of a number that the gateway issues. The interface specifies 24 characters, but gateways
 * issue numbers with 25 characters (`docs/gateway-profile.md`, section Identifiers).
 */
export const maxIssuedNumberLength = 100;

/**
 * A number that the gateway issues for a transaction, a session, a refund, a partial capture or a provider.
 * It is opaque text. Send it back unchanged.
 */
export const issuedNumber = requiredText(maxIssuedNumberLength);

/**
 * A number in a response or a callback, which must identify something. A gateway in .NET writes zeros for a number that
 * is not set.
 */
export const receivedNumber = textUpTo(maxIssuedNumberLength).regex(
  /[^\s0{}-]/,
  'must not be blank, and not only zeros',
);

/** Returns true for an issued number that is blank or has only zeros, such as an empty GUID. */
export function isBlankNumber(text: string): boolean {
  return !/[^\s0{}-]/.test(text);
}

/** A currency in a response or a callback. Some gateways pad it with spaces, because its column has a fixed width. */
export const receivedCurrencyCode = z
  .string()
  .trim()
  .overwrite((text) => text.slice(0, 10));

/** A currency of 3 letters in a response or a callback, without the spaces that pad it. */
export const paddedCurrencyCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{3}$/, 'must be a 3-letter ISO 4217 code');

/**
 * An id, a status or a type in a response or a callback. Some gateways write it as text, which must be a base-10 integer
 * without sign and leading zeros. Amounts are never text.
 */
export const receivedInteger = z.preprocess(
  (value) => (typeof value === 'string' && /^(0|[1-9]\d*)$/.test(value) ? Number(value) : value),
  z.number().int(),
);

export const ipAddress = requiredText(50);
export const returnUrl = requiredText(500);
export const callbackUrl = textUpTo(500);
export const description = textUpTo(100);
export const userAgent = textUpTo(200);

/**
 * The merchant ID as a property of the body or of the URL's query, as public clients send it. The signature
 * covers it. The client adds it when `tenant.property` of the profile is true.
 */
export const tenantId = z.number().int();

/**
 * The customer. The interface documents it for a payout only (endpoint 2). Public clients also send it with a
 * payment request, and they send the two identification fields.
 */
export const customer = z.strictObject({
  email: textUpTo(150).optional(),
  mobileNo: textUpTo(16).optional(),
  name: textUpTo(36).optional(),
  username: textUpTo(36).optional(),
  /** The maximum length is not known. */
  identificationNumber: z.string().min(1, 'must not be empty').optional(),
  /** 1 to 5. The meaning of each number is not known. */
  identificationType: integerFrom(1, 5).optional(),
});

/** An integer from `min` to `max`. */
export function integerFrom(min: number, max: number): z.ZodNumber {
  const range = `must be ${min} to ${max}`;
  return z.number().int('must be a whole number').min(min, range).max(max, range);
}

/** A text of at most `length` characters. */
export function textUpTo(length: number): z.ZodString {
  return z.string().max(length, `must have at most ${length} characters`);
}

/**
 * A text from the gateway that is shown or stored, and never sent back. A longer text is truncated to
 * `length` characters. The gateway has no limits for these texts, and a long text must not make the response
 * to a payment invalid.
 */
export function truncatedText(length: number): z.ZodString {
  // Removes half of a surrogate pair at the end.
  return z
    .string()
    .overwrite((text) =>
      text.length > length ? text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') : text,
    );
}

/** Maximum length of a redirect URL. */
export const maxRedirectUrlLength = 4_000;
/** Maximum length of a redirect script. */
export const maxScriptLength = 100_000;

function requiredText(length: number): z.ZodString {
  return textUpTo(length).min(1, 'must not be empty');
}
