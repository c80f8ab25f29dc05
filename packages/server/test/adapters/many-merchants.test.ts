import { createServer } from 'node:http';
import { sign } from '@pgw/protocol';
import { createSandbox, defaultTenant, type TestSandbox } from '@pgw/sandbox/testing';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as expressAdapter from '../../src/adapters/express/index.ts';
import * as nodeAdapter from '../../src/adapters/node/index.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { createCallbackPayload } from '../callbacks.ts';
import { closeServer, createStartRequest, listen, orderTotal } from '../shop.ts';
import { adapterNames, openAdapterShop } from './adapter-shop.ts';

const merchants = new Map([
  ['acme', '1001'],
  ['Bravo & Söhne', '1002'],
]);

let sandbox: TestSandbox;
beforeAll(async () => {
  const tenants = [...merchants].map(([name, id]) => ({
    ...defaultTenant,
    id,
    name,
    secretKey: `secret-of-${id}`,
    userName: `user-${id}`,
  }));
  sandbox = await createSandbox({ tenants });
});
afterAll(() => sandbox.close());

const accounts = {
  find: (name: string) => {
    const merchantId = merchants.get(name);
    if (merchantId === undefined) return undefined;
    const credentials = { userName: `user-${merchantId}`, password: defaultTenant.password };
    const gateway = { baseUrl: sandbox.url, merchantId, secretKey: `secret-of-${merchantId}`, credentials };
    return { merchant: name, gateway };
  },
};

/** Reads the id from a header of the request of any framework. */
function resolveAccount(native: unknown): string | undefined {
  const { headers } = native as { readonly headers: Headers | Record<string, string | undefined> };
  const value = headers instanceof Headers ? headers.get('x-shop') : headers['x-shop'];
  return value == null ? undefined : decodeURIComponent(value);
}

const createOptions = () => ({
  accounts,
  merchant: 'The market',
  store: memoryStore(),
  sweepIntervalMs: 0,
  resolveOrder: () => ({ amount: orderTotal, currencyCode: 'MYR' }),
  onPaid: () => undefined,
});

const send = (
  url: string,
  path: string,
  { shop, body }: { readonly shop?: string; readonly body?: object } = {},
) =>
  fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(shop !== undefined && { 'x-shop': encodeURIComponent(shop) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

it.each(adapterNames)('with %s, two merchants are separate', async (name) => {
  const shop = await openAdapterShop(name, { gateway: undefined, resolveAccount, ...createOptions() });
  for (const [id, merchantId] of merchants) {
    const session = await (await send(shop.url, '/pgw/session?order=A1', { shop: id })).json();
    expect(session.order.merchant).toBe(id);
    const start = await send(shop.url, '/pgw/payments', { shop: id, body: createStartRequest() });
    const { payment } = await start.json();
    const [stored] = await shop.checkout.payments.list({ account: id });
    expect(stored?.reference).toBe(payment.reference);
    const payload = createCallbackPayload(payment);
    const callbackUrl = stored?.callbackUrl ?? '';
    expect(callbackUrl).toBe(`${shop.url}/pgw/callback/${encodeURIComponent(id)}`);
    const response = await fetch(callbackUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'cap-signature': sign(callbackUrl, payload, `secret-of-${merchantId}`),
      },
      body: JSON.stringify(payload),
    });
    expect(response.status).toBe(200);
    const { body } = await shop.checkout.snippet({ order: 'A1', req: undefined as never, account: id });
    expect(body).toContain('<pgw-checkout');
    expect((await send(shop.url, '/check', { shop: id, body: {} })).status).toBe(200);
  }
  expect((await send(shop.url, '/pgw/session?order=A1')).status).toBe(404);
  await shop.close();
});

const pathOptions = (publicUrl: string) => ({
  ...createOptions(),
  publicUrl,
  mountPath: '/shops/{account}/pgw',
});

it.each(['express', 'node:http'])('with %s, a part of the mount path is the account', async (name) => {
  const server = createServer();
  const url = await listen(server);
  const checkout =
    name === 'express'
      ? expressAdapter.createCheckout(pathOptions(url))
      : nodeAdapter.createCheckout(pathOptions(url));
  if ('router' in checkout) server.on('request', express().use('/shops/:account/pgw', checkout.router));
  else
    server.on(
      'request',
      (request, response) =>
        void checkout
          .handle(request, response)
          .then((isHandled) => isHandled || response.writeHead(404).end()),
    );
  for (const id of merchants.keys()) {
    const mount = `/shops/${encodeURIComponent(id)}/pgw`;
    const response = await send(url, `${mount}/payments`, { body: createStartRequest() });
    expect(response.status).toBe(201);
    const [stored] = await checkout.payments.list({ account: id });
    expect(stored?.callbackUrl).toBe(`${url}${mount}/callback/${encodeURIComponent(id)}`);
    expect(response.headers.getSetCookie().join()).toContain(`Path=${mount};`);
  }
  expect((await send(url, '/shops/none/pgw/session?order=A1')).status).toBe(404);
  expect((await send(url, '/shops/acme/pgw/manifest.json')).status).toBe(200);
  await checkout.close();
  await closeServer(server);
});
