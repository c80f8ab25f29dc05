import { en, type Texts } from '../src/locales/en.ts';
import { bankTexts } from '../src/locales/en-banks.ts';
import { cardTexts } from '../src/locales/en-card.ts';
import { inAppBrowserTexts } from '../src/locales/en-in-app-browser.ts';
import { outcomeTexts } from '../src/locales/en-outcomes.ts';
import type { LocaleText } from '../src/locales/plural-text.ts';

// Pseudo-languages, generated from the English texts. Each of them reveals one kind of defect.

/**
 * Each text is its id in guillemets. A text on the page without guillemets is not from the table of texts.
 */
export const idTexts: Texts = createTexts((_sentence, id) => `«${id}»`);

/** Each word is more than twice as long as in English, which is similar to Tamil. */
export const longTexts: Texts = createTexts((sentence) =>
  changeOutsidePlaceholders(sentence, (piece) =>
    piece.replace(/\p{L}+/gu, (word) => `${word}${word}${word.slice(0, 2)}`),
  ),
);

/** The first of 16 consecutive Arabic letters in Unicode. */
const firstArabicLetter = 0x62a;

/** Each letter is replaced by an Arabic letter, so that the text is written from right to left. */
export const mirroredTexts: Texts = createTexts((sentence) =>
  changeOutsidePlaceholders(sentence, (piece) =>
    piece.replace(/\p{L}/gu, (letter) =>
      String.fromCodePoint(firstArabicLetter + ((letter.toLowerCase().codePointAt(0) ?? 0) % 16)),
    ),
  ),
);

function createTexts(change: (sentence: string, id: string) => string): Texts {
  const texts = Object.entries({
    ...en,
    ...bankTexts,
    ...cardTexts,
    ...inAppBrowserTexts,
    ...outcomeTexts,
  }).map(([id, text]: [string, LocaleText]) => [
    id,
    typeof text === 'string' ? change(text, id) : { other: change(text.other, id) },
  ]);
  // The result has all ids of English, and a plural text for each plural text.
  return Object.fromEntries(texts) as Texts;
}

function changeOutsidePlaceholders(sentence: string, change: (piece: string) => string): string {
  return sentence
    .split(/(\{\w+\})/)
    .map((piece) => (piece.startsWith('{') ? piece : change(piece)))
    .join('');
}
