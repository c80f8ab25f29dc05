import { afterEach, describe, expect, it } from 'vitest';
import type { Order } from '../../src/model/payments/order.ts';
import type { CheckoutOptions } from '../../src/adapters/express/index.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { openShop, sentuh, type Shop, type ShopOptions } from '../shop.ts';

let shop: Shop;
/** The price of order A1 in the shop's records. Undefined when the order is gone. */
let price: Order | undefined;
afterEach(() => shop.close());

type GetPrice = NonNullable<CheckoutOptions<unknown>['getPrice']>;

async function openTestShop(options: ShopOptions = {}): Promise<void> {
  price = { amount: 100, currencyCode: 'MYR' };
  shop = await openShop({ resolveOrder: () => price, ...options });
}

/** Starts a payment of RM 1.00 for order A1. */
const startPayment = () => shop.startPayment({ shownAmount: 100 });

const reloadSession = () => shop.fetch('/pgw/session?order=A1');

async function pay({ reference, transactionNumber }: { reference: string; transactionNumber: string }) {
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  return shop.checkout.payments.sync(reference);
}

const listSums = () => shop.eventsNamed('price-differs');

const expectReview = async (reference: string): Promise<void> => {
  const inspection = await shop.checkout.operator.payments.inspect(reference);
  expect(inspection?.payment).toMatchObject({ state: 'review', fulfillment: { state: 'none' } });
  expect(shop.fulfilledReferences).toEqual([]);
};

describe('without getPrice the price is that of the newest session or start', () => {
  it('a payment of the price is fulfilled without an event', async () => {
    await openTestShop();
    const payment = await startPayment();
    await reloadSession();
    expect(await pay(payment)).toMatchObject({ state: 'paid' });
    expect(shop.fulfilledReferences).toEqual([payment.reference]);
    expect(listSums()).toEqual([]);
  });

  it('a payment of an old bank page is in review after the price was raised, and both sums are reported', async () => {
    await openTestShop();
    const payment = await startPayment();
    price = { amount: 100_000, currencyCode: 'MYR' };
    await reloadSession();
    await pay(payment);
    await expectReview(payment.reference);
    expect(listSums()).toMatchObject([
      {
        level: 'error',
        reference: payment.reference,
        amount: 100,
        currencyCode: 'MYR',
        orderAmount: 100_000,
        orderCurrencyCode: 'MYR',
      },
    ]);
    expect(shop.eventsNamed('payment-in-review')).toEqual([]);
    const inspection = await shop.checkout.operator.payments.inspect(payment.reference);
    expect(inspection?.timeline.at(-1)?.text).toContain('MYR 1000.00');
  });

  it('a start with another channel at the new price has the same effect on the older payment', async () => {
    await openTestShop();
    const first = await startPayment();
    price = { amount: 500, currencyCode: 'MYR' };
    const second = await shop.startPayment({ shownAmount: 500, channelId: sentuh });
    await pay(first);
    await expectReview(first.reference);
    expect((await shop.checkout.payments.get(second.reference))?.changedPrice).toBeNull();
  });

  it('a start that is refused because the total has changed has the same effect', async () => {
    await openTestShop();
    const payment = await startPayment();
    price = { amount: 500, currencyCode: 'MYR' };
    expect((await shop.start({ shownAmount: 100 })).status).toBe(409);
    await pay(payment);
    await expectReview(payment.reference);
  });

  it('a payment in another currency than the price is in review', async () => {
    await openTestShop();
    const payment = await startPayment();
    price = { amount: 100, currencyCode: 'SGD' };
    await reloadSession();
    await pay(payment);
    await expectReview(payment.reference);
    expect(listSums()).toMatchObject([{ currencyCode: 'MYR', orderCurrencyCode: 'SGD' }]);
  });

  it('a payment above the price is fulfilled and reported', async () => {
    await openTestShop();
    const payment = await startPayment();
    price = { amount: 60, currencyCode: 'MYR' };
    await reloadSession();
    expect(await pay(payment)).toMatchObject({ state: 'paid', fulfillment: { state: 'done' } });
    expect(shop.fulfilledReferences).toEqual([payment.reference]);
    expect(listSums()).toMatchObject([{ level: 'error', amount: 100, orderAmount: 60 }]);
  });

  it('a price that is changed back is compared as before', async () => {
    await openTestShop();
    const payment = await startPayment();
    for (const amount of [100_000, 100]) {
      price = { amount, currencyCode: 'MYR' };
      await reloadSession();
    }
    expect(await pay(payment)).toMatchObject({ state: 'paid' });
    expect(listSums()).toEqual([]);
  });

  it('a payment that a callback makes paid is compared in the same way', async () => {
    await openTestShop();
    const payment = await startPayment();
    price = { amount: 100_000, currencyCode: 'MYR' };
    await reloadSession();
    shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'now' });
    await expect.poll(() => listSums().length).toBe(1);
    await expectReview(payment.reference);
  });

  it('a second payment of a paid order is withheld, also if its amount is below the new price', async () => {
    await openTestShop();
    const old = await startPayment();
    price = { amount: 500, currencyCode: 'MYR' };
    const current = await shop.startPayment({ shownAmount: 500, channelId: sentuh });
    expect(await pay(current)).toMatchObject({ state: 'paid' });
    expect(await pay(old)).toMatchObject({ state: 'paid', fulfillment: { state: 'withheld' } });
    expect(shop.eventsNamed('order-paid-twice')).toHaveLength(1);
    expect(listSums()).toEqual([]);
  });

  it('an operator can decide that a lower payment pays the order, and it is fulfilled without another comparison', async () => {
    await openTestShop();
    const { reference, transactionNumber } = await startPayment();
    price = { amount: 100_000, currencyCode: 'MYR' };
    await reloadSession();
    await pay({ reference, transactionNumber });
    await shop.checkout.operator.reviews.resolve(reference, {
      outcome: 'paid',
      reason: 'The customer pays the rest in cash.',
    });
    expect(shop.fulfilledReferences).toEqual([reference]);
    expect(listSums()).toHaveLength(1);
  });
});

