import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../../../scripts/programs/postgres.mjs';
import type { Store } from '../src/model/ports/store.ts';
import { memoryStore } from '../src/stores/memory.ts';
import { postgresStore } from '../src/stores/postgres.ts';
import { adapterNames, openAdapterShop } from './adapters/adapter-shop.ts';
import { createCallbackPayload, sendCallback } from './callbacks.ts';
import { createStartRequest, gatewayStatus, openShop, orderTotal, type ShopOptions } from './shop.ts';

let server: PostgresServer;
let pool: pg.Pool;
beforeAll(async () => {
  server = await startPostgres();
  pool = new pg.Pool({ connectionString: server.url });
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

const stores = [
  ['embedded', () => memoryStore()],
  ['PostgreSQL', () => postgresStore({ pool })],
] as const;

const count = 40;

describe.each(stores)('the %s store', (_name, createStore) => {
  it('calls hooks and the price of a sync in the asynchronous context of the boot, and resolveOrder in that of its request', async () => {
    const requests = new AsyncLocalStorage<string>();
    const seen: Record<string, (string | undefined)[]> = {
      onPaid: [],
      getPrice: [],
      resolveOrder: [],
      events: [],
    };
    const note = (name: string): void => void seen[name]?.push(requests.getStore());
    const shop = await requests.run('boot', () =>
      openShop({
        store: createStore() as Store as never,
        setUpApp: (app) => {
          let requestCount = 0;
          app.use((_req, _res, next) => requests.run(`request ${(requestCount += 1)}`, next));
        },
        resolveOrder: () => {
          note('resolveOrder');
          return { amount: orderTotal, currencyCode: 'MYR' };
        },
        getPrice: () => {
          note('getPrice');
          return { amount: orderTotal, currencyCode: 'MYR' };
        },
        onPaid: async () => {
          note('onPaid');
          await new Promise(setImmediate);
          note('onPaid');
        },
        onEvent: ({ event }) => {
          if (event === 'hook-succeeded') note('events');
        },
      }),
    );
    const payments = await Promise.all(
      Array.from({ length: count }, (_, n) => shop.startPayment({ order: `A${n}` })),
    );
    expect(seen['resolveOrder']?.every((context) => context?.startsWith('request '))).toBe(true);
    expect(new Set(seen['resolveOrder']).size).toBe(count);
    seen['getPrice'] = [];
    for (const { transactionNumber } of payments)
      shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
    await Promise.all(payments.map((payment) => sendCallback(shop, createCallbackPayload(payment))));
    await expect.poll(() => seen['events']?.length).toBe(count);
    const { onPaid, getPrice, events } = seen;
    expect([new Set(onPaid), new Set(getPrice)]).toEqual([new Set(['boot']), new Set(['boot'])]);
    expect(onPaid).toHaveLength(2 * count);
    // Each event belongs to the request whose callback has caused it.
    expect(new Set(events).size).toBe(count);
    await shop.close();
  });
});

/** What causes each hook, in the context of a request or of a clerk. */
const outcomes = {
  onAuthorized: ['authorize'],
  onEnded: ['decline'],
  onPaid: ['approve'],
  onRefunded: ['approve', 'refund'],
  onReversed: ['approve', 'refund', 'reverse'],
} as const;

it.each(Object.keys(outcomes) as (keyof typeof outcomes)[])(
  'calls %s in the asynchronous context of the boot',
  async (hook) => {
    const requests = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const options: ShopOptions = {
      setUpApp: (app) => void app.use((_req, _res, next) => requests.run('request', next)),
      onAuthorized: () => undefined,
      onEnded: () => undefined,
      onPaid: () => undefined,
      onRefunded: () => undefined,
      onReversed: () => undefined,
      [hook]: () => void seen.push(requests.getStore()),
    };
    const shop = await requests.run('boot', () => openShop(options));
    await requests.run('clerk', async () => {
      const { reference, transactionNumber } = await shop.startPayment();
      const [outcome, ...later] = outcomes[hook];
      shop.sandbox.decide(transactionNumber, outcome);
      await shop.sandbox.waitForCallbacks();
      await expect.poll(async () => (await shop.checkout.payments.get(reference))?.state).not.toBe('open');
      for (const step of later) {
        const [refund] = shop.sandbox.listRefunds(transactionNumber);
        if (step === 'refund')
          await shop.checkout.operator.refunds.create('refund-0001', {
            reference,
            amount: 100,
            reason: 'Broken',
          });
        else shop.sandbox.decideRefund(refund?.refundNumber ?? '', gatewayStatus.refundReversed);
        await shop.sandbox.waitForCallbacks();
        await shop.checkout.sweep();
      }
    });
    await expect.poll(() => seen).toEqual(['boot']);
    await shop.close();
  },
);

it.each(adapterNames)(
  '%s: calls onPaid in the context of the boot, and resolveOrder in that of its request',
  async (name) => {
    const requests = new AsyncLocalStorage<string>();
    const seen: Record<string, (string | undefined)[]> = { onPaid: [], resolveOrder: [] };
    const shop = await requests.run('boot', () =>
      openAdapterShop(name, {
        runRequest: (work) => requests.run('request', work),
        resolveOrder: () => {
          seen['resolveOrder']?.push(requests.getStore());
          return { amount: orderTotal, currencyCode: 'MYR' };
        },
        onPaid: () => void seen['onPaid']?.push(requests.getStore()),
      }),
    );
    const response = await fetch(`${shop.url}/pgw/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(createStartRequest()),
    });
    expect(response.status).toBe(201);
    const [payment] = shop.sandbox.listPayments();
    shop.sandbox.decide(payment?.transactionNumber ?? '', 'approve');
    await expect.poll(() => seen['onPaid']).toEqual(['boot']);
    expect(new Set(seen['resolveOrder'])).toEqual(new Set(['request']));
    await shop.close();
  },
);
