import { z } from 'zod';
import { isBlankNumber, maxIssuedNumberLength, textUpTo, truncatedText } from './fields.ts';

// The optional fields of responses and callbacks. A gateway in .NET writes the default value of a type when a field is
// not set. These schemas convert such a value to null, and no other place does. Required fields, such as `amount`,
// `currencyCode`, `referenceCode` and `status`, always keep their value.

/** A text that is shown or stored. An empty text is absent. A longer text is truncated. */
export function optionalText(length: number) {
  return truncatedText(length).transform(toNullIfBlank).nullish();
}

/** A text, such as a URL, that is not truncated. An empty text is absent. */
export function optionalExactText(length: number) {
  return textUpTo(length).transform(toNullIfBlank).nullish();
}

/**
 * A number that the gateway issues, as text. An empty text is absent, and so is one with only zeros, such as an empty
 * GUID.
 */
export const optionalIssuedNumber = textUpTo(maxIssuedNumberLength)
  .transform((text) => (isBlankNumber(text) ? null : text))
  .nullish();

/** An id as an integer. 0 is absent. */
export const optionalId = z
  .number()
  .int()
  .transform((id) => (id === 0 ? null : id))
  .nullish();

/**
 * A date-time. An empty text is absent, and so is a date before 2000, such as `0001-01-01T00:00:00` or `01-Jan-01`.
 */
export const optionalDateTime = truncatedText(100)
  .transform((text) => (isBeforeYear2000(text) ? null : toNullIfBlank(text)))
  .nullish();

function toNullIfBlank(text: string): string | null {
  return text.trim() === '' ? null : text;
}

/** Matches the JSON form of a date in old versions of .NET, such as `/Date(-62135596800000)/`. */
const millisecondsOfDate = /^\s*\/Date\((-?\d+)/;
/** Matches a year, or a date without separators such as 00010101 or 00010101000000. */
const leadingYear = /^(\d{4})(?:\d{4}|\d{8}|\d{10}|\d{13})?$/;
const startOfYear2000 = Date.UTC(2000, 0);

function isBeforeYear2000(text: string): boolean {
  const milliseconds = millisecondsOfDate.exec(text)?.[1];
  if (milliseconds !== undefined) return Number(milliseconds) < startOfYear2000;
  const [date = ''] = text.split(/\d{1,2}:\d\d/);
  // The year may be at any place: 0001-01-01, 01/01/0001, Jan 1 0001, 1-Jan-01.
  const numbers = (date.match(/\d+/g) ?? []).slice(0, 3);
  const year = numbers.map((number) => leadingYear.exec(number)?.[1]).find((found) => found !== undefined);
  return year === undefined ? isShortDateBefore2000(date, numbers) : Number(year) < 2000;
}

/**
 * Returns true for a date whose year has one or two digits and is before 2000. As in JavaScript, the years 50 to 99 are
 * before 2000. 1 January 01 is the first day of .NET, and a date of zeros is the empty date of MySQL.
 */
function isShortDateBefore2000(date: string, texts: readonly string[]): boolean {
  const isNumeric = texts.length === 3;
  const hasMonthName = texts.length === 2 && /\p{L}{3}/u.test(date);
  if (!isNumeric && !hasMonthName) return false;
  if (texts.some((text) => text.length > 2)) return false;
  const numbers = texts.map(Number);
  if (numbers.some((number) => number >= 50)) return true;
  if (numbers.every((number) => number === 0)) return true;
  return numbers.every((number) => number === 1) && (isNumeric || /jan/i.test(date));
}
