import { expect, test } from 'vitest';
import * as schemas from '../../src/storefront/index.ts';

const order = {
  id: 'A123',
  amount: 12345,
  currencyCode: 'MYR',
  exponent: 2,
  description: null,
  merchant: 'Rimba Coffee',
  merchantLogoUrl: null,
  timeZone: 'Asia/Kuala_Lumpur',
  gateway: null,
};
const payment = {
  reference: 'r-1',
  order,
  state: 'pending',
  reason: null,
  channel: 'FPX',
  bank: null,
  channelImageUrl: null,
  bankImageUrl: null,
  fee: 100,
  loyalty: { pointsAmount: 345, moneyAmount: 12_000 },
  transactionNumber: null,
  date: '2026-11-21T08:00:00.000Z',
  expiresAt: null,
  orderUrl: null,
};
const session = {
  order,
  mode: 'choose',
  channels: [
    { id: 2, name: 'FPX', kind: 'provider', hint: 'bank', imageUrl: null, group: null, fee: 0, limit: null },
  ],
  expiresAt: '2026-11-21T09:00:00+08:00',
  serverTime: '2026-11-21T08:00:00Z',
  openPayment: payment,
};

test('the storefront schemas accept a session, a start response, banks and a problem', () => {
  expect(schemas.storefrontSession().parse(session)).toEqual(session);
  const redirect = { type: 'url', url: 'https://gateway.example/pay' };
  expect(schemas.startResponse().parse({ payment, redirect })).toEqual({ payment, redirect });
  expect(schemas.storefrontBanks().parse({ banks: [] })).toEqual({ banks: [] });
  const problem = { type: 'about:blank', title: 'Gone', status: 404, code: 'not-found', detail: 'None.' };
  expect(schemas.storefrontProblem().parse(problem)).toEqual(problem);
});

test.each(['amount', 'currencyCode', 'exponent', 'description'])(
  'the storefront schemas refuse an order without %s',
  (name) => {
    const { [name]: _omitted, ...rest } = order as Record<string, unknown>;
    expect(schemas.storefrontOrder().safeParse(rest).success).toBe(false);
  },
);

test('the storefront schemas refuse an amount that is not an integer in minor units', () => {
  for (const amount of [123.45, -1, '12345']) {
    expect(schemas.storefrontOrder().safeParse({ ...order, amount }).success).toBe(false);
  }
});
