import { fetchTransport, type Transport } from '@pgw/client';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestClient, openShop, type Shop, type ShopOptions } from './shop.ts';

type Fields = Readonly<Record<string, unknown>>;

let sandbox: Sandbox;
let shop: Shop;
beforeEach(async () => {
  sandbox = await createSandbox({ port: 0 });
});
afterEach(async () => {
  await shop.close();
  await sandbox.close();
});

/** Creates a transport that replaces fields of the results of the paths with this end. */
function createChangingTransport(pathEnd: string, fields: Fields): Transport {
  return fetchTransport(async (url, init) => {
    const response = await fetch(url, init);
    if (!new URL(url).pathname.endsWith(pathEnd) || !response.ok) return response;
    const body = (await response.json()) as { readonly result: Fields };
    return Response.json({ ...body, result: { ...body.result, ...fields } });
  });
}

async function openTestShop(pathEnd: string, fields: Fields, options: ShopOptions = {}): Promise<void> {
  const transport = createChangingTransport(pathEnd, fields);
  shop = await openShop({ gateway: createTestClient(sandbox.url, { transport }), ...options });
}

it.each([
  ['0001-01-01T00:00:00'],
  ['0001-01-01T00:00:00Z'],
  ['1900-01-01T00:00:00'],
  ['1970-01-01T00:00:00Z'],
  ['0000-00-00 00:00:00'],
  ['01/01/0001 00:00:00'],
  [''],
])(
  'a payment with the deadline %j has no deadline, and a second start reuses it',
  async (transactionExpired) => {
    await openTestShop('/RequestPayment', { transactionExpired, clientScript: '', channelId: 0 });
    const payment = await shop.startPayment();
    expect(payment.expiresAt).toBeNull();
    const second = await shop.startPayment();
    expect(second.reference).toBe(payment.reference);
    expect(sandbox.listPayments()).toHaveLength(1);
    sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
    expect((await shop.checkout.payments.settle(payment.reference))?.state).toBe('paid');
  },
);

it.each([
  ['amount', 0],
  ['currencyCode', ''],
  ['currencyCode', 'XXX'],
  ['referenceCode', ''],
  ['referenceCode', '0'],
])('a record whose %s is %j differs, and the payment is never paid', async (name, value) => {
  let now = Date.now();
  await openTestShop('/Query', { [name]: value }, { now: () => now });
  const payment = await shop.startPayment();
  sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.settle(payment.reference);
  // An amount that differs is queried for five minutes before the review.
  now += 300_000;
  expect((await shop.checkout.payments.settle(payment.reference))?.state).toBe('review');
  expect(shop.fulfilledReferences).toEqual([]);
});
