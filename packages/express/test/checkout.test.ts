import { afterEach, expect, it } from 'vitest';
import type { StorefrontPayment, StorefrontProblem, StorefrontSession } from '@pgw/protocol';
import { createLossyConnection } from './lossy-connection.ts';
import {
  fpx,
  gatewayStatus,
  waitForFulfilments,
  kilatPay,
  lompatPay,
  openShop,
  orderTotal,
  sentuh,
  untilNextQueryMs,
  type Shop,
  type ShopOptions,
  unreachableUrl,
} from './shop.ts';

let shop: Shop;

async function openTestShop(options?: ShopOptions): Promise<Shop> {
  shop = await openShop(options);
  return shop;
}

afterEach(() => shop.close());

async function readJson<T>(response: Promise<Response>): Promise<T> {
  return (await (await response).json()) as T;
}

async function readProblem(pending: Promise<Response>): Promise<[number, StorefrontProblem]> {
  const response = await pending;
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  return [response.status, (await response.json()) as StorefrontProblem];
}

it('the session has the price of the shop, not a price that the browser sends', async () => {
  await openTestShop();
  const session = await readJson<StorefrontSession>(shop.fetch('/pgw/session?order=A1&amount=1'));
  expect(session.order).toMatchObject({ id: 'A1', amount: orderTotal, currencyCode: 'MYR', exponent: 2 });
  expect(session.mode).toBe('choose');
  expect(session.openPayment).toBeNull();
});

it('the session lists the channels with fee and limit in minor units', async () => {
  await openTestShop();
  const { channels } = await readJson<StorefrontSession>(shop.fetch('/pgw/session?order=A1'));
  expect(channels.find(({ id }) => id === kilatPay)).toMatchObject({
    kind: 'direct',
    hint: 'wallet',
    fee: 50,
    limit: null,
  });
  expect(channels.find(({ id }) => id === fpx)).toMatchObject({ kind: 'provider', hint: 'bank' });
  expect(channels.find(({ id }) => id === lompatPay)?.limit).toEqual({ kind: 'max', amount: 10_000 });
});

it('the session lists no channel that does not accept the currency', async () => {
  await openTestShop({ resolveOrder: () => ({ amount: 100, currencyCode: 'USD' }) });
  const { channels } = await readJson<StorefrontSession>(shop.fetch('/pgw/session?order=A1'));
  expect(channels).toEqual([]);
});

it('the bank list has the status of each bank, and omits hidden banks', async () => {
  await openTestShop();
  const { banks } = await readJson<{ banks: { displayName: string; status: string }[] }>(
    shop.fetch(`/pgw/channels/${fpx}/banks?order=A1`),
  );
  expect(banks.map(({ displayName }) => displayName)).not.toContain('Bank Lama');
  expect(banks.find(({ displayName }) => displayName === 'Bank Kinabalu')?.status).toBe('offline');
  expect(banks.find(({ displayName }) => displayName === 'Bank Teratai')?.status).toBe('maintenance');
});

it('a session request for an unknown order responds unknown-order', async () => {
  await openTestShop();
  expect(await readProblem(shop.fetch('/pgw/session?order=B9'))).toMatchObject([
    404,
    { code: 'unknown-order' },
  ]);
});

it('a session request without an order responds invalid-request', async () => {
  await openTestShop();
  expect(await readProblem(shop.fetch('/pgw/session'))).toMatchObject([400, { code: 'invalid-request' }]);
});

it('the session responds gateway-misconfigured if resolveOrder returns an amount that is not an integer of minor units', async () => {
  await openTestShop({ resolveOrder: () => ({ amount: 128.9, currencyCode: 'MYR' }) });
  expect(await readProblem(shop.fetch('/pgw/session?order=A1'))).toMatchObject([
    500,
    { code: 'gateway-misconfigured' },
  ]);
  expect(shop.events[0]?.message).toMatch(/invalid order A1: amount must be an integer/);
});

it('the session contains the open payment of the order, so that the shopper does not pay twice', async () => {
  await openTestShop();
  const payment = await shop.startPayment();
  const session = await readJson<StorefrontSession>(shop.fetch('/pgw/session?order=A1'));
  expect(session.openPayment).toMatchObject({
    reference: payment.reference,
    state: 'pending',
    channel: 'KilatPay',
  });
});

