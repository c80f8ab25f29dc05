import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../../../../scripts/programs/postgres.mjs';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { postgresStore } from '../../src/stores/postgres.ts';
import { maxWaitMs } from '../../src/stores/sql/dialects/node-sqlite.ts';
import { openForAnyAccount, openShop, untilNextQueryMs, type Shop, type ShopOptions } from '../shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'pgw-slow-'));
let server: PostgresServer;
let pool: pg.Pool;
const shops: Shop[] = [];

beforeAll(async () => {
  server = await startPostgres();
  pool = new pg.Pool({ connectionString: server.url });
});

afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close();
});

afterAll(async () => {
  await pool.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function openTestShop(options: ShopOptions): Promise<Shop> {
  const shop = await openShop(options);
  shops.push(shop);
  await shop.checkout.ready;
  return shop;
}

const stores = {
  memory: () => memoryStore(),
  embedded: () => embeddedStore({ file: join(folder, `${Math.random()}.db`) }),
  // openShop() has the type of the embedded `tx`. The handlers of this file do not use `tx`.
  postgres: () => openForAnyAccount(postgresStore({ pool })) as never,
};

async function startApprovedPayment(shop: Shop, order: string): Promise<string> {
  const payment = await shop.startPayment({ order });
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  return payment.reference;
}

const waitForever = (): Promise<never> => new Promise(() => undefined);
const findPayment = (shop: Shop, reference: string) => shop.checkout.payments.get(reference);

describe.each(Object.entries(stores))('slow handlers on the %s store', (name, createStore) => {
  it('a handler that never ends is rolled back after its time limit, and counted as a failure', async () => {
    const shop = await openTestShop({
      store: createStore(),
      onPaid: waitForever,
      limits: { fulfillTimeoutMs: 50 },
    });
    const reference = await startApprovedPayment(shop, `A-${name}-1`);
    await shop.checkout.payments.sync(reference);
    expect(await findPayment(shop, reference)).toMatchObject({
      state: 'paid',
      fulfillment: { state: 'due' },
    });
    expect(shop.eventsNamed('hook-failed')).toMatchObject([
      { hook: 'onPaid', attempts: 1, error: { message: expect.stringContaining('within 50 ms') } },
    ]);
  });

  it('a handler that never ends is also rolled back in the transaction of a callback', async () => {
    const shop = await openTestShop({
      store: createStore(),
      onPaid: waitForever,
      limits: { fulfillTimeoutMs: 50 },
    });
    const payment = await shop.startPayment({ order: `A-${name}-2` });
    shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'now' });
    await expect.poll(() => shop.eventsNamed('hook-failed')).toMatchObject([{ attempts: 1 }]);
    expect(await findPayment(shop, payment.reference)).toMatchObject({
      state: 'paid',
      fulfillment: { state: 'due' },
    });
  });

  it('one event reports a slow handler while it runs', async () => {
    const gate = Promise.withResolvers<void>();
    const shop = await openTestShop({
      store: createStore(),
      onPaid: () => gate.promise,
      limits: { fulfillSlowMs: 20 },
    });
    const reference = await startApprovedPayment(shop, `A-${name}-3`);
    const synced = shop.checkout.payments.sync(reference);
    await expect.poll(() => shop.eventsNamed('hook-slow').length).toBe(1);
    expect(shop.eventsNamed('hook-slow')[0]).toMatchObject({
      level: 'warn',
      reference,
      durationMs: 20,
    });
    gate.resolve();
    expect(await synced).toMatchObject({ fulfillment: { state: 'done' } });
    expect(shop.eventsNamed('hook-slow')).toHaveLength(1);
  });
});

