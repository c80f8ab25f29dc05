import { afterEach, expect, test } from 'vitest';
import { openShop, type Shop } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

test('a sweep returns whether more is due than its budget allowed', async () => {
  let late = 0;
  shop = await openShop({ now: () => Date.now() + late, limits: { queriesPerSecond: 2 } });
  for (const order of ['A1', 'A2', 'A3']) await shop.start({ order });
  late = 30_000;
  expect(await shop.checkout.payments.sweep()).toBe(true);
  late += 1_000;
  expect(await shop.checkout.payments.sweep()).toBe(false);
});
