import { afterEach, expect, it } from 'vitest';
import { openShop, untilNextQueryMs, type Shop } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

it('missing callbacks are reported with the callback URL after the sweep has settled five payments in a row', async () => {
  let now = Date.now();
  shop = await openShop({
    now: () => now,
    limits: { queriesPerSecond: 50 },
  });
  for (const order of ['A1', 'A2', 'A3', 'A4', 'A5', 'A6']) {
    const payment = await shop.startPayment({ order });
    shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  }
  now += untilNextQueryMs;
  await shop.checkout.payments.sweep();
  expect(shop.fulfilledReferences).toHaveLength(6);
  const [warning, ...otherWarnings] = shop.eventsNamed('callbacks-missing');
  expect(warning?.message).toContain(`${shop.url}/pgw/callback`);
  expect(otherWarnings).toEqual([]);
});
