import type { StorefrontPayment } from '@pgw/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gatewayStatus, openShop, orderTotal, sentuh, type Shop, type StartedPayment } from '../shop.ts';

let shop: Shop;
let first: StartedPayment;
let second: StartedPayment;

// Pays both of two open payments of one order.
beforeEach(async () => {
  shop = await openShop();
  first = await shop.startPayment();
  second = await shop.startPayment({ channelId: sentuh });
  for (const { reference, transactionNumber } of [first, second]) {
    shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
    await shop.checkout.payments.sync(reference);
  }
});
afterEach(() => shop.close());

async function fetchPayment({ reference }: StorefrontPayment): Promise<StorefrontPayment> {
  return (await (await shop.fetch(`/pgw/payments/${reference}`)).json()) as StorefrontPayment;
}

it('only the response for the second payment of an order reports that the shopper paid twice', async () => {
  expect((await fetchPayment(second)).second).toEqual({ refund: null });
  expect((await fetchPayment(first)).second).toBeUndefined();
  expect(shop.fulfilledReferences).toEqual([first.reference]);
});

it('the response for a second payment shows that its refund is being processed', async () => {
  shop.sandbox.scenario('refund-processing');
  const request = { reference: second.reference, reason: 'Paid twice' };
  await shop.checkout.operator.refunds.create('refund-second', request);
  const { refund } = (await fetchPayment(second)).second ?? {};
  expect(refund).toEqual({ amount: orderTotal, isDone: false, date: expect.any(String) });
  const { refunds: [operation] = [] } =
    (await shop.checkout.operator.payments.inspect(second.reference)) ?? {};
  expect(Date.parse(refund?.date ?? '')).toBe(operation?.createdAt);
});

it('the response for a second payment shows the sum of its completed refunds', async () => {
  for (const amount of [5_000, orderTotal - 5_000]) {
    const request = { reference: second.reference, reason: 'Paid twice', amount };
    expect(await shop.checkout.operator.refunds.create(`refund-${amount}`, request)).toMatchObject({
      state: 'done',
    });
  }
  const { second: withRefunds, date } = await fetchPayment(second);
  expect(withRefunds).toEqual({ refund: { amount: orderTotal, isDone: true, date } });
});

it('the response for a second payment has no date for a part that was returned', async () => {
  const request = { reference: second.reference, reason: 'Paid twice', amount: 5_000 };
  await shop.checkout.operator.refunds.create('refund-5000', request);
  expect((await fetchPayment(second)).second).toEqual({
    refund: { amount: 5_000, isDone: true, date: null },
  });
});

it('the response for a second payment shows a refund that the gateway made without a request', async () => {
  shop.sandbox.changeStatus(second.transactionNumber, gatewayStatus.refunded, { callback: 'never' });
  await shop.checkout.payments.sync(second.reference);
  const { second: withRefund, date } = await fetchPayment(second);
  expect(withRefund).toEqual({ refund: { amount: orderTotal, isDone: true, date } });
});

it('the response for a second payment that an operator has fulfilled does not report that the shopper paid twice', async () => {
  await shop.checkout.operator.hooks.requeue(second.reference);
  expect((await fetchPayment(second)).second).toBeUndefined();
});

it('the return page of a second payment shows without scripts that the shopper paid twice', async () => {
  const page = await (await shop.fetch(`/pgw/return?ReferenceCode=${second.reference}`)).text();
  expect(page).toContain('<title>You paid twice</title>');
  expect(page).toContain('<p>Rimba Coffee has been informed.</p>');
  const other = await (await shop.fetch(`/pgw/return?ReferenceCode=${first.reference}`)).text();
  expect(other).toContain('<title>Payment successful</title>');
  expect(other).toContain('<a href="/">Back to Rimba Coffee</a>');
});
