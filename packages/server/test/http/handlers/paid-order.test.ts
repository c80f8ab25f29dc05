import type { StorefrontSession } from '@pgw/protocol';
import { afterEach, expect, it } from 'vitest';
import { readJson, readProblem } from '../../responses.ts';
import { createStartRequest, openShop, orderTotal, type Shop, waitForFulfillments } from '../../shop.ts';

// A shop gives no order that is paid. A second tab of the browser that paid it requests it anyway.

let shop: Shop;
let isGiven: boolean;
afterEach(() => shop.close());

async function payOrder(): Promise<string> {
  isGiven = true;
  shop = await openShop({
    getOrderUrl: (id) => `/orders/${id}`,
    resolveOrder: () => (isGiven ? { amount: orderTotal, currencyCode: 'MYR' } : undefined),
  });
  const { reference, transactionNumber } = await shop.startPayment();
  shop.sandbox.decide(transactionNumber, 'approve');
  await waitForFulfillments(shop, 1);
  isGiven = false;
  return reference;
}

const startAs = (cookie: string): Promise<Response> =>
  shop.fetch('/pgw/payments', {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(createStartRequest()),
  });

it('a start of a paid order that the shop no longer gives responds order-already-paid with the page of the order', async () => {
  const reference = await payOrder();
  expect(await readProblem(shop.start())).toMatchObject([
    409,
    { code: 'order-already-paid', reference, orderUrl: '/orders/A1' },
  ]);
});

it('a session of a paid order that the shop no longer gives has its payment, and no channels', async () => {
  const reference = await payOrder();
  const session = await readJson<StorefrontSession>(shop.fetch('/pgw/session?order=A1'));
  expect(session).toMatchObject({
    order: { id: 'A1', amount: orderTotal },
    channels: [],
    openPayment: { reference, state: 'paid', orderUrl: '/orders/A1' },
  });
});

it.each(['', 'pgw_payments=', `pgw_payments=${'A'.repeat(22)}`])(
  'a browser with the cookie "%s" gets unknown-order for a paid order, as for an order that does not exist',
  async (cookie) => {
    await payOrder();
    const [, paid] = await readProblem(startAs(cookie));
    expect(paid).toMatchObject({ code: 'unknown-order' });
    expect(await readProblem(shop.fetch('/pgw/session?order=A1', { headers: { cookie } }))).toMatchObject([
      404,
      { code: 'unknown-order', detail: (paid as { detail: string }).detail },
    ]);
  },
);

it('an order with a payment that was not paid, which the shop no longer gives, responds unknown-order', async () => {
  isGiven = true;
  shop = await openShop({
    resolveOrder: () => (isGiven ? { amount: orderTotal, currencyCode: 'MYR' } : undefined),
  });
  await shop.startPayment();
  isGiven = false;
  expect(await readProblem(shop.start())).toMatchObject([404, { code: 'unknown-order' }]);
});

it('the page of a refused form of a paid order has a link to the order', async () => {
  await payOrder();
  const response = await shop.fetch('/pgw/start', {
    method: 'POST',
    headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ order: 'A1' }),
  });
  expect(await response.text()).toContain('<a href="/orders/A1">View your order</a>');
});
