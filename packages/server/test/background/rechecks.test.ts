import { afterEach, describe, expect, it } from 'vitest';
import type { Payment } from '../../src/index.ts';
import { gatewayStatus, kilatPay, openShop, orderTotal, type Shop, type ShopOptions } from '../shop.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
let shop: Shop;
let now = 0;

afterEach(() => shop.close());

async function openTestShop(options: ShopOptions = {}): Promise<void> {
  now = Date.now();
  shop = await openShop({ now: () => now, ...options });
  await shop.checkout.sweep();
}

/** Pays an order. Resolves with the number of the payment at the gateway, and its reference. */
async function pay(order = 'A1') {
  now += 1;
  const { reference, transactionNumber } = await shop.startPayment({ order, channelId: kilatPay });
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(reference);
  return { reference, transactionNumber };
}

/** Lets time pass, with sweeps until no work is due. A second query is made after a minute. */
async function pass(days: number): Promise<void> {
  for (const ms of [days * dayMs, minuteMs]) {
    now += ms;
    // The quota of queries is that of a second.
    while (await shop.checkout.sweep()) now += 1_000;
  }
}

const inspect = async (reference: string) => shop.checkout.operator.payments.inspect(reference);

async function readState(reference: string): Promise<Payment['state'] | undefined> {
  return (await shop.checkout.payments.get(reference))?.state;
}

const countQueries = (): number =>
  shop.sandbox
    .listActivities({ kind: 'request', limit: 1_000 })
    .filter(({ data: { endpoint } }) => endpoint === 'queryPayment' || endpoint === 'queryRefund').length;

describe('with default options, a movement elsewhere whose callback was lost is known', () => {
  it.each([
    { age: 1, step: 1 },
    { age: 2, step: 3 },
    { age: 5, step: 7 },
    { age: 20, step: 30 },
    { age: 60, step: 90 },
  ])('a partial refund at day $age, at day $step', async ({ age, step }) => {
    await openTestShop();
    const { reference, transactionNumber } = await pay();
    for (const days of [1, 1, 1, 2, 2].slice(0, age > 7 ? 5 : age > 3 ? 3 : age - 1)) await pass(days);
    now = Math.max(now, Date.now() + (age - 1) * dayMs);
    shop.sandbox.refundPayment(transactionNumber, { amount: 1_000, callback: 'never' });
    expect((await inspect(reference))?.refunds).toEqual([]);
    now = Date.now() + step * dayMs;
    await pass(0);
    expect((await inspect(reference))?.refunds).toMatchObject([
      { origin: 'gateway', state: 'done', amount: 1_000 },
    ]);
    expect(shop.eventsNamed('refund-imported')).toHaveLength(1);
  });

  it('a partial refund of a payment that is two days old at the first sweep of the store', async () => {
    now = Date.now();
    shop = await openShop({ now: () => now });
    const { reference, transactionNumber } = await pay();
    shop.sandbox.refundPayment(transactionNumber, { amount: 1_000, callback: 'never' });
    await pass(2);
    expect((await inspect(reference))?.refunds).toMatchObject([{ origin: 'gateway', amount: 1_000 }]);
  });

  it('a whole refund', async () => {
    await openTestShop();
    const { reference, transactionNumber } = await pay();
    shop.sandbox.refundPayment(transactionNumber, { callback: 'never' });
    await pass(1);
    expect(await readState(reference)).toBe('refunded');
    expect((await inspect(reference))?.refunds).toMatchObject([{ amount: orderTotal }]);
  });

  it('a refund of a payment that is refunded in part, and its reversal', async () => {
    await openTestShop();
    const { reference, transactionNumber } = await pay();
    await shop.checkout.operator.refunds.create('refund-1', { reference, amount: 500, reason: 'Damaged' });
    const elsewhere = shop.sandbox.refundPayment(transactionNumber, { amount: 700, callback: 'never' });
    await pass(1);
    const readRefunds = async () =>
      (await inspect(reference))?.refunds.map(({ amount, state }) => [amount, state]);
    expect(await readRefunds()).toEqual([
      [500, 'done'],
      [700, 'done'],
    ]);
    shop.sandbox.decideRefund(elsewhere?.refundNumber ?? '', gatewayStatus.refundReversed, {
      callback: 'never',
    });
    await pass(2);
    expect(await readRefunds()).toEqual([
      [500, 'done'],
      [700, 'reversed'],
    ]);
  });

  it('a charge-back, after two queries that agree', async () => {
    await openTestShop();
    const { reference, transactionNumber } = await pay();
    shop.sandbox.changeStatus(transactionNumber, gatewayStatus.failed, { callback: 'never' });
    now += dayMs;
    await shop.checkout.sweep();
    expect(await shop.checkout.payments.get(reference)).toMatchObject({
      state: 'paid',
      discrepancy: { code: 'payment-reversed' },
    });
    await pass(0);
    expect(await readState(reference)).toBe('reversed');
  });

  it('a payment that has failed and is paid later', async () => {
    await openTestShop();
    const { reference, transactionNumber } = await shop.startPayment();
    shop.sandbox.decide(transactionNumber, 'decline', { callback: 'never' });
    await shop.checkout.payments.sync(reference);
    expect(await readState(reference)).toBe('failed');
    shop.sandbox.changeStatus(transactionNumber, gatewayStatus.success, { callback: 'never' });
    await pass(1);
    expect(await readState(reference)).toBe('paid');
    expect(shop.fulfilledReferences).toEqual([reference]);
  });
});

