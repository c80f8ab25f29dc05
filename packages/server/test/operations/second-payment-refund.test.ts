import { PgwError } from '@pgw/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/model/ports/store.ts';
import { samplePayment } from '../stores/contract/sample-payment.ts';
import { note } from '../stores/contract/samples.ts';
import type { EmbeddedTransaction } from '../../src/stores/embedded.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import {
  gatewayStatus,
  openShop,
  orderTotal,
  pasarPay,
  type Shop,
  type ShopOptions,
  type StartedPayment,
} from '../shop.ts';

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

const listCalls = async () => (await shop.checkout.operator.payments.inspect(second.reference))?.hooks ?? [];

const waitForRefusal = () =>
  expect.poll(listRefunds).toMatchObject([{ state: 'refused', nextQueryAt: null }]);

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

it('a second payment is not refunded while the gateway contradicts the first one, and an operator decides', async () => {
  await openShopWithTwoPayments();
  const [first] = await shop.checkout.payments.list({ orderId: 'A1', states: ['paid'] });
  shop.sandbox.changeStatus(first?.transactionNumber ?? '', gatewayStatus.failed, { callback: 'never' });
  expect(await shop.checkout.payments.sync(first?.reference ?? '')).toMatchObject({
    state: 'paid',
    discrepancy: { code: 'payment-reversed', decidedAt: null },
  });
  await shop.checkout.payments.sync(second.reference);
  now += 10_000;
  await shop.checkout.sweep();
  expect(await listRefunds()).toEqual([]);
  expect(await listCalls()).toEqual([]);
  expect(shop.eventsNamed('fulfillment-withheld')).toMatchObject([{ reference: second.reference }]);
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
  expect(await listRefunds()).toMatchObject([{ state: 'failed', nextQueryAt: null }]);
  await sweepForDays(12);
  // After a failed refund, the gateway refuses every other one.
  const [, ...laterRefunds] = await listRefunds();
  expect(laterRefunds.map(({ state }) => state)).toEqual(['refused', 'refused', 'refused', 'refused']);
  expect(shop.eventsNamed('second-payment-not-refunded')).toMatchObject([{ isFinal: true }]);
});

it('a second payment and each refusal of a try are stored with the call of the next try, so a crash loses nothing', async () => {
  const store = memoryStore();
  const plans: unknown[] = [];
  const commit: typeof store.commit = (plan, work) => {
    const calls = [...(plan.hooks?.insert ?? []), ...(plan.payment?.reservation?.otherwise.hooks ?? [])];
    for (const { name, key, nextAttemptAt } of calls)
      if (name === 'refundSecondPayment')
        plans.push([plan.operations?.change?.[0]?.change.state, key, nextAttemptAt]);
    return store.commit(plan, work);
  };
  await openShopWithTwoPayments({ store: { ...store, commit } });
  plans.length = 0;
  shop.sandbox.scenario('refund-unavailable');
  await shop.checkout.payments.sync(second.reference);
  await waitForRefusal();
  expect(plans).toEqual([
    [undefined, `second:${second.reference}:0`, now],
    ['refused', `second:${second.reference}:1`, now + 60_000],
  ]);
  await expect.poll(listCalls).toMatchObject([{ key: `second:${second.reference}:1` }]);
});

