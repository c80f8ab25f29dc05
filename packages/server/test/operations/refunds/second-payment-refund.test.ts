import { PgwError } from '@pgw/protocol';
import { afterEach, expect, it } from 'vitest';
import type { Store } from '../../../src/model/ports/store.ts';
import { samplePayment } from '../../../src/stores/contract/sample-payment.ts';
import { note } from '../../../src/stores/contract/samples.ts';
import type { EmbeddedTransaction } from '../../../src/stores/embedded.ts';
import { memoryStore } from '../../../src/stores/memory.ts';
import {
  gatewayStatus,
  openShop,
  orderTotal,
  pasarPay,
  type Shop,
  type ShopOptions,
  type StartedPayment,
} from '../../shop.ts';

const hourMs = 3_600_000;
let shop: Shop;
let second: StartedPayment;
let now = 0;
afterEach(() => shop.close());

/** Opens a shop with two open payments of one order. */
async function openShopWithTwoPayments(options: ShopOptions = {}): Promise<void> {
  now = Date.now();
  shop = await openShop({
    secondPayment: 'refund',
    now: () => now,
    sandbox: { now: () => now, timestampWindowMs: 90 * 24 * hourMs },
    ...options,
  });
  const first = await shop.startPayment();
  second = await shop.startPayment({ channelId: pasarPay });
  for (const { transactionNumber } of [first, second])
    shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(first.reference);
}

/** Closes the pause after each refusal, until no try is due any more. */
async function sweepForDays(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    now += 24 * hourMs;
    await shop.checkout.sweep();
  }
}

const listRefunds = async () =>
  (await shop.checkout.operator.payments.inspect(second.reference))?.refunds ?? [];

const waitForRefusal = () =>
  expect.poll(listRefunds).toMatchObject([{ state: 'refused', nextQueryAt: expect.any(Number) }]);

it('a refund of a second payment that is refused is tried again with the next id', async () => {
  await openShopWithTwoPayments();
  shop.sandbox.scenario('refund-unavailable');
  await shop.checkout.payments.sync(second.reference);
  await expect.poll(listRefunds).toMatchObject([{ id: `second:${second.reference}:0`, state: 'refused' }]);
  await waitForRefusal();
  await shop.checkout.sweep();
  expect(await listRefunds()).toHaveLength(1);
  shop.sandbox.clearScenarios();
  now += hourMs;
  await shop.checkout.sweep();
  expect(await listRefunds()).toMatchObject([
    { id: `second:${second.reference}:0`, state: 'refused', nextQueryAt: null },
    { id: `second:${second.reference}:1`, state: 'done', amount: orderTotal },
  ]);
  expect(shop.sandbox.listRefunds(second.transactionNumber)).toHaveLength(1);
});

it('a refund of an operator is never taken for an automatic refund of a second payment', async () => {
  await openShopWithTwoPayments();
  shop.sandbox.scenario('refund-unavailable');
  const { operator } = shop.checkout;
  const options = { reference: second.reference, reason: 'Paid twice' };
  await shop.checkout.payments.sync(second.reference);
  await waitForRefusal();
  const message = 'the id must be 8 to 64 letters, digits, - or _';
  await expect(operator.refunds.create(`second:${second.reference}:1`, options)).rejects.toThrow(message);
  await operator.refunds.create(`second-${second.reference}-1`, { ...options, amount: 100 });
  now += hourMs;
  await shop.checkout.sweep();
  const ids = (await listRefunds()).map(({ id }) => id);
  expect(ids.filter((id) => id.startsWith('second:'))).toHaveLength(2);
});

it('the refund of a second payment is tried at most five times, and the last refusal is an error', async () => {
  await openShopWithTwoPayments();
  shop.sandbox.scenario('refund-unavailable');
  await shop.checkout.payments.sync(second.reference);
  await waitForRefusal();
  await sweepForDays(8);
  expect(await listRefunds()).toHaveLength(5);
  expect(shop.eventsNamed('refund-failed')).toHaveLength(5);
  expect(shop.eventsNamed('second-payment-not-refunded')).toMatchObject([
    { level: 'error', reference: second.reference, amount: orderTotal, isFinal: true },
  ]);
});

it('the refund of a second payment is not sent again while its outcome is unknown', async () => {
  await openShopWithTwoPayments();
  shop.sandbox.scenario('response-500', { endpoint: 'refundPayment' });
  await shop.checkout.payments.sync(second.reference);
  await expect.poll(listRefunds).toMatchObject([{ state: 'unknown' }]);
  shop.sandbox.clearScenarios();
  await sweepForDays(5);
  expect(await listRefunds()).toMatchObject([{ state: 'unknown' }]);
  expect(shop.sandbox.listRefunds(second.transactionNumber)).toEqual([]);
});

it('a refund of a second payment that fails at the provider later is tried again, at most five times', async () => {
  await openShopWithTwoPayments({
    sandbox: { now: () => now, refundDelayMs: 60_000, timestampWindowMs: 90 * 24 * hourMs },
  });
  shop.sandbox.scenario('refund-fails-later');
  await shop.checkout.payments.sync(second.reference);
  await expect.poll(listRefunds).toMatchObject([{ state: 'processing' }]);
  now += 2 * hourMs;
  await shop.checkout.sweep();
  expect(await listRefunds()).toMatchObject([{ state: 'failed', nextQueryAt: expect.any(Number) }]);
  await sweepForDays(12);
  // After a failed refund, the gateway refuses every other one.
  const [, ...laterRefunds] = await listRefunds();
  expect(laterRefunds.map(({ state }) => state)).toEqual(['refused', 'refused', 'refused', 'refused']);
  expect(shop.eventsNamed('second-payment-not-refunded')).toMatchObject([{ isFinal: true }]);
});

