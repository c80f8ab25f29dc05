import { extractDigitsAndSeparators, extractDigits } from './digits.ts';
import { findPositionAfter, type FormattedInput, type FieldInput } from './input-format.ts';

const separator = ' / ';

interface Parts {
  /** Up to two digits. */
  readonly month: string;
  /** The digits of the year. Four digits that begin with 20 are shortened to the last two. */
  readonly year: string;
  /** Whether a separator or a year follows the month. */
  readonly isMonthComplete: boolean;
}

/** Formats an expiry date as `MM / YY`. One Backspace removes the separator. */
export function formatExpiry({ before, text, caret, deleted }: FieldInput): FormattedInput {
  const { month, year, isMonthComplete } = parseParts(text);
  const digitsBefore = extractDigits(text.slice(0, caret)).length;
  if (deleted !== null) {
    const isOnlySeparatorDeleted = extractDigits(text) === extractDigits(before);
    // Without a year, the separator is kept only if the shopper has just deleted the last digit of the year.
    const keepsSeparator =
      isMonthComplete && (year !== '' || (!isOnlySeparatorDeleted && text.slice(caret).trim() === ''));
    const formatted = joinParts({ month, year, isMonthComplete: keepsSeparator });
    if (digitsBefore === month.length + year.length) return { text: formatted, caret: formatted.length };
    // If the Delete key is pressed before the separator, the caret moves to its end.
    const step = isOnlySeparatorDeleted && deleted === 'forward' ? separator.length : 0;
    return { text: formatted, caret: findPositionAfter(formatted, digitsBefore) + step };
  }
  const isAtEnd = extractDigits(text.slice(caret)) === '';
  const isEditingMonth = isMonthComplete && digitsBefore <= month.length && !isAtEnd;
  const nextMonth = isEditingMonth && month === '1' ? month : completeMonth(month, isMonthComplete);
  const formatted = joinParts({
    month: nextMonth,
    year,
    isMonthComplete: isMonthComplete || nextMonth.length === 2,
  });
  const addedDigits = nextMonth.length - month.length;
  return {
    text: formatted,
    caret: isAtEnd ? formatted.length : findPositionAfter(formatted, digitsBefore + addedDigits),
  };
}

/** Completes a date when its field loses the focus: `1 / 27` becomes `01 / 27`. */
export function completeExpiry(text: string): string {
  const parts = parseParts(text);
  return joinParts({ ...parts, month: completeMonth(parts.month, parts.isMonthComplete) });
}

/** A complete expiry date: a month of two digits and a year of four digits. */
export interface Expiry {
  readonly month: string;
  readonly year: string;
}

/** A card is valid until the end of its month, and one day longer because of time zones. */
export function isExpired({ month, year }: Expiry, now: Date): boolean {
  // A Date counts months from 0. This is therefore the second day of the month after the expiry date.
  return now >= new Date(Number(year), Number(month), 2);
}

/** Returns the date if it is complete, else null. */
export function readExpiry(text: string): Expiry | null {
  const { month, year, isMonthComplete } = parseParts(text);
  const twoDigitMonth = completeMonth(month, isMonthComplete);
  const isValid = /^(0[1-9]|1[0-2])$/.test(twoDigitMonth) && /^\d\d$/.test(year);
  return isValid ? { month: twoDigitMonth, year: `20${year}` } : null;
}

function parseParts(text: string): Parts {
  // A pasted date may have other characters before it. An edited date may have no month.
  const normalized = extractDigitsAndSeparators(text).replace(/^\/+(?=(\/*\d){3})/, '');
  // A date that begins with a year of four digits, such as 2027/1, 2027/01, 202701 or 2027-01-31. If the shopper types
  // 2027, the first digit was completed to the month 02.
  const yearFirst = /^(?:20|02\/+0)(\d\d)(?:\/+(\d\d?)|(\d\d))(?:\/+\d\d)?\/*$/.exec(normalized);
  if (yearFirst)
    return { month: yearFirst[2] ?? yearFirst[3] ?? '', year: yearFirst[1] ?? '', isMonthComplete: true };
  // No month of two digits begins with 2 to 9, or is 13 to 19: in 227 the month is 2 and the year is 27.
  const [, month = '', rest = ''] =
    /^([2-9](?=\d\d)|1(?=[3-9]\d$|20\d\d$)|\d{0,2})([^]*)$/.exec(normalized) ?? [];
  const year = extractDigits(rest);
  return { month, year: /^20\d\d$/.test(year) ? year.slice(2) : year, isMonthComplete: rest !== '' };
}

function joinParts({ month, year, isMonthComplete }: Parts): string {
  return isMonthComplete ? month + separator + year : month;
}

/** Adds a zero to a month of one digit, if no second digit can follow. */
function completeMonth(month: string, isMonthComplete: boolean): string {
  return /^[2-9]$/.test(month) || (month === '1' && isMonthComplete) ? `0${month}` : month;
}
