import { allTestCards } from '@pgw/sandbox';
import { expect, test } from 'vitest';
import { findCardBrand } from '../../src/cards/card-options.ts';

test('the brand of every test card is recognized', () => {
  expect(allTestCards.map(({ number }) => findCardBrand(number))).toEqual(
    allTestCards.map(({ brand }) => brand),
  );
});

// The first and the last numbers of ranges, and their neighbours.
test.each([
  ['2221000000000009', 'mastercard'],
  ['2720990000000007', 'mastercard'],
  ['2220990000000000', null],
  ['2721000000000004', null],
  ['3528000000000007', 'jcb'],
  ['3527990000000000', null],
  ['8171999900000021', 'unionpay'],
  ['6011000000000004', null],
] as const)('the card number %s has the brand %s', (number, brand) => {
  expect(findCardBrand(number)).toBe(brand);
});
