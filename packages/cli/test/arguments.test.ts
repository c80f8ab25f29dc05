import { expect, test } from 'vitest';
import { parseInteger, parseMinorUnits } from '../src/arguments.ts';
import { formatMoney } from '../src/table.ts';

test.each([
  [12345, 'MYR', '123.45 MYR'],
  [5, 'MYR', '0.05 MYR'],
  [-5, 'MYR', '-0.05 MYR'],
  [500, 'JPY', '500 JPY'],
  [1, 'KWD', '0.001 KWD'],
])('formatMoney formats %d minor units of %s as %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text);
});

test.each(['1,000', '10.00', '-5', '1e3', '', '99999999999999999999'])(
  'parseMinorUnits refuses %j',
  (text) => {
    expect(() => parseMinorUnits(text)).toThrow(/minor units/);
  },
);

test('parseInteger accepts an integer and refuses other text', () => {
  expect(parseInteger('-12')).toBe(-12);
  for (const text of ['1.5', 'x', '', '1e3']) expect(() => parseInteger(text)).toThrow(/integer/);
});
