import type { cardTexts } from './card/en.ts';
import type { banksEn } from './en-banks.ts';
import type { resultEn } from './en-result.ts';
import type { startEn } from './en-start.ts';
import { en } from './en.ts';
import type { Text, TextsLike } from './text.ts';

type ListEnglish = typeof en & typeof startEn & typeof banksEn & typeof resultEn;
type English = ListEnglish & typeof cardTexts;

export type TextId = keyof English;

/** One language without the card form, whose texts lie in files of their own. A missing id does not compile. */
export type ListTexts = TextsLike<ListEnglish>;

/** One language, complete: a missing id does not compile. */
export type Texts = TextsLike<English>;

/** A language the element speaks: its texts, and the tag by which numbers and dates are written. */
export interface Locale {
  readonly language: string;
  /** With the region, because numbers are grouped by it. */
  readonly format: string;
  readonly direction: 'ltr' | 'rtl';
  /** English stands in for those left out. */
  readonly texts: Partial<Texts>;
}

export const english: Locale = { language: 'en', format: 'en-MY', direction: 'ltr', texts: {} };

const englishTexts: Partial<Texts> = { ...en };

/** Adds the English texts of a part that has just been loaded. */
export function learnEnglish(texts: Partial<Texts>): void {
  Object.assign(englishTexts, texts);
}

/** The English text; empty while the part that it belongs to is not here. */
export function englishText(id: TextId): Text {
  return englishTexts[id] ?? '';
}

export type { PluralText, Text } from './text.ts';
