import { afterEach, expect, test } from 'vitest';
import { openShop, untilNextQueryMs, type Shop } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

test('sweep() returns true if more queries were due than the budget allowed', async () => {
  let clockOffsetMs = 0;
  shop = await openShop({ now: () => Date.now() + clockOffsetMs, limits: { queriesPerSecond: 2 } });
  for (const order of ['A1', 'A2', 'A3']) await shop.start({ order });
  clockOffsetMs = untilNextQueryMs;
  expect(await shop.checkout.payments.sweep()).toBe(true);
  clockOffsetMs += 1_000;
  expect(await shop.checkout.payments.sweep()).toBe(false);
});
