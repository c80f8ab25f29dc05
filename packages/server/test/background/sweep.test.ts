import { afterEach, expect, test } from 'vitest';
import type { Store } from '../../src/store.ts';
import { samplePayment } from '../stores/contract/sample-payment.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { sendCallbackBody } from '../callbacks.ts';
import {
  createTestClient,
  gatewayStatus,
  openShop,
  unreachableUrl,
  untilNextQueryMs,
  type Shop,
} from '../shop.ts';
import { isNightly } from '../../../../scripts/nightly.ts';

let shop: Shop;
afterEach(() => shop.close());

test('sweep() returns true if more queries are due than limits.queriesPerSecond allows', async () => {
  let clockOffsetMs = 0;
  shop = await openShop({ now: () => Date.now() + clockOffsetMs, limits: { queriesPerSecond: 2 } });
  for (const order of ['A1', 'A2', 'A3']) await shop.start({ order });
  clockOffsetMs = untilNextQueryMs;
  expect(await shop.checkout.sweep()).toBe(true);
  clockOffsetMs += 1_000;
  expect(await shop.checkout.sweep()).toBe(false);
});

test('concurrent sweeps together send no more queries in a second than limits.queriesPerSecond allows', async () => {
  let now = Date.now();
  shop = await openShop({
    now: () => now,
    limits: { queriesPerSecond: 2 },
  });
  for (let n = 1; n <= 5; n += 1) await shop.startPayment({ order: `A${n}` });
  now += untilNextQueryMs;
  const countQueries = async () =>
    (await shop.checkout.payments.list()).filter(({ schedule }) => schedule.queriedAt === now).length;
  await Promise.all([shop.checkout.sweep(), shop.checkout.sweep(), shop.checkout.sweep()]);
  expect(await countQueries()).toBe(2);
});

test('sweep() and runHourlyTasks() of a new process wait until the store is open', async () => {
  const store = memoryStore();
  const gate = Promise.withResolvers<void>();
  let isOpen = false;
  shop = await openShop({
    store: {
      ...store,
      open: async () => {
        await gate.promise;
        await store.open();
        isOpen = true;
      },
    },
  });
  const sweeping = shop.checkout.sweep().then(() => isOpen);
  const hourly = shop.checkout.runHourlyTasks().then(() => isOpen);
  gate.resolve();
  expect(await Promise.all([sweeping, hourly])).toEqual([true, true]);
});

test('runHourlyTasks() deletes rows after their retention, and audits the store', async () => {
  let clockOffsetMs = 0;
  shop = await openShop({ now: () => Date.now() + clockOffsetMs, retentionDays: { rejected: 1 } });
  const body = JSON.stringify({ referenceCode: 'unknown' });
  expect((await sendCallbackBody(shop, body, 'wrong')).status).toBe(400);
  const countRejected = async () => (await shop.checkout.operator.rejectedCallbacks.list()).length;
  await shop.checkout.runHourlyTasks();
  expect([await countRejected(), shop.eventsNamed('audit-passed').length]).toEqual([1, 1]);
  clockOffsetMs = 2 * 86_400_000;
  await shop.checkout.runHourlyTasks();
  expect(await countRejected()).toBe(0);
});

/** Stores payments that are due for a query since `dueAt`. */
async function insertDuePayments(
  store: Store,
  count: number,
  fields: { readonly createdAt: number; readonly dueAt: number; readonly prefix: string },
): Promise<void> {
  const { createdAt, dueAt, prefix } = fields;
  const inserts = Array.from({ length: count }, (_, n) => {
    const reference = `${prefix}-${n}`;
    const payment = samplePayment({
      reference,
      orderId: reference,
      transactionNumber: reference,
      createdAt: createdAt + n,
      schedule: { nextQueryAt: dueAt },
    });
    return store.insert('payment', {
      payment,
      note: {
        reference,
        at: createdAt,
        source: 'start',
        kind: 'payment-created',
        text: 'Stored.',
      },
    });
  });
  await Promise.all(inserts);
}

/** Enough that a minute of queries does not end them. */
const dueCount = isNightly ? 20_000 : 5_000;

test(`${dueCount} due payments delay no new payment by more than one interval, and keep a fifth of the queries`, async () => {
  let now = Date.now();
  const store = memoryStore();
  await store.open();
  const hourMs = 3_600_000;
  await insertDuePayments(store, dueCount, {
    createdAt: now - 24 * hourMs,
    dueAt: now - hourMs,
    prefix: 'old',
  });
  const queried: string[] = [];
  const client = createTestClient(unreachableUrl);
  shop = await openShop({
    store,
    now: () => now,
    gateway: {
      ...client,
      queryPayment: ({ transactionNumber = '' }) => {
        queried.push(transactionNumber);
        const { amount, currencyCode } = samplePayment();
        const referenceCode = transactionNumber;
        const record = {
          transactionNumber,
          referenceCode,
          amount,
          currencyCode,
          status: gatewayStatus.pending,
        };
        return Promise.resolve(record);
      },
    },
  });
  // Every second a payment is started. Its first query is due after 20 seconds.
  const startedAt = now;
  const delays: number[] = [];
  for (let second = 0; second < 60; second += 1) {
    now = startedAt + second * 1_000;
    await insertDuePayments(store, 1, { createdAt: now, dueAt: now + 20_000, prefix: `new-${second}` });
    const before = queried.length;
    await shop.checkout.sweep();
    for (const number of queried.slice(before))
      if (number.startsWith('new-')) delays.push(second - Number(number.split('-')[1]));
  }
  expect(delays.length).toBeGreaterThanOrEqual(39);
  expect(Math.max(...delays.slice(0, 39))).toBeLessThanOrEqual(40);
  const oldQueries = queried.filter((number) => number.startsWith('old-')).length;
  expect(oldQueries).toBeGreaterThanOrEqual(60 * 2);
  expect(queried.length).toBeLessThanOrEqual(60 * 10);
});
