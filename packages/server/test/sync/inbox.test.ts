import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCallbackPayload, sendCallback } from '../callbacks.ts';
import {
  createTestClient,
  untilNextQueryMs,
  waitForFulfillments,
  openShop,
  type Shop,
  type StartedPayment,
} from '../shop.ts';

let sandbox: Sandbox;
let shop: Shop;
let clockOffsetMs: number;
let queryCount: number;
/**
 * Runs before each query of the gateway. The query waits for its promise, and fails if the promise rejects.
 */
let beforeQuery: () => Promise<void>;

beforeEach(async () => {
  clockOffsetMs = 0;
  const startedAt = Date.now();
  queryCount = 0;
  beforeQuery = () => Promise.resolve();
  sandbox = await createSandbox({ port: 0 });
  const client = createTestClient(sandbox.url);
  shop = await openShop({
    // The clock is advanced only by the tests, so that no query becomes due on a slow machine.
    now: () => startedAt + clockOffsetMs,
    gateway: {
      ...client,
      queryPayment: async (input) => {
        queryCount += 1;
        await beforeQuery();
        return client.queryPayment(input);
      },
    },
  });
});

afterEach(async () => {
  await shop.close();
  await sandbox.close();
});

/** Starts a payment and approves it at the gateway, which sends no callback. */
async function startApprovedPayment(order = 'A1'): Promise<StartedPayment> {
  const payment = await shop.startPayment({ order });
  sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  queryCount = 0;
  return payment;
}

/** Sends the callback of a paid payment. Returns the HTTP status of the response. */
const deliverCallback = async (payment: StartedPayment): Promise<number> =>
  (await sendCallback(shop, createCallbackPayload(payment))).status;

test('twenty copies of a callback are all stored and cause two queries: one for the first copy, one for the rest', async () => {
  const payment = await startApprovedPayment();
  const gate = Promise.withResolvers<void>();
  beforeQuery = () => gate.promise;
  expect(await deliverCallback(payment)).toBe(200);
  await expect.poll(() => queryCount).toBe(1);
  const statuses = await Promise.all(Array.from({ length: 19 }, () => deliverCallback(payment)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  gate.resolve();
  await waitForFulfillments(shop, 1);
  const listCallbackNotes = async () =>
    (await shop.checkout.operator.payments.inspect(payment.reference))?.timeline.filter(
      ({ source }) => source === 'callback',
    );
  // One note for each of the 20 copies, and one for the update, whose source is the callback too.
  await expect.poll(async () => (await listCallbackNotes())?.length).toBe(21);
  expect((await shop.checkout.operator.payments.inspect(payment.reference))?.callbacks.length).toBe(20);
  expect([queryCount, shop.fulfilledReferences]).toEqual([2, [payment.reference]]);
});

test('after the query for a callback has failed, the sweep syncs the payment when its next query is due', async () => {
  const payment = await startApprovedPayment();
  beforeQuery = () => Promise.reject(new Error('The gateway cannot be reached.'));
  expect(await deliverCallback(payment)).toBe(200);
  await expect.poll(() => shop.eventsNamed('sync-failed').length).toBe(1);
  beforeQuery = () => Promise.resolve();
  await shop.checkout.sweep();
  expect(shop.fulfilledReferences).toEqual([]);
  clockOffsetMs = untilNextQueryMs;
  await shop.checkout.sweep();
  expect(shop.fulfilledReferences).toEqual([payment.reference]);
  const queryCountAfterSettle = queryCount;
  // A synced payment is not queried again.
  clockOffsetMs = 600_000;
  await shop.checkout.sweep();
  expect(queryCount).toBe(queryCountAfterSettle);
});

test('one broken response to the query for a callback is retried at once, without a sweep and without an event', async () => {
  const payment = await startApprovedPayment();
  beforeQuery = () => {
    beforeQuery = () => Promise.resolve();
    return Promise.reject(new Error('The gateway has responded with a page.'));
  };
  expect(await deliverCallback(payment)).toBe(200);
  await waitForFulfillments(shop, 1);
  expect([queryCount, shop.eventsNamed('sync-failed')]).toEqual([2, []]);
});

test('a sweep stops while the gateway does not respond, and a later sweep syncs all remaining callbacks', async () => {
  const count = 80;
  const orders = Array.from({ length: count }, (_, n) => `A${n}`);
  const payments = [];
  for (const order of orders) payments.push(await startApprovedPayment(order));
  beforeQuery = () => Promise.reject(new Error('The gateway cannot be reached.'));
  for (const payment of payments) expect(await deliverCallback(payment)).toBe(200);
  await expect.poll(() => shop.eventsNamed('sync-failed').length).toBe(count);
  clockOffsetMs = untilNextQueryMs;
  queryCount = 0;
  await shop.checkout.sweep();
  expect(queryCount).toBeLessThan(count);
  beforeQuery = () => Promise.resolve();
  // The first sweep has leased its callbacks for a minute.
  clockOffsetMs += 61_000;
  await shop.checkout.sweep();
  expect(new Set(shop.fulfilledReferences)).toEqual(new Set(payments.map(({ reference }) => reference)));
});