it('a payment that a later payment has replaced is not in the session, unless it was paid', async () => {
  await openTestShop();
  const first = await shop.startPayment();
  const second = await shop.startPayment({ channelId: sentuh });
  const openPayment = async () =>
    (await readJson<StorefrontSession>(shop.fetch('/pgw/session?order=A1'))).openPayment;
  expect(await openPayment()).toMatchObject({ reference: second.reference });
  shop.sandbox.decide(second.transactionNumber, 'decline', { callback: 'never' });
  await shop.fetch(`/pgw/payments/${second.reference}`);
  expect(await openPayment()).toBeNull();
  shop.sandbox.decide(first.transactionNumber, 'approve');
  await expect.poll(openPayment).toMatchObject({ reference: first.reference, state: 'paid' });
});

it('a started payment is stored and requested from the gateway with the shop’s price', async () => {
  await openTestShop();
  const payment = await shop.startPayment();
  const stored = await shop.checkout.payments.find(payment.reference);
  expect(stored).toMatchObject({
    state: 'open',
    amount: orderTotal,
    orderId: 'A1',
    channel: { name: 'KilatPay' },
  });
  expect(shop.sandbox.findPayment(payment.reference)).toMatchObject({ amount: orderTotal });
  expect(payment.redirect).toMatchObject({ type: 'url', url: expect.stringContaining(shop.sandbox.url) });
});

it('a start stores the payment before the request to the gateway', async () => {
  await openTestShop();
  shop.sandbox.scenario('response-slow', { endpoint: 'requestPayment', delayMs: 600 });
  const started = shop.start();
  await expect.poll(async () => (await shop.checkout.payments.ofOrder('A1'))[0]?.state).toBe('created');
  expect((await started).status).toBe(201);
});

it('a start redirects to the redirect page if the gateway responds with a script', async () => {
  await openTestShop();
  const payment = await shop.startPayment({ channelId: sentuh });
  expect(payment.redirect).toEqual({ type: 'url', url: `/pgw/payments/${payment.reference}/redirect` });
});

it('a start on a channel with banks is refused if the request names no available bank', async () => {
  await openTestShop();
  const offlineBank = 'BKINA01';
  for (const bankId of [undefined, offlineBank, 'UNKNOWN']) {
    expect(await readProblem(shop.start({ channelId: fpx, bankId }))).toMatchObject([
      422,
      { code: 'bank-unavailable' },
    ]);
  }
  const payment = await shop.startPayment({ channelId: fpx, bankId: 'BSERI01' });
  expect(payment.bank).toBe('Bank Seri');
});

it('a start is refused and stores nothing if its channel is unknown, missing or does not accept the amount', async () => {
  await openTestShop();
  for (const channelId of [999, undefined, lompatPay]) {
    expect(await readProblem(shop.start({ channelId }))).toMatchObject([
      422,
      { code: 'channel-unavailable' },
    ]);
  }
  expect(await shop.checkout.payments.ofOrder('A1')).toEqual([]);
});

it('a start with another total than the order’s is refused with the correct total', async () => {
  await openTestShop();
  const [status, response] = await readProblem(shop.start({ shownAmount: 1 }));
  expect([status, response.code, response.order?.amount]).toEqual([409, 'total-changed', orderTotal]);
  expect(await shop.checkout.payments.ofOrder('A1')).toEqual([]);
});

it('a start is refused if its body contains a price', async () => {
  await openTestShop();
  const response = await readProblem(shop.start({ amount: 1 } as never));
  expect(response).toMatchObject([
    400,
    { code: 'invalid-request', detail: expect.stringContaining('amount') },
  ]);
});

it.each([
  ['not JSON', 'application/json', '{"order":'],
  ['a form', 'application/x-www-form-urlencoded', 'order=A1'],
])('a start is refused if its body is %s', async (_format, type, body) => {
  await openTestShop();
  const response = shop.fetch('/pgw/payments', { method: 'POST', headers: { 'content-type': type }, body });
  expect(await readProblem(response)).toMatchObject([400, { code: 'invalid-request' }]);
});

it('a start is refused if its body has more than 100,000 bytes', async () => {
  await openTestShop();
  expect(await readProblem(shop.start({ order: 'A'.repeat(120_000) }))).toMatchObject([
    413,
    { code: 'body-too-large' },
  ]);
});

