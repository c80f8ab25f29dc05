import { afterEach, describe, expect, it } from 'vitest';
import type { Order } from '../../src/payments/order.ts';
import type { CheckoutOptions } from '../../src/index.ts';
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
  return shop.checkout.payments.settle(reference);
}

const listSums = () => shop.eventsNamed('price-differs');

const expectReview = async (reference: string): Promise<void> => {
  const inspection = await shop.checkout.operator.inspect(reference);
  expect(inspection?.payment).toMatchObject({ state: 'review', fulfilment: { state: 'none' } });
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
    const inspection = await shop.checkout.operator.inspect(payment.reference);
    expect(inspection?.timeline.at(-1)?.text).toContain('MYR 1000.00');
  });

  it('a start with another channel at the new price has the same effect on the older payment', async () => {
    await openTestShop();
    const first = await startPayment();
    price = { amount: 500, currencyCode: 'MYR' };
    const second = await shop.startPayment({ shownAmount: 500, channelId: sentuh });
    await pay(first);
    await expectReview(first.reference);
    expect((await shop.checkout.payments.find(second.reference))?.changedPrice).toBeNull();
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
    expect(await pay(payment)).toMatchObject({ state: 'paid', fulfilment: { state: 'done' } });
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
    expect(await pay(old)).toMatchObject({ state: 'paid', fulfilment: { state: 'withheld' } });
    expect(shop.eventsNamed('order-paid-twice')).toHaveLength(1);
    expect(listSums()).toEqual([]);
  });

  it('an operator can decide that a lower payment pays the order, and it is fulfilled without another comparison', async () => {
    await openTestShop();
    const { reference, transactionNumber } = await startPayment();
    price = { amount: 100_000, currencyCode: 'MYR' };
    await reloadSession();
    await pay({ reference, transactionNumber });
    await shop.checkout.operator.resolveReview(reference, 'paid', 'The customer pays the rest in cash.');
    expect(shop.fulfilledReferences).toEqual([reference]);
    expect(listSums()).toHaveLength(1);
  });
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
    await shop.checkout.payments.settle(payment.reference);
    expect(calls).toEqual([]);
    expect(await pay(payment)).toMatchObject({ state: 'paid', fulfilment: { state: 'done' } });
    await shop.checkout.payments.settle(payment.reference);
    expect(calls).toEqual(['A1']);
    expect(listSums()).toEqual([]);
  });

  it.each([
    ['a higher price', { amount: 100_000, currencyCode: 'MYR' }],
    ['a price in another currency', { amount: 100, currencyCode: 'sgd' }],
    ['no price, because the order is gone', undefined],
  ])(
    'with %s the payment is in review and reported, and its order is not claimed',
    async (_case, current) => {
      await openTestShop({ getPrice });
      const payment = await startPayment();
      price = current;
      await pay(payment);
      await expectReview(payment.reference);
      expect(listSums()).toMatchObject([{ level: 'error', amount: 100 }]);
      await shop.checkout.operator.resolveReview(payment.reference, 'cancelled', 'Refunded.');
      price = { amount: 700, currencyCode: 'MYR' };
      const next = await shop.startPayment({ shownAmount: 700 });
      expect(await pay(next)).toMatchObject({ state: 'paid', fulfilment: { state: 'done' } });
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
    expect(await pay(payment)).toMatchObject({ state: 'paid', fulfilment: { state: 'done' } });
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
      expect(await pay(payment)).toMatchObject({ state: 'paid', fulfilment: { state: 'due' } });
      expect(shop.fulfilledReferences).toEqual([]);
      expect(shop.eventsNamed('fulfilment-failed')).toHaveLength(1);
      price = { amount: 100_000, currencyCode: 'MYR' };
      current = getPrice;
      now += 60_000;
      await shop.checkout.payments.sweep();
      await expect.poll(() => listSums().length).toBe(1);
      await expectReview(payment.reference);
    },
  );

  it('reads in the transaction of the fulfilment', async () => {
    await openTestShop({
      getPrice: (_orderId, { tx }) => {
        const [row] = tx.all('SELECT state, fulfilment FROM pgw_payments');
        return row?.['state'] === 'paid' && row['fulfilment'] === 'done'
          ? { amount: 100, currencyCode: 'MYR' }
          : undefined;
      },
    });
    expect(await pay(await startPayment())).toMatchObject({ state: 'paid', fulfilment: { state: 'done' } });
  });

  it('is not called after the decision of an operator', async () => {
    await openTestShop({ getPrice });
    const payment = await startPayment();
    price = { amount: 100_000, currencyCode: 'MYR' };
    await pay(payment);
    calls.length = 0;
    await shop.checkout.operator.resolveReview(payment.reference, 'paid', 'Compared.');
    expect(calls).toEqual([]);
    expect(shop.fulfilledReferences).toEqual([payment.reference]);
  });

  it('is not called for the second payment of a paid order, and not when an operator requeues it', async () => {
    await openTestShop({ getPrice });
    const first = await startPayment();
    const second = await shop.startPayment({ shownAmount: 100, channelId: sentuh });
    await pay(first);
    calls.length = 0;
    expect(await pay(second)).toMatchObject({ fulfilment: { state: 'withheld' } });
    price = undefined;
    await shop.checkout.operator.requeue(second.reference);
    expect(calls).toEqual([]);
    expect(shop.fulfilledReferences).toEqual([first.reference, second.reference]);
  });
});
