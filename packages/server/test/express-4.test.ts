import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Shop } from './shop.ts';

// In this file the shop's app and the checkout's router use Express 4. The test files of a worker share their loaded
// modules, so the modules that have imported Express 5 are loaded again here, and once more after this file.
vi.mock('express', () => vi.importActual('express4'));
vi.resetModules();
const { createCallbackPayload, sendCallback } = await import('./callbacks.ts');
const { encoders, openApprovedShop, readers } = await import('./adapters/express/compressed-callbacks.ts');
const { fpx, openShop, waitForFulfillments } = await import('./shop.ts');
afterAll(() => {
  vi.doUnmock('express');
  vi.resetModules();
});

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const createPost = (body: unknown, headers = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

it('the app of these tests has a method that only Express 4 has', async () => {
  const other = await openShop({ setUpApp: (app) => expect(app).toHaveProperty('del') });
  await other.close();
});

it('an app of Express 4 serves every request from the session to the fulfilled order', async () => {
  expect((await shop.fetch('/pgw/checkout.js')).status).toBe(200);
  expect((await shop.fetch('/pgw/session?order=A1')).status).toBe(200);
  expect((await shop.fetch(`/pgw/channels/${fpx}/banks?order=A1`)).status).toBe(200);
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve');
  await waitForFulfillments(shop, 1);
  expect(await (await shop.fetch(`/pgw/payments/${payment.reference}`)).json()).toMatchObject({
    state: 'paid',
  });
  expect((await shop.fetch(`/pgw/return?ReferenceCode=${payment.reference}`)).status).toBe(200);
});

it.each([
  ['a session of an unknown order', '/pgw/session?order=B1', undefined, 404],
  ['a bank list of an unknown channel', '/pgw/channels/999/banks?order=A1', undefined, 422],
  ['an unknown payment', '/pgw/payments/unknown', undefined, 404],
  ['a return without a reference', '/pgw/return', undefined, 404],
  ['an unknown path', '/pgw/nothing', undefined, 404],
  ['an unknown file', '/pgw/checkout/nothing.mjs', undefined, 404],
  ['a start without fields', '/pgw/payments', createPost({}), 400],
  ['a start form without fields', '/pgw/start', createPost({}), 400],
  ['a card of an unknown payment', '/pgw/payments/unknown/card', createPost({}), 404],
  [
    'a forged callback',
    '/pgw/callback',
    createPost({ referenceCode: 'x' }, { 'cap-signature': 'forged' }),
    400,
  ],
] as const)('an app of Express 4 refuses %s and continues', async (_request, path, init, status) => {
  expect((await shop.fetch(path, init)).status).toBe(status);
  expect((await shop.fetch('/pgw/session?order=A1')).status).toBe(200);
});

it('an app of Express 4 responds 503 while the store is closed', async () => {
  await shop.checkout.close();
  const payload = createCallbackPayload({ reference: 'A1-UNKNOWN', transactionNumber: 'T-UNKNOWN' });
  expect((await sendCallback(shop, payload)).status).toBe(503);
});

it.each(readers)(
  'an app of Express 4 accepts the codings of its body parser, gzip and deflate, when %s reads the body',
  async (_reader, setUpApp) => {
    const { sendEncoded } = await openApprovedShop(setUpApp);
    const statuses: Record<string, number> = {};
    for (const [name, encode] of Object.entries(encoders))
      statuses[name] = await sendEncoded(name === 'raw deflate' ? 'deflate' : name, encode);
    const { zstd = 415, ...others } = statuses;
    expect({ zstd, ...others }).toEqual({
      gzip: 200,
      deflate: 200,
      identity: 200,
      'raw deflate': 400,
      br: 415,
      zstd: 415,
    });
  },
);
