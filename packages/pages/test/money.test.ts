import { expect, test } from 'vitest';
import { formatDecimal, formatMoney, parseMoney } from '../src/money.ts';

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