it('a payment costs ten queries in 90 days, and then none', async () => {
  await openTestShop();
  await pay();
  const before = countQueries();
  for (let day = 1; day <= 100; day += 1) await pass(1);
  expect(countQueries() - before).toBe(10);
});

it('a comparison that the gateway does not answer is made later', async () => {
  await openTestShop();
  const { reference, transactionNumber } = await pay();
  shop.sandbox.refundPayment(transactionNumber, { callback: 'never' });
  shop.sandbox.scenario('response-lost', { endpoint: 'queryRefund', times: 10 });
  now += dayMs;
  await shop.checkout.sweep();
  expect(await readState(reference)).toBe('paid');
  shop.sandbox.clearScenarios();
  await pass(0);
  expect(await readState(reference)).toBe('refunded');
});

it('limits.recheckDays is the age of the last comparison', async () => {
  await openTestShop({ limits: { recheckDays: 5 } });
  await pay();
  const before = countQueries();
  for (let day = 1; day <= 10; day += 1) await pass(1);
  // At the ages of 1, 3 and 5 days.
  expect(countQueries() - before).toBe(6);
});

it('limits.recheckDays: 0 switches the comparisons off, and the boot reports it', async () => {
  await openTestShop({ limits: { recheckDays: 0 } });
  expect(shop.eventsNamed('rechecks-off')).toHaveLength(1);
  await pay();
  const before = countQueries();
  for (let day = 1; day <= 10; day += 1) await pass(10);
  expect(countQueries()).toBe(before);
  expect((await shop.checkout.health()).status).toBe('ok');
});

it('by default the boot reports nothing about comparisons', async () => {
  await openTestShop();
  expect(shop.eventsNamed('rechecks-off')).toEqual([]);
});

it('a budget that falls behind is a problem in health, until the comparisons are made', async () => {
  // One comparison in two days.
  await openTestShop({ limits: { recheckQueriesPerDay: 1 } });
  for (const order of ['A1', 'A2', 'A3']) await pay(order);
  await pass(1);
  expect((await shop.checkout.health()).problems).toEqual([]);
  await pass(3);
  expect((await shop.checkout.health()).problems).toMatchObject([
    { code: 'rechecks-late', status: 'degraded' },
  ]);
});

it('comparisons leave the queries of the second to payments without a callback', async () => {
  await openTestShop({ limits: { queriesPerSecond: 4 } });
  for (const order of ['A1', 'A2', 'A3', 'A4']) await pay(order);
  now += dayMs;
  for (const order of ['A5', 'A6', 'A7']) await shop.startPayment({ order });
  now += minuteMs;
  const before = countQueries();
  await shop.checkout.sweep();
  // Three open payments, and one comparison with the remaining query.
  expect(countQueries() - before).toBeLessThanOrEqual(5);
  const states = await shop.checkout.payments.list({ orderId: 'A5' });
  expect(states[0]?.schedule.queriedAt).toBe(now);
});