it('each refusal of a try is stored with the time of the next one, so a crash after it loses nothing', async () => {
  const store = memoryStore();
  const changes: unknown[] = [];
  const updateOperation: typeof store.updateOperation = (operation, change, ...rest) => {
    if (change.state === 'refused') changes.push(change);
    return store.updateOperation(operation, change, ...rest);
  };
  await openShopWithTwoPayments({ store: { ...store, updateOperation } });
  shop.sandbox.scenario('refund-unavailable');
  await shop.checkout.payments.sync(second.reference);
  await waitForRefusal();
  expect(changes).toMatchObject([{ state: 'refused', nextQueryAt: now + 60_000 }]);
});

it('a refused refund of a second payment is not tried again if an operator has returned the money', async () => {
  await openShopWithTwoPayments();
  shop.sandbox.scenario('refund-unavailable');
  await shop.checkout.payments.sync(second.reference);
  await waitForRefusal();
  shop.sandbox.clearScenarios();
  now += 1_000;
  const options = { reference: second.reference, reason: 'Paid twice' };
  await shop.checkout.operator.refunds.create('refund-0001', options);
  const eventCount = shop.eventsNamed('refund-failed').length;
  await sweepForDays(3);
  expect(await listRefunds()).toMatchObject([{ state: 'refused', nextQueryAt: null }, { state: 'done' }]);
  expect(shop.eventsNamed('refund-failed')).toHaveLength(eventCount);
});

/** Opens a shop with a second payment whose refund could not be stored. */
async function openShopWithMissedRefund(): Promise<Store<EmbeddedTransaction>> {
  const store = memoryStore();
  let hasFailed = false;
  const insertOperation: typeof store.insertOperation = (...operation) => {
    if (hasFailed) return store.insertOperation(...operation);
    hasFailed = true;
    return Promise.reject(new PgwError('store-unavailable', 'The connection broke.', { retryable: true }));
  };
  await openShopWithTwoPayments({ store: { ...store, insertOperation }, sweepIntervalMs: 20 });
  await shop.checkout.payments.sync(second.reference);
  await expect
    .poll(() => shop.eventsNamed('second-payment-not-refunded'))
    .toMatchObject([{ isFinal: false }]);
  expect(await listRefunds()).toEqual([]);
  return store;
}

it('a second payment whose refund could not be stored is refunded later', async () => {
  await openShopWithMissedRefund();
  now += 2 * hourMs;
  await expect.poll(listRefunds).toMatchObject([{ state: 'done', amount: orderTotal }]);
});

it('a second payment is refunded later although 500 newer ones are not refunded', async () => {
  const store = await openShopWithMissedRefund();
  for (let n = 0; n < 500; n += 1) {
    const fields = { reference: `RC-${n}`, orderId: `B${n}`, createdAt: now + 1 };
    const payment = samplePayment({ ...fields, state: 'paid', fulfillment: { state: 'withheld' } });
    expect(await store.insertPayment(payment, note)).toBe(true);
  }
  now += 2 * hourMs;
  await expect.poll(listRefunds, { timeout: 10_000 }).toMatchObject([{ state: 'done', amount: orderTotal }]);
});

/** The gateway takes back the money of the first payment, and the shop notices it in two queries. */
async function reverseFirst(): Promise<void> {
  const [first] = await shop.checkout.payments.list({ fulfillments: ['done'] });
  await reverse(first);
}

async function reverse(
  payment: { readonly reference: string; readonly transactionNumber: string | null } | undefined,
): Promise<void> {
  const { reference = '', transactionNumber } = payment ?? {};
  shop.sandbox.changeStatus(transactionNumber ?? '', gatewayStatus.failed, { callback: 'never' });
  for (const pauseMs of [0, 61_000]) {
    now += pauseMs;
    await shop.checkout.payments.sync(reference);
  }
  expect((await shop.checkout.payments.get(reference))?.state).toBe('reversed');
}

it('a second payment is not refunded if the money of the first one was taken back: a person decides', async () => {
  await openShopWithTwoPayments();
  await reverseFirst();
  await shop.checkout.payments.sync(second.reference);
  now += hourMs;
  await shop.checkout.sweep();
  expect(await listRefunds()).toEqual([]);
  expect(shop.eventsNamed('order-paid-twice')).toEqual([]);
  expect(shop.eventsNamed('fulfillment-withheld')).toMatchObject([{ reference: second.reference }]);
});

it('a refused refund of a second payment is not tried again if the money of the first one was taken back', async () => {
  await openShopWithTwoPayments();
  shop.sandbox.scenario('refund-unavailable');
  await shop.checkout.payments.sync(second.reference);
  await waitForRefusal();
  shop.sandbox.clearScenarios();
  await reverseFirst();
  now += hourMs;
  await shop.checkout.sweep();
  expect(await listRefunds()).toMatchObject([{ state: 'refused', nextQueryAt: null }]);
  expect(shop.eventsNamed('second-payment-not-refunded')).toMatchObject([{ isFinal: true }]);
});

it('a refused refund of a second payment is reported once if the second payment has lost its money too', async () => {
  await openShopWithTwoPayments();
  shop.sandbox.scenario('refund-unavailable');
  await shop.checkout.payments.sync(second.reference);
  await waitForRefusal();
  await reverse(second);
  await sweepForDays(4);
  expect(await listRefunds()).toMatchObject([{ state: 'refused', nextQueryAt: null }]);
  expect(shop.eventsNamed('refund-failed')).toHaveLength(1);
  expect(shop.eventsNamed('second-payment-not-refunded')).toMatchObject([{ isFinal: true }]);
});
