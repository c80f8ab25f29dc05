import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText } from '../src/text-encoding.ts';

const mark = '\uFEFF';

function encodeUtf16(text: string, order: 'little' | 'big'): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return order === 'little' ? bytes : bytes.swap16();
}

function encodeUtf32(text: string, order: 'little' | 'big'): Buffer {
  const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(4 * codePoints.length);
  for (const [index, codePoint] of codePoints.entries())
    if (order === 'little') bytes.writeUInt32LE(codePoint, 4 * index);
    else bytes.writeUInt32BE(codePoint, 4 * index);
  return bytes;
}

test('any text in UTF-8 is decoded, with and without a byte order mark', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), (text, hasMark) => {
      const json = JSON.stringify({ text });
      expect(decodeText(Buffer.from(hasMark ? mark + json : json))).toBe(json);
    }),
  );
});

const wideEncodings = [
  ['UTF-16', encodeUtf16],
  ['UTF-32', encodeUtf32],
] as const;

test.each(wideEncodings)('any JSON in %s is refused by the name of the encoding', (name, encode) => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('little', 'big'),
      fc.boolean(),
      (text, order, hasMark) => {
        const json = JSON.stringify({ text });
        expect(() => decodeText(encode(hasMark ? mark + json : json, order))).toThrow(
          `is encoded in ${name}. Save it as UTF-8.`,
        );
      },
    ),
  );
});

test('bytes that are not UTF-8 are refused, such as a name in Latin-1', () => {
  expect(() => decodeText(Buffer.from('{"name":"Café"}', 'latin1'))).toThrow('has bytes that are not UTF-8');
});

test('a text of zero or one byte is decoded', () => {
  expect(decodeText(Buffer.from(''))).toBe('');
  expect(decodeText(Buffer.from('1'))).toBe('1');
  expect(decodeText(Buffer.from(mark))).toBe('');
});
