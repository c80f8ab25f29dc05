import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  allTestCards,
  findCardBrand,
  parseCardNumber,
  findCardOutcome,
  cardOutcomes,
  testCards,
} from '../../src/catalogue/test-cards.ts';

const brandNames = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  jcb: 'JCB',
  diners: 'Diners Club',
  unionpay: 'UnionPay',
};

it('each brand and outcome has a valid card number, which selects that outcome', () => {
  expect(allTestCards).toHaveLength(Object.keys(brandNames).length * Object.keys(cardOutcomes).length);
  expect(new Set(allTestCards.map(({ number }) => number)).size).toBe(allTestCards.length);
  for (const { number, brand, outcome } of allTestCards) {
    expect(parseCardNumber(number)).toBe(number);
    expect(findCardBrand(number)).toBe(brandNames[brand]);
    expect(findCardOutcome(number)).toBe(outcome);
  }
});

it('card numbers and security codes have the lengths of their brands', () => {
  const lengths = Object.fromEntries(
    allTestCards.map(({ brand, number, securityCode }) => [
      brand,
      { number: number.length, securityCode: securityCode.length },
    ]),
  );
  expect(lengths).toStrictEqual({
    visa: { number: 16, securityCode: 3 },
    mastercard: { number: 16, securityCode: 3 },
    amex: { number: 15, securityCode: 4 },
    jcb: { number: 16, securityCode: 3 },
    diners: { number: 14, securityCode: 3 },
    unionpay: { number: 16, securityCode: 3 },
  });
});

it('the test cards for a shop have a label and no outcome name', () => {
  expect(testCards).toHaveLength(allTestCards.length);
  expect(testCards[0]).toStrictEqual({
    number: '4000000000000002',
    securityCode: '123',
    brand: 'visa',
    label: 'Approved',
  });
  const labels = Object.values(cardOutcomes).map(({ label }) => label);
  expect(new Set(testCards.map(({ label }) => label))).toStrictEqual(new Set(labels));
});

it('published test card numbers are valid, and their brands are found', () => {
  const publishedNumbers = [
    '4111 1111 1111 1111',
    '5555-5555-5555-4444',
    '378282246310005',
    '3530111333300000',
    '30569309025904',
    '6200000000000005',
  ];
  expect(publishedNumbers.map((typed) => findCardBrand(parseCardNumber(typed)!))).toStrictEqual([
    'Visa',
    'Mastercard',
    'American Express',
    'JCB',
    'Diners Club',
    'UnionPay',
  ]);
});

it('a card number with one changed digit is not valid', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...allTestCards),
      // The shortest number has 14 digits.
      fc.nat({ max: 13 }),
      fc.integer({ min: 1, max: 9 }),
      (card, position, increment) => {
        const digits = [...card.number];
        digits[position] = String((Number(digits[position]) + increment) % 10);
        expect(parseCardNumber(digits.join(''))).toBeUndefined();
      },
    ),
  );
});

it('the README lists every test card', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  expect(allTestCards.filter(({ number }) => !readme.includes(number))).toStrictEqual([]);
});
