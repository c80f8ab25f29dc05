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
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Texts;
}

export const english: Locale = { language: 'en', format: 'en-MY', direction: 'ltr', texts: en };

export type { PluralText, Text } from './text.ts';
