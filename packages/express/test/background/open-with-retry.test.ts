import { expect, test } from 'vitest';
import { memoryStore } from '../../src/stores/memory.ts';
import type { EmbeddedTransaction } from '../../src/stores/embedded.ts';
import type { Store } from '../../src/payments/store.ts';
import { openShop } from '../shop.ts';

/** A store whose database is down for the first attempts. */
function lateStore(failures: number): Store<EmbeddedTransaction> & { readonly tries: () => number } {
  const store = memoryStore();
  let tries = 0;
  return {
    ...store,
    tries: () => tries,
    open: async () => {
      tries += 1;
      if (tries <= failures) throw new Error('connect ECONNREFUSED');
      await store.open();
    },
  };
}

test('a store that is down at boot is opened when it is available, and requests receive 503 until then', async () => {
  const store = lateStore(1);
  const shop = await openShop({ store, random: () => 0 });
  await expect(shop.checkout.ready).rejects.toThrow('ECONNREFUSED');
  const early = await shop.get('/pgw/session?order=A1');
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
  expect(shop.events.map(({ event }) => event)).toContain('store-failed');
  await expect.poll(async () => (await shop.get('/pgw/session?order=A1')).status).toBe(200);
  expect(store.tries()).toBe(2);
  await shop.close();
});

test('a closed checkout stops its attempts to open the store', async () => {
  const store = lateStore(Number.POSITIVE_INFINITY);
  const shop = await openShop({ store, random: () => 0 });
  await expect(shop.checkout.ready).rejects.toThrow();
  await shop.close();
  const before = store.tries();
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(store.tries()).toBe(before);
});
