import type { StorefrontSession } from '@pgw/protocol';
import { afterEach, expect, it } from 'vitest';
import { openShop, orderTotal, type Shop } from '../../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

/** Opens a shop that finds its orders without regard to letter case. */
async function openTestShop(toId = (text: string): string => text.toUpperCase()): Promise<void> {
  shop = await openShop({
    resolveOrder: (text) => ({ id: toId(text), amount: orderTotal, currencyCode: 'MYR' }),
    getOrderUrl: (id) => `/orders/${id}`,
  });
}

it('an order that a browser names in two ways is one order: its open payment is reused, and it is paid once', async () => {
  await openTestShop();
  const first = await shop.startPayment({ order: 'a1' });
  const second = await shop.startPayment({ order: 'A1' });
  expect(second.reference).toBe(first.reference);
  expect(first).toMatchObject({ order: { id: 'A1' }, orderUrl: '/orders/A1' });
  const form = await shop.fetch('/pgw/start', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
    body: 'order=a1&channel=5',
  });
  expect(form.status).toBe(303);
  const session = (await (await shop.fetch('/pgw/session?order=a1')).json()) as StorefrontSession;
  expect(session).toMatchObject({ order: { id: 'A1' }, openPayment: { reference: first.reference } });
  const payments = await shop.checkout.payments.list({ orderId: 'A1' });
  expect(payments.map(({ orderId }) => orderId)).toEqual(['A1']);
  expect(await shop.checkout.payments.list({ orderId: 'a1' })).toEqual([]);
});

it.each(['', 'x'.repeat(201), 'A\0'])('the canonical id %j is refused', async (id) => {
  await openTestShop(() => id);
  expect((await shop.start({ order: 'A1' })).status).toBe(503);
  expect(shop.eventsNamed('request-failed')).toMatchObject([
    { causeCode: 'invalid-configuration', orderId: 'A1' },
  ]);
});
