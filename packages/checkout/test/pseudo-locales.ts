import { en, type Texts } from '../src/locales/en.ts';
import type { Text } from '../src/locales/plural-text.ts';

// Invented languages, generated from English. Each shows one kind of defect.

/** Every text is its own id, so every other text is not from the table. */
export const marker: Texts = made((_sentence, id) => `«${id}»`);

/** Every text is more than twice as long, as Tamil can be, with long words. */
export const long: Texts = made((sentence) =>
  outsideNames(sentence, (piece) => piece.replace(/\p{L}+/gu, (word) => `${word}${word}${word.slice(0, 2)}`)),
);

/** Every letter is an Arabic one, so the direction is right to left. */
export const mirrored: Texts = made((sentence) =>
  outsideNames(sentence, (piece) =>
    piece.replace(/\p{L}/gu, (letter) =>
      String.fromCodePoint(0x62a + ((letter.toLowerCase().codePointAt(0) ?? 0) % 16)),
    ),
  ),
);

function made(change: (sentence: string, id: string) => string): Texts {
  const texts = Object.entries(en).map(([id, text]: [string, Text]) => [
    id,
    typeof text === 'string' ? change(text, id) : { other: change(text.other, id) },
  ]);
  // It has every id of English, and every plural text is still one.
  return Object.fromEntries(texts) as Texts;
}

function outsideNames(sentence: string, change: (piece: string) => string): string {
  return sentence
    .split(/(\{\w+\})/)
    .map((piece) => (piece.startsWith('{') ? piece : change(piece)))
    .join('');
}
