import { expect, test } from 'vitest';
import {
  formatAmount,
  formatDecimal,
  formatMoney,
  getCurrencySymbol,
  parseAmount,
  parseMoney,
} from '../src/money.ts';

test.each([
  ['120', 12_000],
  ['120.5', 12_050],
  ['RM 0.07', 7],
  [' 1.10 ', 110],
  ['1,000.00', undefined],
  ['1.005', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['', undefined],
])('parseMoney parses %j to %s', (text, sen) => {
  expect(parseMoney(text)).toBe(sen);
});

test('amounts are formatted with the currency symbol and two decimals', () => {
  expect(formatMoney(12_890)).toBe('RM\u00a0128.90');
  expect(formatDecimal(50_000, 'MYR')).toBe('RM\u00a050,000.00');
});

test.each([
  ['MYR', 12_890, 'RM\u00a0128.90', 'RM'],
  ['SGD', 12_890, 'SGD\u00a0128.90', 'SGD'],
  ['JPY', 12_890, 'JP¥12,890', 'JP¥'],
  ['IDR', 12_890, 'IDR\u00a0128.90', 'IDR'],
  ['KWD', 12_890, 'KWD\u00a012.890', 'KWD'],
  ['MYR', 5, 'RM\u00a00.05', 'RM'],
  ['MYR', -25_000, '-RM\u00a0250.00', 'RM'],
  // The nearest floating-point number of this sum is 0.01 higher.
  ['MYR', 9_007_199_254_740_893, 'RM\u00a090,071,992,547,408.93', 'RM'],
  ['MYR', Number.MAX_SAFE_INTEGER, 'RM\u00a090,071,992,547,409.91', 'RM'],
  ['R1', 12_890, 'R1 128.90', 'R1'],
])('an amount of %s has the digits of the currency', (currency, amount, text, symbol) => {
  expect(formatAmount({ amount, currencyCode: currency })).toBe(text);
  expect(getCurrencySymbol(currency)).toBe(symbol);
});

test.each([
  ['12.50', 'MYR', 1250],
  ['SGD 12.50', 'SGD', 1250],
  ['RM 12.50', 'SGD', undefined],
  ['1250', 'JPY', 1250],
  ['12.50', 'JPY', undefined],
  ['1.250', 'KWD', 1250],
  ['1.5', 'KWD', 1500],
])('parseAmount parses %j in %s to %s', (text, currency, amount) => {
  expect(parseAmount(text, currency)).toBe(amount);
});
