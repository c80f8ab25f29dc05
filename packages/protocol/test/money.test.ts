import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencyExponent, moneyText, percentOf, toMinorUnits } from '../src/money.ts';

test.each([
  ['MYR', 2],
  ['IDR', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['VND', 0],
  ['KWD', 3],
  ['BHD', 3],
  ['CLF', 4],
  ['UYW', 4],
  ['jpy', 0],
  ['XYZ', 2],
  ['constructor', 2],
  ['__proto__', 2],
])('the exponent of the currency %s is %d', (code, exponent) => {
  expect(currencyExponent(code)).toBe(exponent);
});

test.each([
  [12_890, 'MYR', 'MYR 128.90'],
  [5, 'MYR', 'MYR 0.05'],
  [0, 'MYR', 'MYR 0.00'],
  [-1250, 'MYR', 'MYR -12.50'],
  [500, 'JPY', 'JPY 500'],
  [1, 'KWD', 'KWD 0.001'],
  [Number.MAX_SAFE_INTEGER, 'MYR', 'MYR 90071992547409.91'],
])('moneyText formats %d %s as "%s"', (amount, currencyCode, text) => {
  expect(moneyText({ amount, currencyCode })).toBe(text);
});

test.each([
  [10, 'MYR', 1000],
  [10.01, 'MYR', 1001],
  [1.005, 'MYR', 101],
  [1.004999, 'MYR', 100],
  [0.1 + 0.2, 'MYR', 30],
  [8.2, 'MYR', 820],
  [1.15, 'MYR', 115],
  [0, 'MYR', 0],
  [1e-7, 'MYR', 0],
  [100, 'JPY', 100],
  [100.5, 'JPY', 101],
  [1.2345, 'KWD', 1235],
  [1e12, 'MYR', 1e14],
  [4503599627370497, 'JPY', 4503599627370497],
  [0.49999999999999994, 'JPY', 0],
])('toMinorUnits converts %d %s to %d', (decimal, code, minor) => {
  expect(toMinorUnits(decimal, code)).toBe(minor);
});

test('toMinorUnits reverses the conversion to a decimal', () => {
  // A double cannot represent every decimal with more than 15 digits.
  const amounts = fc.integer({ min: 0, max: 10 ** 14 });
  fc.assert(
    fc.property(amounts, fc.constantFrom('JPY', 'MYR', 'KWD', 'CLF'), (amount, code) => {
      const exponent = currencyExponent(code);
      const digits = String(amount).padStart(exponent + 1, '0');
      const split = digits.length - exponent;
      const decimal = Number(`${digits.slice(0, split)}.${digits.slice(split)}`);
      expect(toMinorUnits(decimal, code)).toBe(amount);
    }),
  );
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e20, 2 ** 53])('toMinorUnits refuses %d', (decimal) => {
  expect(() => toMinorUnits(decimal, 'MYR')).toThrow(RangeError);
});

test.each([
  [10_000, 1.5, 150],
  [12_345, 2.5, 309],
  [1, 50, 1],
  [1, 49.999999, 0],
  [333, 0.3, 1],
  [100_000, 1.005, 1005],
  [10_050, 1, 101],
  [10_049, 1, 100],
  [0, 5, 0],
  [500, 0, 0],
  [500, 100, 500],
])('percentOf(%d, %d) is %d', (amount, percent, part) => {
  expect(percentOf(amount, percent)).toBe(part);
});

test('percentOf rounds the exact fraction half up, for any percentage with up to six decimals', () => {
  const amounts = fc.integer({ min: 0, max: 10 ** 13 });
  const millionths = fc.integer({ min: 0, max: 100_000_000 });
  fc.assert(
    fc.property(amounts, millionths, (amount, millionth) => {
      const digits = String(millionth).padStart(7, '0');
      const percent = Number(`${digits.slice(0, -6)}.${digits.slice(-6)}`);
      // x rounded half up is floor(x + 1/2), and x is amount * millionth / 100,000,000.
      const rounded = (2n * BigInt(amount) * BigInt(millionth) + 100_000_000n) / 200_000_000n;
      expect(percentOf(amount, percent)).toBe(Number(rounded));
    }),
  );
});
