import { updatePayment } from '../stores/contract/writes.ts';
import { afterEach, expect, it } from 'vitest';
import type { Order } from '../../src/model/payments/order.ts';
import { samplePayment } from '../stores/contract/sample-payment.ts';
import { note } from '../stores/contract/samples.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { openShop, sentuh, type Shop, type ShopOptions } from '../shop.ts';

const low: Order = { amount: 100, currencyCode: 'MYR' };
const high: Order = { amount: 100_000, currencyCode: 'MYR' };

let shop: Shop;
/** The price of every order in the shop's records. */
let price: Order;
/** Set while a call of `resolveOrder` waits after it has read the price. */
let slowRead: { readonly promise: Promise<void> } | undefined;
/** The number of calls of `resolveOrder` that have read the price. */
let readCount: number;
afterEach(() => shop.close());

async function openTestShop(options: ShopOptions = {}): Promise<void> {
  price = low;
  slowRead = undefined;
  readCount = 0;
  shop = await openShop({
    resolveOrder: async () => {
      const readPrice = price;
      const waiting = slowRead;
      slowRead = undefined;
      readCount += 1;
      await waiting?.promise;
      return readPrice;
    },
    ...options,
  });
}

/** Sends a request whose `resolveOrder` reads the price now and returns it when `respond` is called. */
async function sendSlowly<Result>(send: () => Promise<Result>) {
  const gate = Promise.withResolvers<void>();
  slowRead = gate;
  const countBefore = readCount;
  const response = send();
  await expect.poll(() => readCount).toBe(countBefore + 1);
  return async (): Promise<Result> => {
    gate.resolve();
    return response;
  };
}

const loadSession = () => shop.fetch('/pgw/session?order=A1');
const startAt = ({ amount }: Order, channelId?: number) =>
  shop.start({ shownAmount: amount, ...(channelId !== undefined && { channelId }) });

/** Pays a payment at the gateway, and returns its state in the store. */
async function pay({ reference, transactionNumber }: { reference: string; transactionNumber: string }) {
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  const payment = await shop.checkout.payments.sync(reference);
  return payment?.state;
}

const findChangedPrice = async (reference: string) =>
  (await shop.checkout.payments.get(reference))?.changedPrice;

it('a slow session does not replace the price of a session that began later', async () => {
  await openTestShop();
  const payment = await shop.startPayment({ shownAmount: low.amount });
  const respond = await sendSlowly(loadSession);
  price = high;
  await loadSession();
  expect((await respond()).status).toBe(200);
  expect(await pay(payment)).toBe('review');
  expect(shop.fulfilledReferences).toEqual([]);
  expect(shop.eventsNamed('price-differs')).toMatchObject([{ amount: 100, orderAmount: 100_000 }]);
});

it('a slow start does not replace the price of a later session, and starts nothing at the old price', async () => {
  await openTestShop();
  const payment = await shop.startPayment({ shownAmount: low.amount });
  const respond = await sendSlowly(() => startAt(low, sentuh));
  price = high;
  await loadSession();
  expect((await respond()).status).toBe(409);
  expect(await findChangedPrice(payment.reference)).toEqual(high);
  expect(await pay(payment)).toBe('review');
});

it('a slow start of the same choice does not return an open payment of the old price', async () => {
  await openTestShop();
  await shop.startPayment({ shownAmount: low.amount });
  const respond = await sendSlowly(() => startAt(low));
  price = high;
  await loadSession();
  expect(await (await respond()).json()).toMatchObject({ code: 'total-changed', order: { amount: 100_000 } });
});

it('a start that was stored after a session with a newer price is refused, and its payment has the newer price', async () => {
  await openTestShop();
  const respond = await sendSlowly(() => startAt(low));
  price = high;
  await loadSession();
  const response = await respond();
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ code: 'total-changed', order: { amount: 100_000 } });
  const payments = await shop.checkout.payments.list({ orderId: 'A1' });
  expect(payments).toMatchObject([{ amount: 100, changedPrice: high, state: 'open' }]);
  const next = await shop.startPayment({ shownAmount: high.amount });
  expect(next.reference).not.toBe(payments[0]?.reference);
  for (const { reference, transactionNumber } of payments) {
    expect(await pay({ reference, transactionNumber: transactionNumber ?? '' })).toBe('review');
  }
  expect(shop.fulfilledReferences).toEqual([]);
});

it('a start from a form that was stored after a session with a newer price is refused too', async () => {
  await openTestShop();
  const respond = await sendSlowly(() =>
    shop.fetch('/pgw/start', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
      body: `order=A1&channel=${sentuh}&shownAmount=${low.amount}&shownCurrencyCode=MYR`,
    }),
  );
  price = high;
  await loadSession();
  expect((await respond()).status).toBe(409);
  expect(await shop.checkout.payments.list({ orderId: 'A1' })).toMatchObject([{ changedPrice: high }]);
});

it('a start that waits for another start stores its price once, so that a later session can raise it', async () => {
  const store = memoryStore();
  let listCount = 0;
  await openTestShop({
    store: {
      ...store,
      search: (kind, filter) => {
        if (kind === 'payments') listCount += 1;
        return store.search(kind, filter);
      },
    },
  });
  await loadSession();
  const created = samplePayment({
    orderId: 'A1',
    state: 'created',
    amount: low.amount,
    createdAt: Date.now(),
    pricedAt: Date.now(),
  });
  await store.insert('payment', { payment: created, note });
  const response = startAt(low, sentuh);
  const waitForLists = async (count: number) => {
    const countBefore = listCount;
    await expect.poll(() => listCount).toBeGreaterThan(countBefore + count);
  };
  await waitForLists(2);
  price = high;
  await loadSession();
  await waitForLists(3);
  expect(await findChangedPrice(created.reference)).toEqual(high);
  const stored = await store.find('payment', created.reference);
  if (stored !== undefined) await updatePayment(store, stored, { state: 'refused' });
  expect((await response).status).toBe(409);
  expect(await findChangedPrice(created.reference)).toEqual(high);
});

it('an older price does not remove a newer one that was read again in the meantime', async () => {
  await openTestShop();
  const payment = await shop.startPayment({ shownAmount: low.amount });
  price = high;
  await loadSession();
  price = low;
  const respond = await sendSlowly(loadSession);
  price = high;
  await loadSession();
  await respond();
  expect(await pay(payment)).toBe('review');
});
