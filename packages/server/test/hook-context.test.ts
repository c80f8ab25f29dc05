import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../../../scripts/programs/postgres.mjs';
import type { Store } from '../src/model/ports/store.ts';
import { memoryStore } from '../src/stores/memory.ts';
import { postgresStore } from '../src/stores/postgres.ts';
import { createCallbackPayload, sendCallback } from './callbacks.ts';
import { openShop, orderTotal } from './shop.ts';

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
