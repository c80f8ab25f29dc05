import { afterEach, expect, test } from 'vitest';
import { openShop, untilNextQueryMs, type Shop } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

test('sweep() returns true if more queries are due than limits.queriesPerSecond allows', async () => {
  let clockOffsetMs = 0;
  shop = await openShop({ now: () => Date.now() + clockOffsetMs, limits: { queriesPerSecond: 2 } });
  for (const order of ['A1', 'A2', 'A3']) await shop.start({ order });
  clockOffsetMs = untilNextQueryMs;
  expect(await shop.checkout.payments.sweep()).toBe(true);
  clockOffsetMs += 1_000;
  expect(await shop.checkout.payments.sweep()).toBe(false);
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
    (await shop.checkout.operator.list()).filter(({ schedule }) => schedule.queriedAt === now).length;
  await Promise.all([
    shop.checkout.payments.sweep(),
    shop.checkout.payments.sweep(),
    shop.checkout.payments.sweep(),
  ]);
  expect(await countQueries()).toBe(2);
});
