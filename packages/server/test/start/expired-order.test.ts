import type { StorefrontProblem } from '@pgw/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLossyConnection } from '../lossy-connection.ts';
import { openShop, orderTotal, sentuh, type Shop, type ShopOptions } from '../shop.ts';

let shop: Shop;
/** The time of the shop's server. The order expires at `deadline`. */
let now: number;
let deadline: number;
beforeEach(() => {
  now = Date.now();
  deadline = now + 60_000;
});
afterEach(() => shop.close());

async function openTestShop(options: ShopOptions = {}): Promise<void> {
  shop = await openShop({
    now: () => now,
    resolveOrder: () => ({ amount: orderTotal, currencyCode: 'MYR', expiresAt: deadline }),
    ...options,
  });
}

const readProblem = async (response: Promise<Response>): Promise<[number, string]> => {
  const { status } = await response;
  return [status, ((await (await response).json()) as StorefrontProblem).code];
};

const startByForm = (): Promise<Response> =>
  shop.fetch('/pgw/start', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', origin: shop.url },
    body: 'order=A1&channel=5',
  });

it('until the deadline of the order a payment can be started, and from then on a start is refused', async () => {
  await openTestShop();
  now = deadline - 1;
  expect((await shop.start()).status).toBe(201);
  now = deadline;
  expect(await readProblem(shop.start({ channelId: sentuh }))).toEqual([409, 'order-expired']);
  expect(shop.sandbox.listPayments()).toHaveLength(1);
});

it('a start by a form is refused after the deadline of the order, with a page', async () => {
  await openTestShop();
  now = deadline;
  const response = await startByForm();
  expect(response.status).toBe(409);
  expect(await response.text()).toContain('<h1>The order has expired</h1>');
  expect(shop.sandbox.listPayments()).toEqual([]);
});

it('a payment of an expired order is not reused by another start, and the first start can be repeated', async () => {
  await openTestShop();
  const { reference } = await shop.startPayment({ attempt: 'first-click' });
  now = deadline;
  expect(await readProblem(shop.start({ attempt: 'second-click' }))).toEqual([409, 'order-expired']);
  expect((await startByForm()).status).toBe(409);
  expect((await shop.startPayment({ attempt: 'first-click' })).reference).toBe(reference);
});

it('a start whose response was lost is not sent to the gateway again by another start after the deadline', async () => {
  const { gatewayUrl, loseNextResponse } = createLossyConnection();
  await openTestShop({ gatewayUrl });
  loseNextResponse('requestPayment');
  expect(await readProblem(shop.start({ attempt: 'first-click' }))).toEqual([504, 'outcome-unknown']);
  now = deadline;
  expect(await readProblem(shop.start({ attempt: 'second-click' }))).toEqual([409, 'order-expired']);
  const [payment] = await shop.checkout.payments.list({ orderId: 'A1' });
  expect(payment?.state).toBe('unknown');
});

it('a payment that was started before the deadline is fulfilled when it is paid after the deadline', async () => {
  await openTestShop();
  const { reference, transactionNumber } = await shop.startPayment();
  now = deadline + 1;
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(reference);
  expect(shop.fulfilledReferences).toEqual([reference]);
  expect(await readProblem(shop.start())).toEqual([409, 'order-already-paid']);
});
