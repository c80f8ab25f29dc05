import { PgwError } from '@pgw/protocol';
import { createSandbox } from '@pgw/sandbox';
import { afterEach, expect, it } from 'vitest';
import { samplePayment } from '../stores/contract/sample-payment.ts';
import { note } from '../stores/contract/samples.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import {
  createTestClient,
  gatewayStatus,
  waitForFulfillments,
  openShop,
  sentuh,
  type Shop,
  type ShopOptions,
  type StartedPayment,
} from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

async function openTestShop(options?: ShopOptions): Promise<void> {
  shop = await openShop(options);
}

/** Starts two payments of one order. A second start on the same channel would return the first payment. */
async function startTwoPayments(): Promise<[StartedPayment, StartedPayment]> {
  return [await shop.startPayment(), await shop.startPayment({ channelId: sentuh })];
}

it('an order that is paid twice is fulfilled by the first payment, and the second one is withheld and reported', async () => {
  await openTestShop();
  const [first, second] = await startTwoPayments();
  shop.sandbox.decide(first.transactionNumber, 'approve');
  await waitForFulfillments(shop, 1);
  shop.sandbox.decide(second.transactionNumber, 'approve');
  await expect.poll(() => shop.eventsNamed('order-paid-twice').length).toBe(1);
  expect(await shop.checkout.payments.get(second.reference)).toMatchObject({
    state: 'paid',
    fulfillment: { state: 'withheld' },
  });
  expect(shop.fulfilledReferences).toEqual([first.reference]);
});

it('the second payment of an order is fulfilled only by operator.hooks.requeue', async () => {
  await openTestShop();
  const [first, second] = await startTwoPayments();
  for (const { transactionNumber } of [first, second])
    shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(first.reference);
  await shop.checkout.payments.sync(second.reference);
  await shop.checkout.operator.hooks.requeue(second.reference);
  expect(shop.fulfilledReferences).toEqual([first.reference, second.reference]);
  await expect(shop.checkout.operator.hooks.requeue(second.reference)).rejects.toThrow(
    /its fulfillment is done/,
  );
});

it('a fulfillment is dead after its last failed attempt, and operator.hooks.requeue retries it', async () => {
  let now = Date.now();
  let isBroken = true;
  await openTestShop({
    now: () => now,
    limits: { fulfillAttempts: 3 },
    onPaid: (payment) => {
      if (isBroken) throw new Error('out of stock');
      shop.fulfilledReferences.push(payment.reference);
    },
  });
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(payment.reference);
  // More sweeps than the attempts that are allowed.
  for (let sweeps = 0; sweeps < 6; sweeps += 1) {
    now += 3_600_000;
    await shop.checkout.sweep();
  }
  expect(shop.eventsNamed('hook-failed')).toHaveLength(2);
  expect(shop.eventsNamed('hook-dead')).toHaveLength(1);
  const [dead] = await shop.checkout.payments.list({ fulfillments: ['dead'] });
  expect(dead).toMatchObject({
    reference: payment.reference,
    state: 'paid',
    fulfillment: { state: 'dead' },
  });
  isBroken = false;
  await shop.checkout.operator.hooks.requeue(payment.reference);
  expect(shop.fulfilledReferences).toEqual([payment.reference]);
});

it('operator.payments.inspect returns the callbacks and the timeline of a payment with the source of each note', async () => {
  await openTestShop();
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve');
  await waitForFulfillments(shop, 1);
  const inspection = await shop.checkout.operator.payments.inspect(payment.reference);
  expect(inspection?.callbacks).toHaveLength(1);
  expect(inspection?.timeline.map(({ source }) => source)).toEqual([
    'start',
    'start',
    'callback',
    'callback',
    'fulfill',
  ]);
  expect(await shop.checkout.operator.payments.inspect('unknown')).toBeUndefined();
});

