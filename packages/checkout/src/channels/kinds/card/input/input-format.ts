import { extractDigits } from './digits.ts';

/** A text field after a change. */
export interface FieldInput {
  /** The formatted text before the change. */
  readonly before: string;
  /** The text after the change. It is not formatted yet. */
  readonly text: string;
  readonly caret: number;
  /** `back`: Backspace has deleted text. `forward`: Delete has deleted text. Null for every other change. */
  readonly deleted: 'back' | 'forward' | null;
}

/** The formatted text, and the position of the caret. */
export interface FormattedInput {
  readonly text: string;
  readonly caret: number;
}

/** Formats the digits and keeps the caret after the same digit. A deleted space deletes its digit too. */
export function formatInput(input: FieldInput, format: (digits: string) => string): FormattedInput {
  const digits = extractDigits(input.text);
  const digitsBefore = extractDigits(input.text.slice(0, input.caret)).length;
  const isOnlySpaceDeleted = input.deleted !== null && digits === extractDigits(input.before);
  if (!isOnlySpaceDeleted) return withCaret(format(digits), digitsBefore);
  // The index is -1 if Backspace has no digit before the caret. In this case no digit is deleted.
  const deletedIndex = input.deleted === 'back' ? digitsBefore - 1 : digitsBefore;
  const remaining = digits.slice(0, Math.max(0, deletedIndex)) + digits.slice(deletedIndex + 1);
  return withCaret(format(remaining), Math.max(0, Math.min(digitsBefore, deletedIndex)));
}

function withCaret(text: string, digitsBefore: number): FormattedInput {
  return { text, caret: findPositionAfter(text, digitsBefore) };
}

/** Returns the first position in a text that has `digitsBefore` digits before it. */
export function findPositionAfter(text: string, digitsBefore: number): number {
  let position = 0;
  for (let count = 0; count < digitsBefore && position < text.length; position += 1)
    count += extractDigits(text[position] ?? '').length;
  return position;
}

/** Puts digits into groups, separated by spaces. The last group contains all remaining digits. */
export function groupDigits(digits: string, groups: readonly number[]): string {
  const parts: string[] = [];
  let start = 0;
  for (const size of groups) {
    parts.push(digits.slice(start, start + size));
    start += size;
  }
  parts.push(digits.slice(start));
  return parts.filter((part) => part !== '').join(' ');
}
