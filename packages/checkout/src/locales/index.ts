import { en } from './en.ts';
import type { TextsLike } from './text.ts';

export type TextId = keyof typeof en;

/** One language, complete: a missing id does not compile. */
export type Texts = TextsLike<typeof en>;

/** A language the element speaks: its texts, and the tag by which numbers and dates are written. */
export interface Locale {
  readonly language: string;
  /** With the region, because numbers are grouped by it. */
  readonly format: string;
  readonly texts: Texts;
}

export const english: Locale = { language: 'en', format: 'en-MY', texts: en };

/** The language for a tag. English is the only one built in, so every tag gets it. */
export function localeFor(_tag: string): Locale {
  return english;
}

export type { Text } from './text.ts';
