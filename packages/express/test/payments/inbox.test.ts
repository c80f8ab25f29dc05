import { sign, type StartResponse } from '@pgw/protocol';
import { createSandbox, defaultTenant, type Sandbox } from '@pgw/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { client, fulfilments, openShop, type Shop } from '../shop.ts';

// A busy machine takes seconds for a few hundred requests.

let sandbox: Sandbox;
let shop: Shop;
let late: number;
let questions: number;
/** What a query waits for, and whether it fails then. */
let before: () => Promise<void>;

beforeEach(async () => {
  late = 0;
  questions = 0;
  before = () => Promise.resolve();
  sandbox = await createSandbox({ port: 0 });
  const real = client(sandbox.url);
  shop = await openShop({
    now: () => Date.now() + late,
    gateway: {
      ...real,
      queryPayment: async (input) => {
        questions += 1;
        await before();
        return real.queryPayment(input);
      },
    },
  });
});

afterEach(async () => {
  await shop.close();
  await sandbox.close();
});

/** Starts a payment and pays it at the gateway. Returns a function that delivers its callback. */
async function paid(order = 'A1'): Promise<{ reference: string; callBack: () => Promise<number> }> {
  const { payment } = (await (await shop.start({ order })).json()) as StartResponse;
  const { reference } = payment;
  const { amount, currencyCode, transactionNumber, callbackUrl } =
    (await shop.checkout.payments.find(reference))!;
  sandbox.decide(transactionNumber!, 'approve', { callback: 'never' });
  const data = { referenceCode: reference, amount, currencyCode, transactionNumber, status: 1 };
  const headers = {
    'content-type': 'application/json',
    'cap-signature': sign(callbackUrl, data, defaultTenant.secretKey),
  };
  const callBack = async () =>
    (await shop.get('/pgw/callback', { method: 'POST', headers, body: JSON.stringify(data) })).status;
  questions = 0;
  return { reference, callBack };
}

test('twenty copies of a callback are all stored and cause two queries', async () => {
  const { reference, callBack } = await paid();
  const held = Promise.withResolvers<void>();
  before = () => held.promise;
  expect(await callBack()).toBe(200);
  await expect.poll(() => questions).toBe(1);
  expect(new Set(await Promise.all(Array.from({ length: 19 }, callBack)))).toEqual(new Set([200]));
  held.resolve();
  await fulfilments(shop, 1);
  const claims = async () =>
    (await shop.checkout.operator.inspect(reference))?.timeline.filter(({ source }) => source === 'callback');
  // The gateway's record is an entry too.
  await expect.poll(async () => (await claims())?.length).toBe(21);
  expect((await shop.checkout.operator.inspect(reference))?.callbacks.length).toBe(20);
  expect([questions, shop.fulfilled]).toEqual([2, [reference]]);
});

test('a callback that could not be settled is settled by the sweep after its time', async () => {
  const { reference, callBack } = await paid();
  before = () => Promise.reject(new Error('no way to the gateway'));
  expect(await callBack()).toBe(200);
  await expect.poll(() => shop.events.map(({ event }) => event)).toContain('settle-failed');
  before = () => Promise.resolve();
  await shop.checkout.payments.sweep();
  expect(shop.fulfilled).toEqual([]);
  late = 21_000;
  await shop.checkout.payments.sweep();
  expect(shop.fulfilled).toEqual([reference]);
  const queried = questions;
  late = 600_000;
  await shop.checkout.payments.sweep();
  expect(questions).toBe(queried);
});

test('one round settles any number of remaining callbacks, and stops while the gateway does not respond', async () => {
  const many = 150;
  const orders = Array.from({ length: many }, (_, n) => `A${n}`);
  const payments = [];
  for (const order of orders) payments.push(await paid(order));
  before = () => Promise.reject(new Error('no way to the gateway'));
  for (const { callBack } of payments) expect(await callBack()).toBe(200);
  const failed = () => shop.events.filter(({ event }) => event === 'settle-failed').length;
  await expect.poll(failed).toBe(many);
  late = 21_000;
  questions = 0;
  await shop.checkout.payments.sweep();
  expect(questions).toBeLessThan(many);
  before = () => Promise.resolve();
  late += 61_000;
  await shop.checkout.payments.sweep();
  expect(new Set(shop.fulfilled)).toEqual(new Set(payments.map(({ reference }) => reference)));
});