it('on PostgreSQL a handler that never ends delays neither the sweep nor other payments', async () => {
  const stuckHandler = Promise.withResolvers<void>();
  const otherOrders = ['A-a', 'A-b', 'A-c'];
  const fulfilledOrders: string[] = [];
  let clockOffsetMs = 0;
  const shop = await openTestShop({
    store: stores.postgres(),
    now: () => Date.now() + clockOffsetMs,
    sweepIntervalMs: 20,
    onPaid: ({ orderId }) => {
      if (orderId === 'A-stuck') return stuckHandler.promise;
      // Earlier tests have left payments in the same database.
      if (otherOrders.includes(orderId)) fulfilledOrders.push(orderId);
      return undefined;
    },
  });
  await startApprovedPayment(shop, 'A-stuck');
  // Now the first query of this payment is due.
  clockOffsetMs = untilNextQueryMs;
  const stuckSince = Date.now() + clockOffsetMs;
  await expect.poll(() => shop.checkout.health().then((health) => health.lastSweepAt)).toBeGreaterThan(0);
  for (const order of otherOrders) await startApprovedPayment(shop, order);
  // Now the first queries of the other payments are due.
  clockOffsetMs += untilNextQueryMs;
  await expect.poll(() => fulfilledOrders.toSorted()).toEqual(otherOrders);
  const { lastSweepAt } = await shop.checkout.health();
  expect(lastSweepAt).toBeGreaterThan(stuckSince);
  stuckHandler.resolve();
});

it('on PostgreSQL the connection of a handler that never ends is closed, so that its locks are released', async () => {
  const stuckPool = new pg.Pool({ connectionString: server.url, application_name: 'stuck' });
  const store = postgresStore({ pool: stuckPool });
  const shop = await openTestShop({
    store: openForAnyAccount(store) as never,
    limits: { fulfillTimeoutMs: 100 },
    onPaid: async (_payment, { tx }) => {
      // The store of this shop is PostgreSQL, so `tx` has `query`.
      const { query } = tx as unknown as { query: (text: string) => Promise<unknown> };
      await query('create temporary table locked (n int)');
      await waitForever();
    },
  });
  const reference = await startApprovedPayment(shop, 'A-locked');
  await shop.checkout.payments.sync(reference);
  const countOpenTransactions = async () => {
    const text =
      "select count(*)::int as n from pg_stat_activity where application_name = 'stuck' and state like 'idle in%'";
    return (await pool.query(text)).rows[0].n as number;
  };
  await expect.poll(countOpenTransactions).toBe(0);
  expect(await findPayment(shop, reference)).toMatchObject({ fulfillment: { state: 'due' } });
  await stuckPool.end();
});

it('a handler cannot write with tx after its time limit', async () => {
  const lateWrite = Promise.withResolvers<unknown>();
  const timedOut = Promise.withResolvers<void>();
  const shop = await openTestShop({
    store: memoryStore(),
    limits: { fulfillTimeoutMs: 30 },
    onPaid: async (_payment, { tx }) => {
      await timedOut.promise;
      try {
        lateWrite.resolve(tx.run('create table late_write (n)'));
      } catch (error) {
        lateWrite.resolve(error);
      }
    },
  });
  const reference = await startApprovedPayment(shop, 'A-late');
  await shop.checkout.payments.sync(reference);
  timedOut.resolve();
  expect(await lateWrite.promise).toMatchObject({
    message: expect.stringContaining('The transaction has ended'),
  });
});

it('with the embedded store a request responds 503 after it has waited five seconds for a handler', async () => {
  const gate = Promise.withResolvers<void>();
  let isRunning = false;
  const onPaid = (): Promise<void> => {
    isRunning = true;
    return gate.promise;
  };
  const shop = await openTestShop({ store: stores.embedded(), onPaid });
  const reference = await startApprovedPayment(shop, 'A-wait');
  const synced = shop.checkout.payments.sync(reference);
  await expect.poll(() => isRunning).toBe(true);
  const begunAt = performance.now();
  const response = await shop.fetch('/pgw/session?order=A-other');
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: 'store-unavailable' });
  // A timer of Node can end a millisecond too early.
  expect(performance.now() - begunAt).toBeGreaterThan(maxWaitMs - 10);
  gate.resolve();
  expect(await synced).toMatchObject({ fulfillment: { state: 'done' } });
  expect((await shop.fetch('/pgw/session?order=A-other')).status).toBe(200);
});