it('a repeated start with the same attempt key returns the first payment', async () => {
  await openTestShop();
  const first = await shop.startPayment({ attempt: 'one-click' });
  const second = await shop.startPayment({ attempt: 'one-click' });
  expect(second).toEqual(first);
  expect(await shop.checkout.payments.ofOrder('A1')).toHaveLength(1);
});

it('a second start returns the open payment for the same channel, and a new payment for another channel', async () => {
  await openTestShop();
  const first = await shop.startPayment();
  const second = await shop.startPayment();
  const onOtherChannel = await shop.startPayment({ channelId: sentuh });
  expect(second.reference).toBe(first.reference);
  expect(onOtherChannel.reference).not.toBe(first.reference);
});

it('a start is refused for an order that was just paid, even without a callback', async () => {
  await openTestShop();
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  const [status, response] = await readProblem(shop.start({ channelId: sentuh }));
  expect([status, response.code, response.reference]).toEqual([409, 'order-already-paid', payment.reference]);
  expect(shop.fulfilledReferences).toEqual([payment.reference]);
});

it('if the gateway’s response to a start is lost, the payment has the state unknown, and the request is not repeated', async () => {
  const { gatewayUrl, loseNextResponse } = createLossyConnection();
  await openTestShop({ gatewayUrl });
  loseNextResponse('requestPayment');
  const [status, response] = await readProblem(shop.start());
  expect([status, response.code]).toEqual([504, 'outcome-unknown']);
  expect(await shop.checkout.payments.find(response.reference!)).toMatchObject({ state: 'unknown' });
  expect(shop.sandbox.listPayments()).toHaveLength(1);
});

it('in hosted mode the session has no channels, and a start needs no channel', async () => {
  await openTestShop({ mode: 'hosted' });
  const session = await readJson<StorefrontSession>(shop.fetch('/pgw/session?order=A1'));
  expect(session).toMatchObject({ mode: 'hosted', channels: [] });
  const payment = await shop.startPayment({ channelId: undefined });
  expect(payment.channel).toBeNull();
});

it('a payment is fulfilled once when its callback arrives', async () => {
  await openTestShop();
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve');
  await waitForFulfilments(shop, 1);
  const status = await readJson<StorefrontPayment>(
    shop.fetch(`/pgw/payments/${payment.reference.toLowerCase()}`),
  );
  expect(status).toMatchObject({ state: 'paid', reference: payment.reference });
  expect(shop.fulfilledReferences).toEqual([payment.reference]);
});

it('a payment is fulfilled once when its callback arrives twice and the browser returns ten times', async () => {
  await openTestShop();
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'twice' });
  const returnPath = `/pgw/return?ReferenceCode=${payment.reference}&TransactionNumber=${payment.transactionNumber}`;
  await Promise.all(Array.from({ length: 10 }, () => shop.fetch(returnPath)));
  await expect
    .poll(() =>
      shop.sandbox.listCallbacks(payment.transactionNumber).every(({ state }) => state === 'delivered'),
    )
    .toBe(true);
  expect(shop.fulfilledReferences).toEqual([payment.reference]);
});

it.each([
  ['decline', 'failed', 'declined'],
  ['insufficient-funds', 'failed', 'funds'],
  ['over-limit', 'failed', 'limit'],
  ['below-minimum', 'failed', 'min'],
  ['cancel', 'cancelled', null],
  ['expire', 'expired', null],
  ['authorize', 'authorized', null],
] as const)(
  'the result %s of the bank makes the payment %s, and it is not fulfilled',
  async (outcome, state, reason) => {
    await openTestShop();
    const payment = await shop.startPayment();
    shop.sandbox.decide(payment.transactionNumber, outcome);
    const status = () => readJson<StorefrontPayment>(shop.fetch(`/pgw/payments/${payment.reference}`));
    await expect.poll(async () => (await status()).state).toBe(state);
    expect((await status()).reason).toBe(reason);
    expect(shop.fulfilledReferences).toEqual([]);
  },
);

it('a second payment of the order is fulfilled after the first one was declined', async () => {
  await openTestShop();
  const first = await shop.startPayment();
  shop.sandbox.decide(first.transactionNumber, 'decline', { callback: 'never' });
  const second = await shop.startPayment();
  expect(second.reference).not.toBe(first.reference);
  shop.sandbox.decide(second.transactionNumber, 'approve');
  await waitForFulfilments(shop, 1);
  expect(shop.fulfilledReferences).toEqual([second.reference]);
});

