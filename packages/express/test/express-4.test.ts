import { sign, type StartResponse } from '@pgw/protocol';
import { defaultTenant } from '@pgw/sandbox';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fpx, fulfilments, openShop, type Shop } from './shop.ts';

// Here the shop's app and the checkout's router use Express 4.
vi.mock('express', () => vi.importActual('express4'));

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const post = (body: unknown, signature: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'cap-signature': signature },
  body: JSON.stringify(body),
});

it('a payment goes from the session to the fulfilled order in an app of Express 4', async () => {
  expect((await shop.get('/pgw/checkout.js')).status).toBe(200);
  expect((await shop.get('/pgw/session?order=A1')).status).toBe(200);
  expect((await shop.get(`/pgw/channels/${fpx}/banks?order=A1`)).status).toBe(200);
  const { payment } = (await (await shop.start()).json()) as StartResponse;
  shop.sandbox.decide(payment.transactionNumber ?? '', 'approve');
  await fulfilments(shop, 1);
  expect(await (await shop.get(`/pgw/payments/${payment.reference}`)).json()).toMatchObject({
    state: 'paid',
  });
  expect((await shop.get(`/pgw/return?ReferenceCode=${payment.reference}`)).status).toBe(200);
});

it.each([
  ['an order that there is not', '/pgw/session?order=B1', undefined, 404],
  ['a bank list of no channel', '/pgw/channels/999/banks?order=A1', undefined, 422],
  ['a payment that there is not', '/pgw/payments/unknown', undefined, 404],
  ['a return of nothing', '/pgw/return', undefined, 404],
  ['a path that there is not', '/pgw/nothing', undefined, 404],
  ['a file that there is not', '/pgw/checkout/nothing.mjs', undefined, 404],
  ['a start of nonsense', '/pgw/payments', post({}, ''), 400],
  ['a form of nonsense', '/pgw/start', post({}, ''), 400],
  ['a card of an unknown payment', '/pgw/payments/unknown/card', post({}, ''), 404],
  ['a forged callback', '/pgw/callback', post({ referenceCode: 'x' }, 'forged'), 400],
] as const)(
  'answers %s with a problem in an app of Express 4, and goes on',
  async (_what, path, init, status) => {
    expect((await shop.get(path, init)).status).toBe(status);
    expect((await shop.get('/pgw/session?order=A1')).status).toBe(200);
  },
);

it('an app of Express 4 responds 503 while the store is down', async () => {
  const news = { amount: 1, currencyCode: 'MYR', referenceCode: 'R', status: 1, transactionNumber: 'T' };
  await shop.checkout.close();
  const signature = sign(`${shop.url}/pgw/callback`, news, defaultTenant.secretKey);
  expect((await shop.get('/pgw/callback', post(news, signature))).status).toBe(503);
});
