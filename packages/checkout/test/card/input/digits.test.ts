import { describe, expect, test } from 'vitest';
import { extractDigitsAndSeparators, extractDigits } from '../../../src/channels/kinds/card/input/digits.ts';

describe('extractDigits', () => {
  test.each([
    ['4111 1111-1111.1111', '4111111111111111'],
    ['４１１１　１１１１', '41111111'],
    ['௪௧௧௧ ௧௧௧௧', '41111111'],
    ['٤١١١ ١١١١', '41111111'],
    ['۴۱۱۱', '4111'],
    ['४१११', '4111'],
    ['Card: 42', '42'],
    ['²½Ⅳ四', ''],
    ['', ''],
  ])('the digits of "%s" are "%s"', (text, digits) => {
    expect(extractDigits(text)).toBe(digits);
  });

  test('extractDigits recognizes the decimal digits of every script of the basic plane, and no other characters', () => {
    for (let code = 0; code < 0x10000; code += 1) {
      const letter = String.fromCharCode(code);
      // This fails for the digits of a new Unicode version until the table contains them.
      const isDigit = /\p{Nd}/u.test(letter);
      expect(extractDigits(letter).length, code.toString(16)).toBe(isDigit ? 1 : 0);
    }
    const digitSequences = [
      ...Array.from({ length: 0x10000 }, (_none, code) => String.fromCharCode(code))
        .join('')
        .matchAll(/\p{Nd}{10}/gu),
    ];
    for (const [sequence] of digitSequences) expect(extractDigits(sequence)).toBe('0123456789');
    expect(digitSequences.length).toBeGreaterThan(30);
  });
});

describe('extractDigitsAndSeparators', () => {
  test.each([
    ['01 / 27', '01///27'],
    [' 2027-01 ', '2027/01/'],
    ['１２／２７', '12/27'],
    ['exp 01.27', '/01/27'],
  ])('"%s" with a slash for each separator is "%s"', (text, expected) => {
    expect(extractDigitsAndSeparators(text)).toBe(expected);
  });
});
