import type { GatewayClient } from '@pgw/client';
import type { StorefrontProblem } from '@pgw/protocol';
import { afterEach, expect, it } from 'vitest';
import { samplePayment } from '../stores/contract/sample-payment.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import {
  createTestClient,
  gatewayStatus,
  kilatPay,
  openShop,
  orderTotal,
  createStartRequest,
  type Shop,
  type ShopOptions,
  unreachableUrl,
} from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

/**
 * Opens a shop whose order A1 has open payments. The gateway reports them as pending. Returns the transaction
 * numbers of the queries.
 */
async function openShopWithPayments(count: number, options: ShopOptions = {}): Promise<string[]> {
  const store = memoryStore();
  const queriedNumbers: string[] = [];
  const gateway: GatewayClient = {
    ...createTestClient(unreachableUrl),
    queryPayment: async ({ transactionNumber = '' }) => {
      queriedNumbers.push(transactionNumber);
      // The payment OPEN-3 has the transaction number T-3.
      const referenceCode = transactionNumber.replace('T', 'OPEN');
      return {
        transactionNumber,
        referenceCode,
        status: gatewayStatus.pending,
        currencyCode: 'MYR',
        amount: orderTotal,
      };
    },
  };
  const channels = [{ id: kilatPay, name: 'KilatPay', isProviderHostChannel: false }];
  shop = await openShop({ store, gateway, channels, ...options });
  await shop.checkout.ready;
  for (let nth = 0; nth < count; nth += 1) {
    const reference = `OPEN-${nth}`;
    const payment = samplePayment({
      reference,
      orderId: 'A1',
      attempt: reference,
      state: 'open',
      amount: orderTotal,
      currencyCode: 'MYR',
      transactionNumber: `T-${nth}`,
      // A start returns the open payment of its own channel, so these payments have other channels.
      channel: { id: 100 + nth, name: null, imageUrl: null },
      createdAt: nth,
      expiresAt: Date.now() + 600_000,
    });
    await store.insert('payment', {
      payment,
      note: {
        reference,
        at: nth,
        source: 'start',
        kind: 'payment-created',
        text: 'Stored.',
      },
    });
  }
  return queriedNumbers;
}

it('a start of an order with five or more open payments is refused, and the response contains the newest five', async () => {
  const queriedNumbers = await openShopWithPayments(8);
  const response = await shop.start();
  const problem = (await response.json()) as StorefrontProblem;
  expect([response.status, problem.code]).toEqual([409, 'too-many-payments']);
  const newest = [7, 6, 5, 4, 3];
  expect(problem.payments?.map(({ reference }) => reference)).toEqual(newest.map((nth) => `OPEN-${nth}`));
  expect(queriedNumbers).toEqual(newest.map((nth) => `T-${nth}`));
});

it('twenty concurrent starts and one after them at the same time query each of the newest five payments once', async () => {
  const queriedNumbers = await openShopWithPayments(8, { now: () => 1_000_000 });
  await Promise.all(Array.from({ length: 20 }, () => shop.start()));
  await shop.start();
  expect(queriedNumbers.toSorted()).toEqual(['T-3', 'T-4', 'T-5', 'T-6', 'T-7']);
});

it('a start is refused when visitors have caused the maximum number of queries in a second', async () => {
  const queriedNumbers = await openShopWithPayments(3, {
    limits: { visitorQueriesPerSecond: 2 },
    now: () => 1_000,
  });
  const response = await shop.start();
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
  expect(queriedNumbers).toHaveLength(2);
});

it('the return of the browser after a payment was paid causes no query', async () => {
  shop = await openShop();
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  const path = `/pgw/return?referenceCode=${payment.reference}`;
  await shop.fetch(path);
  expect(await shop.checkout.payments.get(payment.reference)).toMatchObject({ state: 'paid' });
  // A query would make the payment refunded.
  shop.sandbox.changeStatus(payment.transactionNumber, gatewayStatus.refunded);
  await shop.fetch(path);
  expect(await shop.checkout.payments.get(payment.reference)).toMatchObject({ state: 'paid' });
});

it('the starts and the requests of return URLs from one network are limited, and the refusal has a Retry-After header', async () => {
  shop = await openShop({ requestLimits: { startsPerNetwork: 2, returnsPerNetwork: 1, windowMs: 60_000 } });
  const statuses = [];
  for (const order of ['A1', 'A2', 'A3']) statuses.push((await shop.start({ order })).status);
  expect(statuses).toEqual([201, 201, 429]);
  expect((await shop.fetch('/pgw/return?referenceCode=x')).status).toBe(404);
  const refused = await shop.fetch('/pgw/return?referenceCode=x');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  expect(shop.eventsNamed('requests-limited')).toHaveLength(1);
});

it('unknown returns are limited for each visitor, so that one visitor does not use the queries of all', async () => {
  let now = Date.now();
  shop = await openShop({
    now: () => now,
    requestLimits: { unknownReturnsPerVisitor: 2 },
    resolveVisitor: (req) => req.get('x-visitor') ?? null,
  });
  const returnToShop = async (visitor: string, n: number) => {
    // Each request is in another second.
    now += 1_000;
    const path = `/pgw/return?ReferenceCode=R${n}&TransactionNumber=T${n}`;
    return (await shop.fetch(path, { headers: { 'x-visitor': visitor } })).status;
  };
  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push(await returnToShop('ana', n));
  expect(statuses).toEqual([404, 404, 429, 429]);
  expect(await returnToShop('ben', 5)).toBe(404);
});

it('the starts of one visitor are limited over all networks', async () => {
  shop = await openShop({
    requestLimits: { startsPerVisitor: 1 },
    resolveVisitor: (req) => req.get('x-visitor') ?? null,
  });
  const start = (visitor: string, order: string) =>
    shop.fetch('/pgw/payments', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-visitor': visitor },
      body: JSON.stringify(createStartRequest({ order })),
    });
  expect((await start('ana', 'A1')).status).toBe(201);
  expect((await start('ana', 'A2')).status).toBe(429);
  expect((await start('ben', 'A3')).status).toBe(201);
  // An empty id, for example of an empty cookie, is not one visitor.
  expect((await start('', 'A4')).status).toBe(201);
  expect((await start('', 'A5')).status).toBe(201);
});
