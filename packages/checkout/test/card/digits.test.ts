import { describe, expect, test } from 'vitest';
import { digitsAndSeparators, digitsOf } from '../../src/card/digits.ts';

describe('digitsOf', () => {
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
  ])('of %s is %s', (text, digits) => {
    expect(digitsOf(text)).toBe(digits);
  });

  test('the decimal digits of every script of the basic plane are recognized, and no other character', () => {
    for (let code = 0; code < 0x10000; code += 1) {
      const letter = String.fromCharCode(code);
      // Scripts that a newer Unicode may bring are read as nothing until the table has them.
      const isDigit = /\p{Nd}/u.test(letter);
      expect(digitsOf(letter).length, code.toString(16)).toBe(isDigit ? 1 : 0);
    }
    const runs = [
      ...Array.from({ length: 0x10000 }, (_none, code) => String.fromCharCode(code))
        .join('')
        .matchAll(/\p{Nd}{10}/gu),
    ];
    for (const [run] of runs) expect(digitsOf(run)).toBe('0123456789');
    expect(runs.length).toBeGreaterThan(30);
  });
});

describe('digitsAndSeparators', () => {
  test.each([
    ['01 / 27', '01///27'],
    [' 2027-01 ', '2027/01/'],
    ['１２／２７', '12/27'],
    ['exp 01.27', '/01/27'],
  ])('of %s is %s', (text, marked) => {
    expect(digitsAndSeparators(text)).toBe(marked);
  });
});
