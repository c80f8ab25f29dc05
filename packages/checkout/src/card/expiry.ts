import { digitsAndGaps, digitsOf } from './digits.ts';
import { placeBehind, type Retyped, type Typed } from './retype.ts';

const gap = ' / ';

interface Parts {
  /** As it was typed: up to two digits. */
  readonly month: string;
  /** Two digits when it is whole; four that begin with 20 are cut to these. */
  readonly year: string;
  /** Whether something stands between or behind that says that the month is over. */
  readonly isDated: boolean;
}

/**
 * An expiry date as `MM / YY`, whatever shape it came in. The separator comes by itself behind a whole month, and one
 * Backspace takes it away again. A month that is mended in front of its year is not filled up meanwhile.
 */
export function retypeExpiry({ before, text, caret, deleted }: Typed): Retyped {
  const { month, year, isDated } = partsOf(text);
  const at = digitsOf(text.slice(0, caret)).length;
  if (deleted !== null) {
    const isGapOnly = digitsOf(text) === digitsOf(before);
    const hasGap = isDated && (year !== '' || (!isGapOnly && text.slice(caret).trim() === ''));
    const shown = joined({ month, year, isDated: hasGap });
    if (at === month.length + year.length) return { text: shown, caret: shown.length };
    const step = isGapOnly && deleted === 'forward' ? gap.length : 0;
    return { text: shown, caret: placeBehind(shown, at) + step };
  }
  const isMending = isDated && at <= month.length && digitsOf(text.slice(caret)) !== '';
  const whole = isMending && month === '1' ? month : wholeMonth(month, isDated);
  const shown = joined({ month: whole, year, isDated: isDated || whole.length === 2 });
  const isAtEnd = digitsOf(text.slice(caret)) === '';
  return {
    text: shown,
    caret: isAtEnd ? shown.length : placeBehind(shown, at + whole.length - month.length),
  };
}

/** The same in full, as it is shown once its field is left: `1 / 27` as `01 / 27`. */
export function settleExpiry(text: string): string {
  const parts = partsOf(text);
  return joined({ ...parts, month: wholeMonth(parts.month, parts.isDated) });
}

/** Two digits and four. */
export interface Expiry {
  readonly month: string;
  readonly year: string;
}

/** A card is good to the end of its month, and one day longer: it may still be yesterday at the bank. */
export function isExpired({ month, year }: Expiry, now: Date): boolean {
  return now >= new Date(Number(year), Number(month), 2);
}

/** The date if it is whole, else null. */
export function readExpiry(text: string): Expiry | null {
  const { month, year, isDated } = partsOf(text);
  const whole = wholeMonth(month, isDated);
  return /^(0[1-9]|1[0-2])$/.test(whole) && /^\d\d$/.test(year) ? { month: whole, year: `20${year}` } : null;
}

function partsOf(text: string): Parts {
  const marked = digitsAndGaps(text);
  const yearFirst = /^20(\d\d)(?:\/+(\d\d?)|(\d\d))\/*$/.exec(marked);
  if (yearFirst)
    return { month: yearFirst[2] ?? yearFirst[3] ?? '', year: yearFirst[1] ?? '', isDated: true };
  // No month begins with 2 to 9: of 227 only the 2 is the month.
  const [, month = '', rest = ''] = /^([2-9](?=\d\d)|\d{0,2})(.*)$/.exec(marked) ?? [];
  const year = digitsOf(rest);
  return { month, year: /^20\d\d$/.test(year) ? year.slice(2) : year, isDated: rest !== '' };
}

function joined({ month, year, isDated }: Parts): string {
  return isDated ? month + gap + year : month;
}

function wholeMonth(month: string, isDated: boolean): string {
  return /^[2-9]$/.test(month) || (month === '1' && isDated) ? `0${month}` : month;
}
