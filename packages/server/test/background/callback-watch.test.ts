import { afterEach, expect, it } from 'vitest';
import { openShop, untilNextQueryMs, type Shop } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

it('when the sweep has synced five payments in a row without a callback, one event names the callback URL', async () => {
  let now = Date.now();
  shop = await openShop({ now: () => now });
  // The sixth payment causes no second event.
  for (const order of ['A1', 'A2', 'A3', 'A4', 'A5', 'A6']) {
    const payment = await shop.startPayment({ order });
    shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  }
  now += untilNextQueryMs;
  await shop.checkout.sweep();
  expect(shop.fulfilledReferences).toHaveLength(6);
  const [event, ...otherEvents] = shop.eventsNamed('callbacks-missing');
  expect(event).toMatchObject({ callbackUrl: `${shop.url}/pgw/callback`, paymentCount: 5 });
  expect(otherEvents).toEqual([]);
});
