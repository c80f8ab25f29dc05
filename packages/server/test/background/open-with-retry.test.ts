import { expect, test } from 'vitest';
import { memoryStore } from '../../src/stores/memory.ts';
import type { EmbeddedTransaction } from '../../src/stores/embedded.ts';
import type { Store } from '../../src/model/ports/store.ts';
import { openShop } from '../shop.ts';

/** With this value, the checkout opens a store again 500 ms after the first failure. */
const random = () => 0;

/** A store that cannot be opened in its first attempts. */
function createFailingStore(
  failures: number,
): Store<EmbeddedTransaction> & { readonly attemptCount: () => number } {
  const store = memoryStore();
  let attemptCount = 0;
  return {
    ...store,
    attemptCount: () => attemptCount,
    open: async () => {
      attemptCount += 1;
      if (attemptCount <= failures) throw new Error('connect ECONNREFUSED');
      await store.open();
    },
  };
}

test('a store that is down at boot is opened when it is available, and requests receive 503 until then', async () => {
  const store = createFailingStore(1);
  const shop = await openShop({ store, random });
  await expect(shop.checkout.ready).rejects.toThrow('ECONNREFUSED');
  const responseWhileDown = await shop.fetch('/pgw/session?order=A1');
  expect([responseWhileDown.status, responseWhileDown.headers.get('retry-after')]).toEqual([
    503,
    expect.any(String),
  ]);
  expect(shop.events.map(({ event }) => event)).toContain('store-failed');
  await expect.poll(async () => (await shop.fetch('/pgw/session?order=A1')).status).toBe(200);
  expect(store.attemptCount()).toBe(2);
  await shop.close();
});

test('a closed checkout stops its attempts to open the store', async () => {
  const store = createFailingStore(Number.POSITIVE_INFINITY);
  const shop = await openShop({ store, random });
  await expect(shop.checkout.ready).rejects.toThrow();
  await shop.close();
  const countAtClose = store.attemptCount();
  // Longer than the pause before the next attempt.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(store.attemptCount()).toBe(countAtClose);
});
