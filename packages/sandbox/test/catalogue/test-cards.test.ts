import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cardBrandOf, cardDigits, cardOutcomeOf, testCards } from '../../src/catalogue/test-cards.ts';

it('there is a valid card for each brand and outcome, and each is read back', () => {
  expect(testCards).toHaveLength(5 * 8);
  expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length);
  for (const { number, brand, outcome } of testCards) {
    expect(cardDigits(number)).toBe(number);
    expect([cardBrandOf(number), cardOutcomeOf(number)]).toStrictEqual([brand, outcome]);
  }
});

it('takes the numbers that every test suite knows', () => {
  const known = ['4111 1111 1111 1111', '5555-5555-5555-4444', '378282246310005', '3530111333300000'];
  expect(known.map((typed) => cardBrandOf(cardDigits(typed) ?? ''))).toStrictEqual([
    'Visa',
    'Mastercard',
    'American Express',
    'JCB',
  ]);
});

it('refuses a number with any one digit changed', () => {
  fc.assert(
    fc.property(fc.constantFrom(...testCards), fc.nat(14), fc.integer({ min: 1, max: 9 }), (card, at, by) => {
      const digits = [...card.number];
      digits[at] = String((Number(digits[at]) + by) % 10);
      expect(cardDigits(digits.join(''))).toBeUndefined();
    }),
  );
});

it('the README lists every test card', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  expect(testCards.filter(({ number }) => !readme.includes(number))).toStrictEqual([]);
});