it('a payment that the gateway reports as failed and later as paid is fulfilled', async () => {
  await openTestShop();
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'decline');
  await expect.poll(async () => (await shop.checkout.payments.find(payment.reference))?.state).toBe('failed');
  shop.sandbox.changeStatus(payment.transactionNumber, gatewayStatus.success);
  await waitForFulfilments(shop, 1);
});

it('a payment with an undocumented status stays open, and an event reports the status', async () => {
  await openTestShop();
  const payment = await shop.startPayment();
  shop.sandbox.changeStatus(payment.transactionNumber, gatewayStatus.undocumented);
  await expect.poll(() => shop.eventsNamed('unknown-status')).toHaveLength(1);
  expect((await shop.checkout.payments.find(payment.reference))?.state).toBe('open');
});

it('the sweep settles a payment without a callback and without a return', async () => {
  let now = Date.now();
  await openTestShop({ now: () => now });
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sweep();
  expect(shop.fulfilledReferences).toEqual([]);
  now += untilNextQueryMs;
  await Promise.all([shop.checkout.payments.sweep(), shop.checkout.payments.sweep()]);
  expect(shop.fulfilledReferences).toEqual([payment.reference]);
});

it('a payment stays paid when onPaid fails, and onPaid is called with the same key until it succeeds', async () => {
  let now = Date.now();
  const keys: string[] = [];
  await openTestShop({
    now: () => now,
    onPaid: (_payment, { key }) => {
      keys.push(key);
      if (keys.length < 3) throw new Error('the stock system is down');
    },
  });
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.settle(payment.reference);
  expect(await shop.checkout.payments.find(payment.reference)).toMatchObject({
    state: 'paid',
    fulfilment: { state: 'due', attempts: 1 },
  });
  for (let round = 0; round < 4; round += 1) {
    now += 60_000;
    await shop.checkout.payments.sweep();
  }
  expect(keys).toEqual([payment.reference, payment.reference, payment.reference]);
  expect(shop.eventsNamed('fulfilment-failed')).toHaveLength(2);
});

it('a status request for an unknown reference responds unknown-payment', async () => {
  await openTestShop();
  expect(await readProblem(shop.fetch('/pgw/payments/RC-1'))).toMatchObject([
    404,
    { code: 'unknown-payment' },
  ]);
});

it('the router responds not-found for an unknown path', async () => {
  await openTestShop();
  expect(await readProblem(shop.fetch('/pgw/nothing'))).toMatchObject([404, { code: 'not-found' }]);
});

it('the router refuses requests if it is mounted at another path than mountPath', async () => {
  await openTestShop({ mountPath: '/payments' });
  expect(await readProblem(shop.fetch('/pgw/session?order=A1'))).toMatchObject([
    500,
    {
      code: 'wrong-mount-path',
      detail: expect.stringMatching(/mounted at \/pgw, and mountPath is \/payments/),
    },
  ]);
  expect(shop.events[0]?.message).toMatch(/mounted at \/pgw, and mountPath is \/payments/);
});

it('the router sends Cache-Control: no-store', async () => {
  await openTestShop();
  expect((await shop.fetch('/pgw/session?order=A1')).headers.get('cache-control')).toBe('no-store');
});

it('a start responds gateway-unreachable if the gateway’s port is closed, and the payment has the state refused', async () => {
  await openTestShop({
    gatewayUrl: unreachableUrl,
    channels: [{ id: kilatPay, name: 'KilatPay', isProviderHostChannel: false }],
  });
  const response = await shop.start();
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await response.json()).toMatchObject({ code: 'gateway-unreachable' });
  expect((await shop.checkout.payments.ofOrder('A1')).map(({ state }) => state)).toEqual(['refused']);
});

it('the session responds gateway-unreachable while the gateway responds HTTP 500', async () => {
  await openTestShop();
  shop.sandbox.scenario('response-500', { endpoint: 'getChannels' });
  expect(await readProblem(shop.fetch('/pgw/session?order=A1'))).toMatchObject([
    503,
    { code: 'gateway-unreachable' },
  ]);
});
