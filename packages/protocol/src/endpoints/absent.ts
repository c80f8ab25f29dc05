import { z } from 'zod';
import { maxIssuedNumberLength, textUpTo, truncatedText } from './fields.ts';

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
  .transform((text) => (/^[\s0{}-]*$/.test(text) ? null : text))
  .nullish();

/** An id as an integer. 0 is absent. */
export const optionalId = z
  .number()
  .int()
  .transform((id) => (id === 0 ? null : id))
  .nullish();

/** A date-time. An empty text is absent, and so is a date before 2000, such as `0001-01-01T00:00:00`. */
export const optionalDateTime = truncatedText(100)
  .transform((text) => (isBeforeYear2000(text) ? null : toNullIfBlank(text)))
  .nullish();

function toNullIfBlank(text: string): string | null {
  return text.trim() === '' ? null : text;
}

/** Matches the year of a date such as 0001-01-01, 00010101, 01/01/0001 or 1.1.0001. */
const leadingYear = /^\s*(?:\d{1,2}[./-]\d{1,2}[./-])?(\d{4})/;
/** Matches the JSON form of a date in old versions of .NET, such as `/Date(-62135596800000)/`. */
const millisecondsOfDate = /^\s*\/Date\((-?\d+)/;
const startOfYear2000 = Date.UTC(2000, 0);

function isBeforeYear2000(text: string): boolean {
  const milliseconds = millisecondsOfDate.exec(text)?.[1];
  if (milliseconds !== undefined) return Number(milliseconds) < startOfYear2000;
  const year = leadingYear.exec(text)?.[1];
  return year !== undefined && Number(year) < 2000;
}