it('a try is sent once, also if the process ends after it has sent the refund', async () => {
  const store = memoryStore();
  let isKept = true;
  const commit: typeof store.commit = (plan, work) => {
    const ended = plan.hooks?.change?.some(({ change }) => change.state === 'withheld');
    return isKept && ended === true ? Promise.resolve(undefined) : store.commit(plan, work);
  };
  await openShopWithTwoPayments({ store: { ...store, commit } });
  await shop.checkout.payments.sync(second.reference);
  await expect.poll(listRefunds).toMatchObject([{ state: 'done' }]);
  await expect.poll(listCalls).toMatchObject([{ name: 'refundSecondPayment', state: 'due', attempts: 1 }]);
  isKept = false;
  now += hourMs;
  await shop.checkout.sweep();
  expect(await listCalls()).toEqual([]);
  expect(shop.sandbox.listRefunds(second.transactionNumber)).toHaveLength(1);
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
async function openShopWithMissedRefund(options: ShopOptions = {}): Promise<Store<EmbeddedTransaction>> {
  const store = memoryStore();
  let hasFailed = false;
  const commit: typeof store.commit = (plan, work) => {
    if (hasFailed || plan.operations?.insert === undefined) return store.commit(plan, work);
    hasFailed = true;
    return Promise.reject(new PgwError('store-unavailable', 'The connection broke.', { retryable: true }));
  };
  await openShopWithTwoPayments({ store: { ...store, commit }, sweepIntervalMs: 20, ...options });
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
    expect(await store.insert('payment', { payment, note })).toBe(true);
  }
  now += 2 * hourMs;
  await expect.poll(listRefunds).toMatchObject([{ state: 'done', amount: orderTotal }]);
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

describe('while another refund of the second payment has no outcome', () => {
  const partAmount = 3_000;

  /** A sandbox that processes refunds until the test decides them. */
  const slowRefunds = {
    sandbox: { now: () => now, refundDelayMs: 90 * 24 * hourMs, timestampWindowMs: 90 * 24 * hourMs },
  };

  /** Requests the automatic refund, which is refused, and then a refund of an operator, which is processed. */
  async function refundAfterRefusal(amount?: number): Promise<string> {
    await openShopWithTwoPayments(slowRefunds);
    shop.sandbox.scenario('refund-unavailable');
    await shop.checkout.payments.sync(second.reference);
    await waitForRefusal();
    shop.sandbox.clearScenarios();
    return refund(amount);
  }

  /** Requests a refund of an operator, which is processed. */
  async function refund(amount?: number): Promise<string> {
    now += 1_000;
    shop.sandbox.scenario('refund-processing');
    const options = { reference: second.reference, reason: 'Paid twice', amount };
    const processed = await shop.checkout.operator.refunds.create('refund-0001', options);
    expect(processed.state).toBe('processing');
    shop.sandbox.clearScenarios();
    return processed.transactionNumber ?? '';
  }

  /** Makes a refund elsewhere, which is processed, before the shop notices the second payment. */
  async function refundElsewhere(amount?: number): Promise<string> {
    await openShopWithTwoPayments(slowRefunds);
    shop.sandbox.scenario('refund-processing');
    const { refundNumber } = shop.sandbox.refundPayment(second.transactionNumber, {
      amount,
      callback: 'never',
    });
    shop.sandbox.clearScenarios();
    return refundNumber;
  }

  const reset = () =>
    shop.sandbox.changeStatus(second.transactionNumber, gatewayStatus.success, { callback: 'never' });

  it('the next try waits without an event, and then returns the rest', async () => {
    const number = await refundAfterRefusal(partAmount);
    await sweepForDays(4);
    expect(await listRefunds()).toHaveLength(2);
    expect(shop.eventsNamed('refund-failed')).toHaveLength(1);
    shop.sandbox.decideRefund(number, gatewayStatus.refunded, { callback: 'never' });
    await sweepForDays(2);
    expect(await listRefunds()).toMatchObject([
      { state: 'refused', nextQueryAt: null },
      { id: 'refund-0001', state: 'done', amount: partAmount },
      { id: `second:${second.reference}:1`, state: 'done', amount: orderTotal - partAmount },
    ]);
    expect(shop.eventsNamed('refund-failed')).toHaveLength(1);
    expect(shop.eventsNamed('second-payment-not-refunded')).toEqual([]);
  });

  it('the next try waits for a refund of the whole amount, and is sent when it has failed', async () => {
    const number = await refundAfterRefusal();
    await sweepForDays(2);
    expect(shop.eventsNamed('refund-failed')).toHaveLength(1);
    shop.sandbox.decideRefund(number, gatewayStatus.refundFailed, { callback: 'never' });
    reset();
    await sweepForDays(2);
    expect(await listRefunds()).toMatchObject([
      { state: 'refused', nextQueryAt: null },
      { id: 'refund-0001', state: 'failed' },
      { id: `second:${second.reference}:1`, state: 'done', amount: orderTotal },
    ]);
    expect(shop.eventsNamed('refund-failed')).toMatchObject([{ state: 'refused' }, { state: 'failed' }]);
  });

  it('the first try waits and is reported once, and then returns the rest', async () => {
    const number = await refundElsewhere(partAmount);
    await shop.checkout.payments.sync(second.reference);
    const listReports = () => shop.eventsNamed('second-payment-not-refunded');
    await expect.poll(listReports).toMatchObject([{ isFinal: false, level: 'error' }]);
    await sweepForDays(4);
    expect(await listRefunds()).toMatchObject([{ origin: 'gateway', state: 'processing' }]);
    expect(await listCalls()).toMatchObject([
      { operationId: `gateway:${number}`, state: 'due', attempts: 0 },
    ]);
    shop.sandbox.decideRefund(number, gatewayStatus.refunded, { callback: 'never' });
    await sweepForDays(2);
    expect(await listRefunds()).toMatchObject([
      { origin: 'gateway', state: 'done', amount: partAmount },
      { id: `second:${second.reference}:0`, state: 'done', amount: orderTotal - partAmount },
    ]);
    expect(listReports()).toHaveLength(1);
    expect(shop.eventsNamed('refund-failed')).toEqual([]);
  });

  it('a first try that was missed is sent when a refund of the whole amount has failed', async () => {
    await openShopWithMissedRefund(slowRefunds);
    const number = await refund();
    now += 2 * hourMs;
    shop.sandbox.decideRefund(number, gatewayStatus.refundFailed, { callback: 'never' });
    reset();
    await shop.checkout.operator.payments.reconcile({ since: 0 });
    now += 2 * hourMs;
    await expect.poll(listRefunds).toMatchObject([
      { id: 'refund-0001', state: 'failed' },
      { id: `second:${second.reference}:0`, state: 'done', amount: orderTotal },
    ]);
    expect(shop.eventsNamed('second-payment-not-refunded')).toHaveLength(1);
  });

  it('a first try that was missed is not sent after an operator has returned a part', async () => {
    await openShopWithMissedRefund(slowRefunds);
    const number = await refund(partAmount);
    shop.sandbox.decideRefund(number, gatewayStatus.refunded, { callback: 'never' });
    await shop.checkout.operator.payments.reconcile({ since: 0 });
    expect(await listCalls()).toMatchObject([{ name: 'refundSecondPayment', attempts: 1 }]);
    now += 2 * hourMs;
    await expect.poll(listCalls).toEqual([]);
    expect(await listRefunds()).toMatchObject([{ id: 'refund-0001', state: 'done' }]);
  });

  it('a try that has waited is tried five times after that', async () => {
    const number = await refundElsewhere(partAmount);
    await shop.checkout.payments.sync(second.reference);
    await expect.poll(listCalls).toMatchObject([{ operationId: `gateway:${number}` }]);
    shop.sandbox.scenario('refund-unavailable');
    shop.sandbox.decideRefund(number, gatewayStatus.refunded, { callback: 'never' });
    await sweepForDays(9);
    const tries = (await listRefunds()).slice(1);
    expect(tries.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'refused'));
    expect(shop.eventsNamed('second-payment-not-refunded')).toMatchObject([
      { isFinal: false },
      { isFinal: true },
    ]);
  });
});
