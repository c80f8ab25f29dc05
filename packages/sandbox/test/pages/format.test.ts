import { expect, it } from 'vitest';
import { formatDeadline, formatMoney } from '../../src/pages/format.ts';

it.each([
  [12890, 'MYR', 'RM 128.90'],
  [5, 'MYR', 'RM 0.05'],
  [100, 'SGD', 'S$ 1.00'],
  [123456789, 'MYR', 'RM 1,234,567.89'],
  [1500, 'JPY', 'JPY 1,500'],
  [1234, 'KWD', 'KWD 1.234'],
  [Number.MAX_SAFE_INTEGER, 'MYR', 'RM 90,071,992,547,409.91'],
])('%i minor units of %s are formatted as %s', (amount, currencyCode, text) => {
  expect(formatMoney({ amount, currencyCode }).replace('\u00A0', ' ')).toBe(text);
});

it("a deadline is formatted in the shop's time zone, with its date when it is not today", () => {
  const now = Date.parse('2026-05-04T06:00:00Z');
  const options = { now, timeZone: 'Asia/Kuala_Lumpur' };
  expect(formatDeadline(now + 47 * 60_000, options)).toMatch(/^2:47\spm today$/);
  expect(formatDeadline(now + 86_400_000, options)).toMatch(/^2:00\spm 5 May 2026$/);
});
