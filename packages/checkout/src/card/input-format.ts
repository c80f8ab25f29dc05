import { digitsOf } from './digits.ts';

/** A text field after a change. */
export interface FieldInput {
  /** The formatted text before the change. */
  readonly before: string;
  readonly text: string;
  readonly caret: number;
  readonly deleted: 'back' | 'forward' | null;
}

/** The formatted text, and the position of the caret. */
export interface FormattedInput {
  readonly text: string;
  readonly caret: number;
}

/**
 * Formats the digits of a field and keeps the caret after the same digit. If only a space was deleted, the digit beside it is
 * deleted as well, because the shopper did not type the space.
 */
export function formatInput(input: FieldInput, format: (digits: string) => string): FormattedInput {
  const digits = digitsOf(input.text);
  const at = digitsOf(input.text.slice(0, input.caret)).length;
  const isGapOnly = input.deleted !== null && digits === digitsOf(input.before);
  if (!isGapOnly) return withCaret(format(digits), at);
  const deleted = input.deleted === 'back' ? at - 1 : at;
  const kept = digits.slice(0, Math.max(0, deleted)) + digits.slice(deleted + 1);
  return withCaret(format(kept), Math.max(0, Math.min(at, deleted)));
}

function withCaret(text: string, digitsBefore: number): FormattedInput {
  return { text, caret: positionAfter(text, digitsBefore) };
}

/** The position in a text after a number of its digits. */
export function positionAfter(text: string, digitsBefore: number): number {
  let caret = 0;
  for (let seen = 0; seen < digitsBefore && caret < text.length; caret += 1)
    seen += digitsOf(text[caret] ?? '').length;
  return caret;
}

/** Digits in groups, separated by spaces. The last group takes the rest. */
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