describe('the decision of an operator', () => {
  /** Brings a payment of RM 1.00 for an order of RM 1,000.00 to review. */
  async function payTooLittle(options: ShopOptions = {}): Promise<string> {
    await openTestShop(options);
    const payment = await startPayment();
    price = { amount: 100_000, currencyCode: 'MYR' };
    await reloadSession();
    await pay(payment);
    await expectReview(payment.reference);
    return payment.reference;
  }

  it('is given to onPaid as the time at which the amount was accepted', async () => {
    const acceptedTimes: unknown[] = [];
    const reference = await payTooLittle({
      onPaid: ({ acceptedAt }) => void acceptedTimes.push(acceptedAt),
    });
    await shop.checkout.operator.reviews.resolve(reference, {
      outcome: 'paid',
      reason: 'The customer pays the rest in cash.',
    });
    expect(acceptedTimes).toEqual([expect.any(Number)]);
  });

  it('to refund the payment accepts no amount', async () => {
    const reference = await payTooLittle();
    await shop.checkout.operator.reviews.resolve(reference, { outcome: 'canceled', reason: 'Refunded.' });
    expect(await shop.checkout.payments.get(reference)).toMatchObject({ acceptedAt: null });
  });

  it.each([{}, { getPrice: () => price }])(
    'is stored whole or not at all if the store fails in between (%o)',
    async (options) => {
      let isDown = false;
      const store = memoryStore();
      const fail = () => Promise.reject(new Error('The process was ended.'));
      const reference = await payTooLittle({
        ...options,
        store: {
          ...store,
          commit: (plan, work) => (isDown ? fail() : store.commit(plan, work)),
        },
      });
      isDown = true;
      const decide = () =>
        shop.checkout.operator.reviews.resolve(reference, { outcome: 'paid', reason: 'Paid in cash.' });
      await expect(decide()).rejects.toThrow('The process was ended.');
      expect(await shop.checkout.payments.get(reference)).toMatchObject({
        state: 'review',
        acceptedAt: null,
        fulfillment: { state: 'none' },
      });
      isDown = false;
      expect(await decide()).toMatchObject({ state: 'paid', acceptedAt: expect.any(Number) });
      expect(shop.fulfilledReferences).toEqual([reference]);
    },
  );
});

