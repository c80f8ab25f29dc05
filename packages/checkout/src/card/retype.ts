import { digitsOf } from './digits.ts';

/** A text field just after a key, a paste or the browser changed it. */
export interface Typed {
  /** What stood there, as it was formatted. */
  readonly before: string;
  readonly text: string;
  readonly caret: number;
  readonly deleted: 'back' | 'forward' | null;
}

/** What it is to hold, and where the caret belongs. */
export interface Retyped {
  readonly text: string;
  readonly caret: number;
}

/**
 * The text formatted anew, with the caret behind the same digit. Where only a space was deleted, the digit beyond it goes
 * too: to the typist the space is not there.
 */
export function retype(typed: Typed, format: (digits: string) => string): Retyped {
  const digits = digitsOf(typed.text);
  const at = digitsOf(typed.text.slice(0, typed.caret)).length;
  const isGapOnly = typed.deleted !== null && digits === digitsOf(typed.before);
  if (!isGapOnly) return placed(format(digits), at);
  const gone = typed.deleted === 'back' ? at - 1 : at;
  const kept = digits.slice(0, Math.max(0, gone)) + digits.slice(gone + 1);
  return placed(format(kept), Math.max(0, Math.min(at, gone)));
}

function placed(text: string, digitsBefore: number): Retyped {
  return { text, caret: placeBehind(text, digitsBefore) };
}

/** The place in a text behind so many of its digits. */
export function placeBehind(text: string, digitsBefore: number): number {
  let caret = 0;
  for (let seen = 0; seen < digitsBefore && caret < text.length; caret += 1)
    seen += digitsOf(text[caret] ?? '').length;
  return caret;
}

/** Digits in groups with a space between them; the rest beyond the groups stands together. */
export function grouped(digits: string, groups: readonly number[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const size of groups) {
    parts.push(digits.slice(at, at + size));
    at += size;
  }
  parts.push(digits.slice(at));
  return parts.filter((part) => part !== '').join(' ');
}
