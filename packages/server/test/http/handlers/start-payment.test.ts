import { afterEach, expect, it } from 'vitest';
import { createLossyConnection } from '../../lossy-connection.ts';
import { readProblem } from '../../responses.ts';
import {
  fpx,
  kilatPay,
  lompatPay,
  openShop,
  orderTotal,
  sentuh,
  unreachableUrl,
  type Shop,
} from '../../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

it('a started payment is stored and requested from the gateway with the shop’s price', async () => {
  shop = await openShop();
  const payment = await shop.startPayment();
  const stored = await shop.checkout.payments.get(payment.reference);
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
  shop = await openShop();
  shop.sandbox.scenario('response-slow', { endpoint: 'requestPayment', delayMs: 600 });
  const started = shop.start();
  await expect
    .poll(async () => (await shop.checkout.payments.list({ orderId: 'A1' }))[0]?.state)
    .toBe('created');
  expect((await started).status).toBe(201);
});

it('a start redirects to the redirect page if the gateway responds with a script', async () => {
  shop = await openShop();
  const payment = await shop.startPayment({ channelId: sentuh });
  expect(payment.redirect).toEqual({ type: 'url', url: `/pgw/payments/${payment.reference}/redirect` });
});

it('a start on a channel with banks is refused if the request names no available bank', async () => {
  shop = await openShop();
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
  shop = await openShop();
  for (const channelId of [999, undefined, lompatPay]) {
    expect(await readProblem(shop.start({ channelId }))).toMatchObject([
      422,
      { code: 'channel-unavailable' },
    ]);
  }
  expect(await shop.checkout.payments.list({ orderId: 'A1' })).toEqual([]);
});

it.each([
  [{ channelId: 999 }, 'There is no channel 999. Channels that accept the amount: '],
  [{ channelId: 0 }, 'There is no channel 0. Channels that accept the amount: '],
  [{ channelId: -1 }, 'There is no channel -1. Channels that accept the amount: '],
  [
    { channelId: lompatPay },
    `Channel ${lompatPay} does not accept this amount. Channels that accept the amount: `,
  ],
])('the refusal of the channel of %o lists the channels that accept the amount', async (fields, text) => {
  shop = await openShop();
  const [, { detail }] = await readProblem(shop.start(fields));
  expect(detail).toContain(text);
  expect(detail).toContain(`${fpx} (FPX`);
  expect(detail).not.toContain(`${lompatPay} (`);
});

it.each([
  [{ bankId: 'NOBANK' }, 'NOBANK is not available. Available banks: '],
  [{}, 'bankId is missing. Available banks: '],
])('the refusal of the bank of %o lists the available banks', async (fields, text) => {
  shop = await openShop();
  const [, { detail }] = await readProblem(shop.start({ channelId: fpx, ...fields }));
  expect(detail).toContain(text);
  expect(detail).toContain('BSERI01 (Bank Seri)');
  expect(detail).not.toContain('BKINA01');
});

it('a start with another total than the order’s is refused with the correct total', async () => {
  shop = await openShop();
  const [status, response] = await readProblem(shop.start({ shownAmount: 1 }));
  expect([status, response.code, response.order?.amount]).toEqual([409, 'total-changed', orderTotal]);
  expect(await shop.checkout.payments.list({ orderId: 'A1' })).toEqual([]);
});

it('a start is refused if its body contains a price', async () => {
  shop = await openShop();
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
  shop = await openShop();
  const response = shop.fetch('/pgw/payments', { method: 'POST', headers: { 'content-type': type }, body });
  expect(await readProblem(response)).toMatchObject([400, { code: 'invalid-request' }]);
});

it('a start is refused if its body has more than 100,000 bytes', async () => {
  shop = await openShop();
  expect(await readProblem(shop.start({ order: 'A'.repeat(120_000) }))).toMatchObject([
    413,
    { code: 'body-too-large' },
  ]);
});

it('a repeated start with the same attempt key returns the first payment', async () => {
  shop = await openShop();
  const first = await shop.startPayment({ attempt: 'one-click' });
  const second = await shop.startPayment({ attempt: 'one-click' });
  expect(second).toEqual(first);
  expect(await shop.checkout.payments.list({ orderId: 'A1' })).toHaveLength(1);
});

it('a second start returns the open payment for the same channel, and a new payment for another channel', async () => {
  shop = await openShop();
  const first = await shop.startPayment();
  const second = await shop.startPayment();
  const onOtherChannel = await shop.startPayment({ channelId: sentuh });
  expect(second.reference).toBe(first.reference);
  expect(onOtherChannel.reference).not.toBe(first.reference);
});

it('a start is refused for an order that was just paid, even without a callback', async () => {
  shop = await openShop();
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  const [status, response] = await readProblem(shop.start({ channelId: sentuh }));
  expect([status, response.code, response.reference]).toEqual([409, 'order-already-paid', payment.reference]);
  expect(shop.fulfilledReferences).toEqual([payment.reference]);
});

it('if the gateway’s response to a start is lost, the payment has the state unknown, and the request is not repeated', async () => {
  const { gatewayUrl, loseNextResponse } = createLossyConnection();
  shop = await openShop({ gatewayUrl });
  loseNextResponse('requestPayment');
  const [status, response] = await readProblem(shop.start());
  expect([status, response.code]).toEqual([504, 'outcome-unknown']);
  expect(await shop.checkout.payments.get(response.reference!)).toMatchObject({ state: 'unknown' });
  expect(shop.sandbox.listPayments()).toHaveLength(1);
});

it('a start responds gateway-unreachable if the gateway’s port is closed, and the payment has the state refused', async () => {
  shop = await openShop({
    gatewayUrl: unreachableUrl,
    channels: [{ id: kilatPay, name: 'KilatPay', isProviderHostChannel: false }],
  });
  const response = await shop.start();
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await response.json()).toMatchObject({ code: 'gateway-unreachable' });
  expect((await shop.checkout.payments.list({ orderId: 'A1' })).map(({ state }) => state)).toEqual([
    'refused',
  ]);
});
