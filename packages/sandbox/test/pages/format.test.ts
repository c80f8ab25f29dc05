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

it.each([
  ['2026-05-04T14:47:00+08:00', '2:47 pm today'],
  ['2026-05-05T14:00:00+08:00', '2:00 pm 5 May 2026'],
])("at 2 pm on 4 May in the shop's time zone, the deadline %s is formatted as %s", (deadline, text) => {
  const options = { now: Date.parse('2026-05-04T14:00:00+08:00'), timeZone: 'Asia/Kuala_Lumpur' };
  expect(formatDeadline(Date.parse(deadline), options).replace('\u00A0', ' ')).toBe(text);
});