describe('getPrice', () => {
  const calls: string[] = [];
  const getPrice: GetPrice = (orderId) => {
    calls.push(orderId);
    return price;
  };

  it('is called once, when a payment becomes paid, and its price is compared', async () => {
    calls.length = 0;
    await openTestShop({ getPrice });
    const payment = await startPayment();
    await reloadSession();
    await shop.checkout.payments.sync(payment.reference);
    expect(calls).toEqual([]);
    expect(await pay(payment)).toMatchObject({ state: 'paid', fulfillment: { state: 'done' } });
    await shop.checkout.payments.sync(payment.reference);
    expect(calls).toEqual(['A1']);
    expect(listSums()).toEqual([]);
  });

  it.each([
    ['a higher price', { amount: 100_000, currencyCode: 'MYR' }],
    ['a price in another currency', { amount: 100, currencyCode: 'sgd' }],
    ['no price, because the order is gone', undefined],
  ])(
    'with %s the payment is in review and reported, and its order is not reserved',
    async (_case, current) => {
      await openTestShop({ getPrice });
      const payment = await startPayment();
      price = current;
      await pay(payment);
      await expectReview(payment.reference);
      expect(listSums()).toMatchObject([{ level: 'error', amount: 100 }]);
      await shop.checkout.operator.reviews.resolve(payment.reference, {
        outcome: 'canceled',
        reason: 'Refunded.',
      });
      price = { amount: 700, currencyCode: 'MYR' };
      const next = await shop.startPayment({ shownAmount: 700 });
      expect(await pay(next)).toMatchObject({ state: 'paid', fulfillment: { state: 'done' } });
      expect(shop.fulfilledReferences).toEqual([next.reference]);
    },
  );

  it('has the last word: a price of an earlier session is not compared', async () => {
    await openTestShop({ getPrice: () => ({ amount: 100, currencyCode: 'MYR' }) });
    const payment = await startPayment();
    price = { amount: 100_000, currencyCode: 'MYR' };
    await reloadSession();
    expect(await pay(payment)).toMatchObject({ state: 'paid' });
    expect(listSums()).toEqual([]);
  });

  it('with a lower price the payment is fulfilled and reported', async () => {
    await openTestShop({ getPrice });
    const payment = await startPayment();
    price = { amount: 60, currencyCode: 'MYR' };
    expect(await pay(payment)).toMatchObject({ state: 'paid', fulfillment: { state: 'done' } });
    expect(listSums()).toMatchObject([{ level: 'error', amount: 100, orderAmount: 60 }]);
  });

  it.each([
    [
      'that throws',
      () => {
        throw new Error('The database of the shop is down.');
      },
    ],
    ['that rejects', () => Promise.reject(new Error('The database of the shop is down.'))],
    ['that returns an invalid price', () => ({ amount: 1.5, currencyCode: 'MYR' })],
  ] satisfies [string, GetPrice][])(
    '%s leaves the payment paid and due, and is called again',
    async (_case, failing) => {
      let now = Date.now();
      let current: GetPrice = failing;
      await openTestShop({ now: () => now, getPrice: (...input) => current(...input) });
      const payment = await startPayment();
      expect(await pay(payment)).toMatchObject({ state: 'paid', fulfillment: { state: 'due' } });
      expect(shop.fulfilledReferences).toEqual([]);
      expect(shop.eventsNamed('hook-failed')).toHaveLength(1);
      price = { amount: 100_000, currencyCode: 'MYR' };
      current = getPrice;
      now += 60_000;
      await shop.checkout.sweep();
      await expect.poll(() => listSums().length).toBe(1);
      await expectReview(payment.reference);
    },
  );

  it('is not called again after it has accepted a payment and only onPaid has failed', async () => {
    calls.length = 0;
    let now = Date.now();
    let failures = 2;
    const acceptedTimes: (number | null)[] = [];
    await openTestShop({
      getPrice,
      now: () => now,
      onPaid: ({ reference, acceptedAt }) => {
        acceptedTimes.push(acceptedAt);
        failures -= 1;
        if (failures >= 0) throw new Error('no stock');
        shop.fulfilledReferences.push(reference);
      },
    });
    const payment = await startPayment();
    expect(await pay(payment)).toMatchObject({ state: 'paid', fulfillment: { state: 'due' } });
    price = { amount: 100_000, currencyCode: 'MYR' };
    for (let attempt = 2; attempt <= 3; attempt += 1) {
      now += 3_600_000;
      await shop.checkout.sweep();
      await expect.poll(() => acceptedTimes.length).toBe(attempt);
    }
    await expect.poll(() => shop.fulfilledReferences).toEqual([payment.reference]);
    expect(calls).toEqual(['A1']);
    expect(listSums()).toEqual([]);
    expect(acceptedTimes).toEqual([null, expect.any(Number), acceptedTimes[1]]);
  });

  it('is not called when an operator requeues a fulfillment that only onPaid has ended', async () => {
    calls.length = 0;
    let isBroken = true;
    await openTestShop({
      getPrice,
      limits: { fulfillAttempts: 1 },
      onPaid: ({ reference }) => {
        if (isBroken) throw new Error('no stock');
        shop.fulfilledReferences.push(reference);
      },
    });
    const { reference, transactionNumber } = await startPayment();
    expect(await pay({ reference, transactionNumber })).toMatchObject({ fulfillment: { state: 'dead' } });
    price = { amount: 100_000, currencyCode: 'MYR' };
    isBroken = false;
    await shop.checkout.operator.hooks.requeue(reference);
    expect(shop.fulfilledReferences).toEqual([reference]);
    expect(calls).toEqual(['A1']);
  });

  it('is called when an operator requeues a fulfillment that getPrice itself has ended', async () => {
    let current: GetPrice = () => Promise.reject(new Error('The database of the shop is down.'));
    await openTestShop({ getPrice: (...input) => current(...input), limits: { fulfillAttempts: 1 } });
    const payment = await startPayment();
    expect(await pay(payment)).toMatchObject({ fulfillment: { state: 'dead' }, acceptedAt: null });
    price = { amount: 100_000, currencyCode: 'MYR' };
    current = getPrice;
    await shop.checkout.operator.hooks.requeue(payment.reference);
    await expectReview(payment.reference);
  });

  it('reports a higher payment once, also if onPaid fails first', async () => {
    let now = Date.now();
    let failures = 1;
    await openTestShop({
      getPrice,
      now: () => now,
      onPaid: ({ reference }) => {
        failures -= 1;
        if (failures >= 0) throw new Error('no stock');
        shop.fulfilledReferences.push(reference);
      },
    });
    const payment = await startPayment();
    price = { amount: 60, currencyCode: 'MYR' };
    await pay(payment);
    expect(listSums()).toMatchObject([{ amount: 100, orderAmount: 60 }]);
    now += 60_000;
    await shop.checkout.sweep();
    await expect.poll(() => shop.fulfilledReferences).toEqual([payment.reference]);
    expect(listSums()).toHaveLength(1);
  });

  it('reads in the transaction of the fulfillment', async () => {
    await openTestShop({
      getPrice: (_orderId, { tx }) => {
        const [row] = tx.all('SELECT state, fulfillment_state FROM pgw_payments');
        return row?.['state'] === 'paid' && row['fulfillment_state'] === 'done'
          ? { amount: 100, currencyCode: 'MYR' }
          : undefined;
      },
    });
    expect(await pay(await startPayment())).toMatchObject({ state: 'paid', fulfillment: { state: 'done' } });
  });

  it('is not called after the decision of an operator', async () => {
    await openTestShop({ getPrice });
    const payment = await startPayment();
    price = { amount: 100_000, currencyCode: 'MYR' };
    await pay(payment);
    calls.length = 0;
    await shop.checkout.operator.reviews.resolve(payment.reference, { outcome: 'paid', reason: 'Compared.' });
    expect(calls).toEqual([]);
    expect(shop.fulfilledReferences).toEqual([payment.reference]);
  });

  it('is not called for the second payment of a paid order, and not when an operator requeues it', async () => {
    await openTestShop({ getPrice });
    const first = await startPayment();
    const second = await shop.startPayment({ shownAmount: 100, channelId: sentuh });
    await pay(first);
    calls.length = 0;
    expect(await pay(second)).toMatchObject({ fulfillment: { state: 'withheld' } });
    price = undefined;
    await shop.checkout.operator.hooks.requeue(second.reference);
    expect(calls).toEqual([]);
    expect(shop.fulfilledReferences).toEqual([first.reference, second.reference]);
  });
});
