import { z } from 'zod';
import { isBlankNumber, maxIssuedNumberLength, receivedInteger, textUpTo, truncatedText } from './fields.ts';

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

/** Matches the JSON form of a date in old versions of .NET, such as `/Date(-62135596800000)/`. */
const millisecondsOfDate = /^\s*\/Date\((-?\d+)/;
/** Matches a time, with a time zone as an offset. What remains of a date-time is its date. */
const timeOfDay = /\d{1,2}:\d\d(?::\d\d(?:[.,:]\d+)?)?(?:\s*(?:GMT|UTC)?[+-]\d\d:?\d\d\b)?/gi;
/** Matches a year, or a date without separators such as 00010101 or 00010101000000. */
const leadingYear = /^(\d{4})(?:\d{4}|\d{8}|\d{10}|\d{13})?$/;
/** Matches the year of an ISO 8601 date-time, which may also have six digits and a sign, such as +000001-01-01. */
const isoYear = /^(\d{4}|[+-]\d{6})-/;
const startOfYear2000 = Date.UTC(2000, 0);

/**
 * Returns true for a date-time before 2000, in the forms that programs write for a date that is not set. Any other text,
 * such as one without a date, returns false.
 */
function isBeforeYear2000(dateTime: string): boolean {
  const text = dateTime.trim();
  const milliseconds = millisecondsOfDate.exec(text)?.[1];
  if (milliseconds !== undefined) return Number(milliseconds) < startOfYear2000;
  const yearOfIso = isoYear.exec(text)?.[1];
  if (yearOfIso !== undefined) return Number(yearOfIso) < 2000;
  // A number below 0 is a Unix time before 1970.
  if (/^-\d+$/.test(text)) return true;
  const date = text.replaceAll(timeOfDay, ' ');
  // The year may be at any place: 0001-01-01, 01/01/0001, Jan 1 0001, 1-Jan-01.
  const numbers = (date.match(/\d+/g) ?? []).slice(0, 3);
  const year = numbers.map((number) => leadingYear.exec(number)?.[1]).find((found) => found !== undefined);
  if (year !== undefined) return Number(year) < 2000;
  return isUnixTimeBefore2000(text) || isShortDateBefore2000(date, numbers);
}

/** Returns true for a number that is before 2000 in seconds, such as 0, and then also in milliseconds. */
function isUnixTimeBefore2000(text: string): boolean {
  return /^[+-]?\d+(?:\.\d+)?$/.test(text) && Number(text) < startOfYear2000 / 1_000;
}

/**
 * Returns true for a date whose year has one to three digits and is before 2000. As in JavaScript, the years 50 to 99
 * are before 2000. 1 January 01 is the first day of .NET, and a date of zeros is the empty date of MySQL.
 */
function isShortDateBefore2000(date: string, texts: readonly string[]): boolean {
  const isNumeric = texts.length === 3;
  const hasMonthName = texts.length === 2 && /\p{L}{3}/u.test(date);
  if (!isNumeric && !hasMonthName) return false;
  if (texts.some((text) => text.length > 3)) return false;
  if (texts.some((text) => text.length === 3)) return true;
  const numbers = texts.map(Number);
  if (numbers.some((number) => number >= 50)) return true;
  if (numbers.every((number) => number === 0)) return true;
  return numbers.every((number) => number === 1) && (isNumeric || /jan/i.test(date));
}
