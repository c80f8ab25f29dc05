import { afterEach, expect, it } from 'vitest';
import { runHealthChecks, createStoreCheck, SweepWatch } from '../../src/model/health.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { samplePayment } from '../stores/contract/sample-payment.ts';
import { openShop, type Shop, type ShopOptions } from '../shop.ts';

const shops: Shop[] = [];
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close();
});

async function openTestShop(options?: ShopOptions): Promise<Shop> {
  const shop = await openShop(options);
  shops.push(shop);
  await shop.checkout.ready.catch(() => undefined);
  return shop;
}

const waitForever = (): Promise<never> => new Promise(() => undefined);
const note = { reference: 'RC-1', at: 0, source: 'start', kind: 'payment-created', text: 'Stored.' } as const;
const createPaymentDueAt = (nextQueryAt: number) => samplePayment({ schedule: { nextQueryAt } });

it('health is ok while the store is open and no work is due', async () => {
  const shop = await openTestShop();
  expect(await shop.checkout.health()).toEqual({
    status: 'ok',
    store: 'open',
    gateway: 'up',
    oldestDueWorkMs: null,
    lastSweepAt: null,
    lastAuditAt: null,
    problems: [],
  });
});

it('health has the time of the last sweep and the age of the oldest due work', async () => {
  const now = 1_000_000;
  const store = memoryStore();
  const shop = await openTestShop({ store, now: () => now });
  await shop.checkout.sweep();
  await store.insert('payment', { payment: createPaymentDueAt(now - 4_000), note });
  expect(await shop.checkout.health()).toMatchObject({
    status: 'ok',
    lastSweepAt: now,
    oldestDueWorkMs: 4_000,
  });
});

it('health does not count work whose time is in the future', async () => {
  const store = memoryStore();
  const shop = await openTestShop({ store, now: () => 1_000 });
  await store.insert('payment', { payment: createPaymentDueAt(2_000), note });
  expect(await shop.checkout.health()).toMatchObject({ oldestDueWorkMs: null });
});

it('health is degraded if work has been due for more than ten minutes, and the process still serves requests', async () => {
  const now = 1_000_000;
  const store = memoryStore();
  const shop = await openTestShop({ store, now: () => now });
  await store.insert('payment', { payment: createPaymentDueAt(now - 600_001), note });
  const { status, problems } = await shop.checkout.health();
  expect([status, problems.map(({ code }) => code)]).toEqual(['degraded', ['work-overdue']]);
  expect((await shop.fetch('/pgw/health')).status).toBe(200);
});

it('health is failing while the store cannot be opened, and health() does not reject', async () => {
  const store = memoryStore();
  const shop = await openTestShop({
    store: { ...store, open: () => Promise.reject(new Error('the disk failed')) },
  });
  const health = await shop.checkout.health();
  expect(health).toMatchObject({ status: 'failing', store: 'unavailable', oldestDueWorkMs: null });
  expect(health.problems).toMatchObject([
    { code: 'store-unavailable', message: expect.stringContaining('the disk failed') },
  ]);
});

it('health is failing if the store does not respond in time, and the next check sends no second query', async () => {
  let queries = 0;
  const findOldestDueAt = (): Promise<never> => {
    queries += 1;
    return waitForever();
  };
  const whenOpen = (): Promise<void> => Promise.resolve();
  const check = createStoreCheck({ findOldestDueAt, whenOpen, now: Date.now, sweepIntervalMs: 0 });
  const timeoutMs = 20;
  const results = [await runHealthChecks([check], timeoutMs), await runHealthChecks([check], timeoutMs)];
  expect(results.map(({ problems }) => problems[0]?.code)).toEqual([
    'store-unavailable',
    'store-unavailable',
  ]);
  expect(queries).toBe(1);
});

it('health is failing if this process has not finished a sweep for ten minutes', async () => {
  let now = 0;
  const sweepIntervalMs = 5_000;
  const sweeps = new SweepWatch(() => now, sweepIntervalMs);
  const readCodes = async () => (await runHealthChecks([sweeps.check])).problems.map(({ code }) => code);
  now = 600_000;
  expect(await readCodes()).toEqual([]);
  now = 600_001;
  expect(await readCodes()).toEqual(['sweep-stalled']);
  sweeps.recordSweep();
  expect(await readCodes()).toEqual([]);
});

it('health is ok without a finished sweep if sweeps are turned off in this process', async () => {
  let now = 0;
  const sweepIntervalMs = 0;
  const sweeps = new SweepWatch(() => now, sweepIntervalMs);
  now = 3_600_000;
  expect((await runHealthChecks([sweeps.check])).status).toBe('ok');
});

it('GET /pgw/health responds 200 with only the status while the checkout serves requests', async () => {
  const shop = await openTestShop();
  const response = await shop.fetch('/pgw/health');
  expect([response.status, await response.text()]).toEqual([200, '{"status":"ok"}']);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

it('GET /pgw/health responds 503 with only the status while the store is unavailable', async () => {
  const store = memoryStore();
  const shop = await openTestShop({
    store: { ...store, open: () => Promise.reject(new Error('the disk failed')) },
  });
  const response = await shop.fetch('/pgw/health');
  expect([response.status, await response.text()]).toEqual([503, '{"status":"failing"}']);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(shop.eventsNamed('request-failed')).toEqual([]);
});

it('GET /pgw/health queries the store at most once a second', async () => {
  const store = memoryStore();
  let queries = 0;
  const shop = await openTestShop({
    store: {
      ...store,
      read: (of, ...request) => {
        queries += 1;
        return store.read(of, ...request);
      },
    },
  });
  const begunAt = performance.now();
  await Promise.all(Array.from({ length: 50 }, () => shop.fetch('/pgw/health')));
  expect(queries).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - begunAt) / 1_000));
});
