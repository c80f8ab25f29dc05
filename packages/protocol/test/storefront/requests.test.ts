import { expect, test } from 'vitest';
import { startRequest } from '../../src/storefront/index.ts';

const request = {
  order: 'A123',
  channelId: 2,
  bankId: 'B1',
  shownAmount: 12345,
  shownCurrencyCode: 'MYR',
  attempt: 'abcd-EFGH_1234',
};

test('a start request accepts a channel with a bank, only a channel, and neither', () => {
  const { bankId: _bank, ...direct } = request;
  const { channelId: _channel, ...hosted } = direct;
  for (const input of [request, direct, hosted]) expect(startRequest.parse(input)).toEqual(input);
});

test('a start request refuses a price and any other unknown field', () => {
  for (const name of ['amount', 'currencyCode', 'price']) {
    expect(startRequest.safeParse({ ...request, [name]: 1 }).success).toBe(false);
  }
});

test.each(['order', 'shownAmount', 'shownCurrencyCode', 'attempt'])(
  'a start request without %s is refused',
  (name) => {
    const { [name]: _omitted, ...rest } = request as Record<string, unknown>;
    expect(startRequest.safeParse(rest).error?.issues).toMatchObject([{ path: [name] }]);
  },
);

test.each([
  ['order', ''],
  ['order', 'x'.repeat(201)],
  ['channelId', '2'],
  ['channelId', 1.5],
  ['bankId', ''],
  ['bankId', 'x'.repeat(101)],
  ['shownAmount', 0],
  ['shownAmount', -1],
  ['shownAmount', 1.5],
  ['shownAmount', '123.45'],
  ['shownCurrencyCode', 'RM'],
  ['shownCurrencyCode', 'RM1'],
  ['attempt', 'short12'],
  ['attempt', 'x'.repeat(65)],
  ['attempt', 'spaces not allowed'],
  ['attempt', 'line-end\n'],
])('a start request refuses the field %s with the value %j', (name, value) => {
  expect(startRequest.safeParse({ ...request, [name]: value }).error?.issues).toMatchObject([
    { path: [name] },
  ]);
});

test.each([
  ['order', 'x'.repeat(200)],
  ['bankId', 'x'.repeat(100)],
  ['attempt', 'x'.repeat(8)],
  ['attempt', 'x'.repeat(64)],
])('a start request accepts the field %s at its limit', (name, value) => {
  expect(startRequest.safeParse({ ...request, [name]: value }).success).toBe(true);
});
