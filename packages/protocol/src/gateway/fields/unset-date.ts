/** Matches the JSON form of a date in old versions of .NET, such as `/Date(-62135596800000)/`. */
const millisecondsOfDate = /^\s*\/Date\((-?\d+)/;
/** Matches a time, with a time zone as an offset. What remains of a date-time is its date. */
const time = /\d{1,2}:\d\d(?::\d\d(?:[.,:]\d+)?)?(?:\s*(?:GMT|UTC)?[+-]\d\d:?\d\d\b)?/gi;
/** Matches a year, or a date without separators such as 00010101 or 00010101000000. */
const leadingYear = /^(\d{4})(?:\d{4}|\d{8}|\d{10}|\d{13})?$/;
/** Matches the year with six digits and a sign that ISO 8601 allows, such as +000001-01-01. */
const expandedYear = /^([+-]\d{6})-/;
const startOfYear2000 = Date.UTC(2000, 0);

/**
 * Returns true for a date-time before 2000, in the forms that programs write for a date that is not set. Any other text,
 * such as one without a date, returns false.
 */
export function isBeforeYear2000(dateTime: string): boolean {
  const text = dateTime.trim();
  const milliseconds = millisecondsOfDate.exec(text)?.[1];
  if (milliseconds !== undefined) return Number(milliseconds) < startOfYear2000;
  const expanded = expandedYear.exec(text)?.[1];
  if (expanded !== undefined) return Number(expanded) < 2000;
  // A number below 0 is a Unix time before 1970.
  if (/^-\d+$/.test(text)) return true;
  const date = text.replaceAll(time, ' ');
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
