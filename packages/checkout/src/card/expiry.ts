import { digitsAndSeparators, digitsOf } from './digits.ts';
import { positionAfter, type FormattedInput, type FieldInput } from './input-format.ts';

const gap = ' / ';

interface Parts {
  /** Up to two digits. */
  readonly month: string;
  /** The digits of the year. Four digits that begin with 20 are shortened to the last two. */
  readonly year: string;
  /** Whether a separator or a year follows the month. */
  readonly isMonthComplete: boolean;
}

/**
 * Formats an expiry date as `MM / YY`. The separator is added after a complete month, and one Backspace
 * removes it. While the shopper edits a month `1` in front of a year, it is not completed to `01`.
 */
export function formatExpiry({ before, text, caret, deleted }: FieldInput): FormattedInput {
  const { month, year, isMonthComplete } = partsOf(text);
  const at = digitsOf(text.slice(0, caret)).length;
  if (deleted !== null) {
    const isGapOnly = digitsOf(text) === digitsOf(before);
    const hasGap = isMonthComplete && (year !== '' || (!isGapOnly && text.slice(caret).trim() === ''));
    const shown = joined({ month, year, isMonthComplete: hasGap });
    if (at === month.length + year.length) return { text: shown, caret: shown.length };
    const step = isGapOnly && deleted === 'forward' ? gap.length : 0;
    return { text: shown, caret: positionAfter(shown, at) + step };
  }
  const isEditingMonth = isMonthComplete && at <= month.length && digitsOf(text.slice(caret)) !== '';
  const whole = isEditingMonth && month === '1' ? month : completeMonth(month, isMonthComplete);
  const shown = joined({ month: whole, year, isMonthComplete: isMonthComplete || whole.length === 2 });
  const isAtEnd = digitsOf(text.slice(caret)) === '';
  return {
    text: shown,
    caret: isAtEnd ? shown.length : positionAfter(shown, at + whole.length - month.length),
  };
}

/** Completes a date when its field loses the focus: `1 / 27` becomes `01 / 27`. */
export function completeExpiry(text: string): string {
  const parts = partsOf(text);
  return joined({ ...parts, month: completeMonth(parts.month, parts.isMonthComplete) });
}

/** A complete expiry date: a month of two digits and a year of four digits. */
export interface Expiry {
  readonly month: string;
  readonly year: string;
}

/** A card is valid until the end of its month, and one day longer, because of time zones. */
export function isExpired({ month, year }: Expiry, now: Date): boolean {
  return now >= new Date(Number(year), Number(month), 2);
}

/** Returns the date if it is complete, else null. */
export function readExpiry(text: string): Expiry | null {
  const { month, year, isMonthComplete } = partsOf(text);
  const whole = completeMonth(month, isMonthComplete);
  return /^(0[1-9]|1[0-2])$/.test(whole) && /^\d\d$/.test(year) ? { month: whole, year: `20${year}` } : null;
}

function partsOf(text: string): Parts {
  const marked = digitsAndSeparators(text);
  const yearFirst = /^20(\d\d)(?:\/+(\d\d?)|(\d\d))\/*$/.exec(marked);
  if (yearFirst)
    return { month: yearFirst[2] ?? yearFirst[3] ?? '', year: yearFirst[1] ?? '', isMonthComplete: true };
  // No month of two digits begins with 2 to 9: in 227 the month is 2 and the year is 27.
  const [, month = '', rest = ''] = /^([2-9](?=\d\d)|\d{0,2})([^]*)$/.exec(marked) ?? [];
  const year = digitsOf(rest);
  return { month, year: /^20\d\d$/.test(year) ? year.slice(2) : year, isMonthComplete: rest !== '' };
}

function joined({ month, year, isMonthComplete }: Parts): string {
  return isMonthComplete ? month + gap + year : month;
}

function completeMonth(month: string, isMonthComplete: boolean): string {
  return /^[2-9]$/.test(month) || (month === '1' && isMonthComplete) ? `0${month}` : month;
}
