import { z } from 'zod';
import { isBlankNumber, maxIssuedNumberLength, receivedInteger, textUpTo, truncatedText } from './fields.ts';
import { isBeforeYear2000 } from './unset-date.ts';

// The optional fields of responses and callbacks. A gateway in .NET writes the default value of a type when a field is
// not set. These schemas convert such a value to null, and no other place does. Required fields, such as `amount`,
// `currencyCode`, `referenceCode` and `status`, always keep their value.

/**
 * An optional field. A default value of another JSON type is absent, such as an empty text for a number. A default
 * value that the schema accepts is a value, such as 0 for a number.
 */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return nullOrValue(schema).optional();
}

/**
 * An optional field that no decision about money needs. A value that the schema refuses is absent, because it must not make
 * the response invalid.
 */
export function unneeded<Schema extends z.ZodType>(schema: Schema) {
  return nullOrValue(schema).catch(null).optional();
}

function nullOrValue<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (isDefaultValue(value) && !schema.safeParse(value).success ? null : value),
    schema.nullable(),
  );
}

/** A text that is shown or stored. An empty text is absent. A longer text is truncated. A value of another type is absent. */
export function optionalText(length: number) {
  return unneeded(truncatedText(length).transform(toNullIfBlank));
}

/** A reference of the merchant. An empty text is absent. */
export const optionalReference = optional(truncatedText(100).transform(toNullIfBlank));

/** A text, such as a URL, that is not truncated. An empty text is absent. */
export function optionalExactText(length: number) {
  return optional(textUpTo(length).transform(toNullIfBlank));
}

const issuedNumber = textUpTo(maxIssuedNumberLength).transform((text) => (isBlankNumber(text) ? null : text));

/**
 * A number that the gateway issues, as text. An empty text is absent, and so is one with only zeros, such as an empty
 * GUID.
 */
export const optionalIssuedNumber = optional(issuedNumber);

/** The number of a provider, which is shown only. A value of another type is absent. */
export const optionalProviderNumber = unneeded(issuedNumber);

/** An id as an integer. 0 is absent, and so is a value that is not an integer. */
export const optionalId = unneeded(receivedInteger.transform((id) => (id === 0 ? null : id)));

/**
 * A date-time as text. An empty text is absent, and so is a date before 2000, such as `0001-01-01T00:00:00` or
 * `01-Jan-01`. A number becomes text. A value of another type is absent.
 */
export const optionalDateTime = unneeded(
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    truncatedText(100).transform((text) => (isBeforeYear2000(text) ? null : toNullIfBlank(text))),
  ),
);

function toNullIfBlank(text: string): string | null {
  return text.trim() === '' ? null : text;
}

/** Returns true for the values that programs write for a field that is not set: 0, false, and a text of zeros or none. */
function isDefaultValue(value: unknown): boolean {
  return typeof value === 'string' ? /^0*$/.test(value.trim()) : value === 0 || value === false;
}
