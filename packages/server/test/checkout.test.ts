import { afterEach, expect, it } from 'vitest';
import type { StorefrontPayment } from '@pgw/protocol';
import { readJson, readProblem } from './responses.ts';
import { gatewayStatus, openShop, untilNextQueryMs, waitForFulfillments, type Shop } from './shop.ts';

let shop: Shop;
afterEach(() => shop.close());

it('a payment is fulfilled once when its callback arrives', async () => {
  shop = await openShop();
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve');
  await waitForFulfillments(shop, 1);
  const fulfilled = await readJson<StorefrontPayment>(
    shop.fetch(`/pgw/payments/${payment.reference.toLowerCase()}`),
  );
  expect(fulfilled).toMatchObject({ state: 'paid', reference: payment.reference });
  expect(shop.fulfilledReferences).toEqual([payment.reference]);
});

it('a payment is fulfilled once when its callback arrives twice and the browser returns ten times', async () => {
  shop = await openShop();
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'twice' });
  const returnPath = `/pgw/return?ReferenceCode=${payment.reference}&TransactionNumber=${payment.transactionNumber}`;
  await Promise.all(Array.from({ length: 10 }, () => shop.fetch(returnPath)));
  await expect
    .poll(() => shop.sandbox.listCallbacks(payment.transactionNumber).map(({ state }) => state))
    .toEqual(['delivered', 'delivered']);
  expect(shop.fulfilledReferences).toEqual([payment.reference]);
});

it.each([
  ['decline', 'failed', 'declined'],
  ['insufficient-funds', 'failed', 'funds'],
  ['over-limit', 'failed', 'limit'],
  ['below-minimum', 'failed', 'min'],
  ['cancel', 'canceled', null],
  ['expire', 'expired', null],
  ['authorize', 'authorized', null],
] as const)(
  'the result %s of the bank makes the payment %s, and it is not fulfilled',
  async (outcome, state, reason) => {
    shop = await openShop();
    const payment = await shop.startPayment();
    shop.sandbox.decide(payment.transactionNumber, outcome);
    const fetchPayment = () => readJson<StorefrontPayment>(shop.fetch(`/pgw/payments/${payment.reference}`));
    await expect.poll(async () => (await fetchPayment()).state).toBe(state);
    expect((await fetchPayment()).reason).toBe(reason);
    expect(shop.fulfilledReferences).toEqual([]);
  },
);

it('a second payment of the order is fulfilled after the first one was declined', async () => {
  shop = await openShop();
  const first = await shop.startPayment();
  shop.sandbox.decide(first.transactionNumber, 'decline', { callback: 'never' });
  const second = await shop.startPayment();
  expect(second.reference).not.toBe(first.reference);
  shop.sandbox.decide(second.transactionNumber, 'approve');
  await waitForFulfillments(shop, 1);
  expect(shop.fulfilledReferences).toEqual([second.reference]);
});

it('a payment that the gateway reports as failed and later as paid is fulfilled', async () => {
  shop = await openShop();
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'decline');
  await expect.poll(async () => (await shop.checkout.payments.get(payment.reference))?.state).toBe('failed');
  shop.sandbox.changeStatus(payment.transactionNumber, gatewayStatus.success);
  await waitForFulfillments(shop, 1);
});

it('a payment with an undocumented status stays open, and an event reports the status', async () => {
  shop = await openShop();
  const payment = await shop.startPayment();
  shop.sandbox.changeStatus(payment.transactionNumber, gatewayStatus.undocumented);
  await expect.poll(() => shop.eventsNamed('unknown-status')).toHaveLength(1);
  expect((await shop.checkout.payments.get(payment.reference))?.state).toBe('open');
});

it('the sweep syncs a payment without a callback and without a return', async () => {
  let now = Date.now();
  shop = await openShop({ now: () => now });
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.sweep();
  expect(shop.fulfilledReferences).toEqual([]);
  now += untilNextQueryMs;
  await Promise.all([shop.checkout.sweep(), shop.checkout.sweep()]);
  expect(shop.fulfilledReferences).toEqual([payment.reference]);
});

it('a payment stays paid when onPaid fails, and onPaid is called with the same key until it succeeds', async () => {
  let now = Date.now();
  const keys: string[] = [];
  shop = await openShop({
    now: () => now,
    onPaid: (_payment, { key }) => {
      keys.push(key);
      if (keys.length < 3) throw new Error('the stock system is down');
    },
  });
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(payment.reference);
  expect(await shop.checkout.payments.get(payment.reference)).toMatchObject({
    state: 'paid',
    fulfillment: { state: 'due' },
  });
  for (let round = 0; round < 4; round += 1) {
    now += 60_000;
    await shop.checkout.sweep();
  }
  expect(keys).toEqual([payment.reference, payment.reference, payment.reference]);
  expect(shop.eventsNamed('hook-failed')).toHaveLength(2);
});

it('a request for a payment with an unknown reference responds unknown-payment', async () => {
  shop = await openShop();
  expect(await readProblem(shop.fetch('/pgw/payments/RC-1'))).toMatchObject([
    404,
    { code: 'unknown-payment' },
  ]);
});

it('the router responds not-found for an unknown path', async () => {
  shop = await openShop();
  expect(await readProblem(shop.fetch('/pgw/nothing'))).toMatchObject([404, { code: 'not-found' }]);
});

it('the router refuses requests if it is mounted at another path than mountPath', async () => {
  shop = await openShop({ mountPath: '/payments' });
  expect(await readProblem(shop.fetch('/pgw/session?order=A1'))).toMatchObject([
    500,
    {
      code: 'wrong-mount-path',
      detail: expect.stringMatching(/mounted at \/pgw, and mountPath is \/payments/),
    },
  ]);
  expect(shop.events[0]?.message).toMatch(/mounted at \/pgw, and mountPath is \/payments/);
});

it('the router sends Cache-Control: no-store', async () => {
  shop = await openShop();
  expect((await shop.fetch('/pgw/session?order=A1')).headers.get('cache-control')).toBe('no-store');
});