it('operator.rejectedCallbacks.list returns a rejected callback with the reason', async () => {
  await openTestShop();
  await shop.fetch('/pgw/callback', {
    method: 'POST',
    body: '{"hello":1}',
    headers: { 'cap-signature': 'x' },
  });
  const [rejected] = await shop.checkout.operator.rejectedCallbacks.list();
  expect(rejected).toMatchObject({ verdict: 'invalid-callback', rawBody: '{"hello":1}', signature: 'x' });
});

it('operator.payments.reconcile finds payments that were paid without a callback or after a decline, and fulfills them', async () => {
  await openTestShop();
  const since = Date.now();
  const [paid, openPayment, declined] = [
    await shop.startPayment({ order: 'A1' }),
    await shop.startPayment({ order: 'A2' }),
    await shop.startPayment({ order: 'A3' }),
  ];
  shop.sandbox.decide(declined.transactionNumber, 'decline');
  await expect.poll(async () => (await shop.checkout.payments.get(declined.reference))?.state).toBe('failed');
  shop.sandbox.decide(paid.transactionNumber, 'approve', { callback: 'never' });
  shop.sandbox.changeStatus(declined.transactionNumber, gatewayStatus.success, { callback: 'never' });
  const { checked, changed } = await shop.checkout.operator.payments.reconcile({ since });
  expect(checked).toBe(3);
  expect(changed.map(({ reference }) => reference).sort()).toEqual(
    [paid.reference, declined.reference].sort(),
  );
  expect(shop.fulfilledReferences.toSorted()).toEqual([paid.reference, declined.reference].toSorted());
  expect((await shop.checkout.payments.get(openPayment.reference))?.state).toBe('open');
});

it('operator.payments.reconcile finds every payment although more than 500 were created at the same time', async () => {
  const store = memoryStore();
  await openTestShop({ store });
  for (let n = 0; n < 501; n += 1) {
    const payment = samplePayment({ reference: `RC-${n}`, orderId: `B${n}`, createdAt: 1_000 });
    expect(await store.insert('payment', { payment, note })).toBe(true);
  }
  expect(await shop.checkout.operator.payments.reconcile({ since: 0 })).toMatchObject({ checked: 501 });
});

it('operator.payments.reconcile continues after an invalid response of the gateway, and reports its payment', async () => {
  const sandbox = await createSandbox({ port: 0 });
  const gateway = createTestClient(sandbox.url);
  let brokenNumber = '';
  const queryPayment: typeof gateway.queryPayment = (input, callOptions) =>
    input.transactionNumber === brokenNumber
      ? Promise.reject(new PgwError('invalid-response', 'The response is invalid.'))
      : gateway.queryPayment(input, callOptions);
  await openTestShop({ gateway: { ...gateway, queryPayment }, gatewayUrl: sandbox.url });
  const since = Date.now();
  const [paid, unreadable] = [
    await shop.startPayment({ order: 'A1' }),
    await shop.startPayment({ order: 'A2' }),
  ];
  brokenNumber = unreadable.transactionNumber;
  sandbox.decide(paid.transactionNumber, 'approve', { callback: 'never' });
  const { checked, changed, failed } = await shop.checkout.operator.payments.reconcile({ since });
  expect([checked, changed.map(({ reference }) => reference), failed]).toEqual([
    2,
    [paid.reference],
    [unreadable.reference],
  ]);
  expect(shop.eventsNamed('sync-failed')).toHaveLength(1);
  await gateway.close();
  await sandbox.close();
});

it('the operator cannot resolve a payment that is not in review or requeue an unknown payment', async () => {
  await openTestShop();
  const payment = await shop.startPayment();
  const { operator } = shop.checkout;
  await expect(
    operator.reviews.resolve(payment.reference, { outcome: 'paid', reason: 'looked at it' }),
  ).rejects.toThrow(/it is open, not in review/);
  await expect(operator.hooks.requeue('unknown')).rejects.toThrow(/no such payment/);
});
