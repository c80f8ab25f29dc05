import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPrintable, toPrintableJson } from '../src/printable.ts';

const dangerous: readonly (readonly [string, string])[] = [
  ['an escape sequence', '\u001B[2J'],
  ['a line end', '\r\n'],
  ['a C1 control', '\u009B31m'],
  ['a delete character', '\u007F'],
  ['a bidi override', '\u202E'],
  ['a bidi isolate', '\u2067'],
  ['a bidi mark', '\u200F\u061C'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['a zero-width space', '\u200B'],
  ['a byte order mark', '\uFEFF'],
  ['a tag character', '\u{E0041}'],
  ['half of a surrogate pair', '\uD800'],
];

describe.each(dangerous)('%s', (_name, text) => {
  it('is a space in printed text', () => {
    const printed = toPrintable(`a${text}b`);
    expect(printed).toMatch(/^a [^\p{C}\p{Zl}\p{Zp}]*b$/u);
  });

  it('is escaped in printed JSON, which has the same value', () => {
    const json = toPrintableJson({ text: `a${text}b` }, 2);
    expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(json)).toEqual({ text: `a${text}b` });
  });
});

it('text of every language is printed without a change', () => {
  const texts = ['Kedai Kopi', '付款已超时', 'கட்டண நேரம்', 'ชำระ', 'نعم', 'क्‍ष', '👩‍💻', 'RM 1,000.00'];
  expect(texts.map(toPrintable)).toEqual(texts);
  expect(JSON.parse(toPrintableJson(texts))).toEqual(texts);
});

it('printed text has one line and no control character, for every text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(toPrintable(text)).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u);
      expect(JSON.parse(toPrintableJson(text))).toBe(text);
    }),
  );
});
