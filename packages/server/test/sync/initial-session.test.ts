import type { GatewayClient } from '@pgw/client';
import type { StorefrontProblem } from '@pgw/protocol';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLossyConnection } from '../lossy-connection.ts';
import { createTestClient, openShop, orderTotal, pasarPay, type Shop, type ShopOptions } from '../shop.ts';

// The profile of these shops opens the hosted page by InitialSession.

const minuteMs = 60_000;
const profile = { hostedPage: { endpoint: 'initialSession', sessionMinutes: 15 } } as const;
const clients: GatewayClient[] = [];
let sandbox: Sandbox;
let shop: Shop;
let now = 0;

beforeEach(async () => {
  now = Date.now();
  const timestampWindowMs = 30 * 24 * 60 * minuteMs;
  sandbox = await createSandbox({ port: 0, now: () => now, callbackRetryMs: [50], timestampWindowMs });
});
afterEach(async () => {
  await shop.close();
  for (const client of clients.splice(0)) await client.close();
  await sandbox.close();
});

async function openSessionShop(options: ShopOptions = {}, gatewayUrl = sandbox.url): Promise<void> {
  const gateway = createTestClient(gatewayUrl, { profile });
  clients.push(gateway);
  shop = await openShop({ gateway, mode: 'hosted', now: () => now, ...options });
}

const startSession = (order = 'A1') => shop.startPayment({ channelId: undefined, order });

/** Chooses PasarPay on the page of a session and pays there. Returns the number of this attempt to pay. */
async function payOn(pageUrl: string, outcome: 'approve' | 'decline' | 'authorize'): Promise<string> {
  const body = new URLSearchParams({ channel: String(pasarPay) });
  const bankPage = await fetch(pageUrl, { method: 'POST', body });
  const transactionNumber = new URL(bankPage.url).pathname.split('/').at(-1) ?? '';
  sandbox.decide(transactionNumber, outcome, { callback: 'never' });
  return transactionNumber;
}

async function sweepAfter(ms: number): Promise<void> {
  now += ms;
  await shop.checkout.sweep();
}

const find = (reference: string) => shop.checkout.payments.get(reference);

it('the hosted page is opened by a session, in which the shopper tries again until the payment is paid', async () => {
  await openSessionShop();
  const { reference, redirect, transactionNumber: sessionNumber } = await startSession();
  expect(sandbox.listPayments()).toEqual([]);
  await sweepAfter(minuteMs);
  expect(await find(reference)).toMatchObject({ state: 'open', gatewayStatus: null });
  await payOn(redirect.url, 'decline');
  await sweepAfter(minuteMs);
  expect(await find(reference)).toMatchObject({ state: 'failed', transactionNumber: sessionNumber });
  const transactionNumber = await payOn(redirect.url, 'approve');
  await sweepAfter(minuteMs);
  expect(await find(reference)).toMatchObject({ state: 'paid', transactionNumber });
  expect(shop.fulfilledReferences).toEqual([reference]);
  // A paid payment is queried by the number of its transaction.
  expect(await shop.checkout.payments.sync(reference)).toMatchObject({ state: 'paid' });
  const refund = { reference, reason: 'Torn bag' };
  expect(await shop.checkout.operator.refunds.create('refund-0001', refund)).toMatchObject({ state: 'done' });
});

it('the details of the order reach the gateway with a session', async () => {
  const customer = { name: 'Aminah', mobileNo: '60125550134' };
  await openSessionShop({ resolveOrder: () => ({ amount: orderTotal, currencyCode: 'MYR', customer }) });
  await payOn((await startSession()).redirect.url, 'approve');
  expect(JSON.parse(sandbox.listPayments(1)[0]?.details ?? '{}')).toEqual({ customer });
});

it('a second start continues the session, and a start near its end opens another one', async () => {
  await openSessionShop();
  const { reference } = await startSession();
  expect((await startSession()).reference).toBe(reference);
  now += 14.5 * minuteMs;
  expect((await startSession()).reference).not.toBe(reference);
});

it('a session without an attempt expires some minutes after its end', async () => {
  await openSessionShop();
  const { reference } = await startSession();
  await sweepAfter(16 * minuteMs);
  expect(await find(reference)).toMatchObject({ state: 'open' });
  await sweepAfter(5 * minuteMs);
  expect(await find(reference)).toMatchObject({ state: 'expired', schedule: { nextQueryAt: null } });
});

it('after a lost response, a second start reports the first payment, which expires, and a third one opens another session', async () => {
  const { gatewayUrl, loseNextResponse } = createLossyConnection();
  await openSessionShop({}, await gatewayUrl(sandbox.url));
  loseNextResponse('initialSession');
  const response = await shop.start({ channelId: undefined });
  const { code, reference } = (await response.json()) as StorefrontProblem;
  expect(code).toBe('outcome-unknown');
  const repeated = await shop.start({ channelId: undefined });
  expect([repeated.status, await repeated.json()]).toMatchObject([409, { code: 'duplicate-payment' }]);
  expect(await find(reference ?? '')).toMatchObject({ state: 'expired' });
  const second = await startSession();
  expect(second.reference).not.toBe(reference);
  await payOn(second.redirect.url, 'approve');
  await sweepAfter(minuteMs);
  expect(shop.fulfilledReferences).toEqual([second.reference]);
});

it('a second payment of an order by another session is not fulfilled, and is refunded', async () => {
  await openSessionShop({ secondPayment: 'refund' });
  const first = await startSession();
  now += 14.5 * minuteMs;
  const second = await startSession();
  await payOn(first.redirect.url, 'approve');
  await payOn(second.redirect.url, 'approve');
  // A payment of this age is queried every three minutes.
  await sweepAfter(4 * minuteMs);
  await sweepAfter(4 * minuteMs);
  expect(shop.fulfilledReferences).toHaveLength(1);
  expect(shop.eventsNamed('order-paid-twice')).toHaveLength(1);
  const states = (await shop.checkout.payments.list({ orderId: 'A1' })).map(({ state }) => state);
  expect(states.toSorted()).toEqual(['paid', 'refunded']);
});

it('the payment of a channel is requested as without the option', async () => {
  await openSessionShop({ mode: 'choose' });
  await shop.startPayment();
  expect(sandbox.listPayments()).toMatchObject([{ sessionNumber: null, isHosted: false }]);
});
