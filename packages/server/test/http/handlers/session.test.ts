import { afterEach, expect, it } from 'vitest';
import type { StorefrontSession } from '@pgw/protocol';
import { readJson, readProblem } from '../../responses.ts';
import { fpx, kilatPay, lompatPay, openShop, orderTotal, sentuh, type Shop } from '../../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

it('the session has the price of the shop, not a price that the browser sends', async () => {
  shop = await openShop();
  const session = await readJson<StorefrontSession>(shop.fetch('/pgw/session?order=A1&amount=1'));
  expect(session.order).toMatchObject({ id: 'A1', amount: orderTotal, currencyCode: 'MYR', exponent: 2 });
  expect(session.mode).toBe('choose');
  expect(session.openPayment).toBeNull();
});

it('the session lists the channels with fee and limit in minor units', async () => {
  shop = await openShop();
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

it('the session lists only channels that accept the currency', async () => {
  shop = await openShop({ resolveOrder: () => ({ amount: 100, currencyCode: 'USD' }) });
  const { channels } = await readJson<StorefrontSession>(shop.fetch('/pgw/session?order=A1'));
  expect(channels).toEqual([]);
});

it('the bank list has the status of each bank, and omits hidden banks', async () => {
  shop = await openShop();
  const { banks } = await readJson<{ banks: { displayName: string; status: string }[] }>(
    shop.fetch(`/pgw/channels/${fpx}/banks?order=A1`),
  );
  expect(banks.map(({ displayName }) => displayName)).not.toContain('Bank Lama');
  expect(banks.find(({ displayName }) => displayName === 'Bank Kinabalu')?.status).toBe('offline');
  expect(banks.find(({ displayName }) => displayName === 'Bank Teratai')?.status).toBe('maintenance');
});

it('a session request for an unknown order responds unknown-order', async () => {
  shop = await openShop();
  expect(await readProblem(shop.fetch('/pgw/session?order=B9'))).toMatchObject([
    404,
    { code: 'unknown-order' },
  ]);
});

it('a session request without an order responds invalid-request', async () => {
  shop = await openShop();
  expect(await readProblem(shop.fetch('/pgw/session'))).toMatchObject([400, { code: 'invalid-request' }]);
});

it('the session responds gateway-misconfigured if resolveOrder returns an amount that is not an integer of minor units', async () => {
  shop = await openShop({ resolveOrder: () => ({ amount: 128.9, currencyCode: 'MYR' }) });
  expect(await readProblem(shop.fetch('/pgw/session?order=A1'))).toMatchObject([
    503,
    { code: 'gateway-misconfigured' },
  ]);
  expect(shop.eventsNamed('request-failed')).toMatchObject([
    { status: 503, orderId: 'A1', message: expect.stringContaining('amount must be an integer') },
  ]);
});

it('the session contains the open payment of the order, so that the shopper does not pay twice', async () => {
  shop = await openShop();
  const payment = await shop.startPayment();
  const session = await readJson<StorefrontSession>(shop.fetch('/pgw/session?order=A1'));
  expect(session.openPayment).toMatchObject({
    reference: payment.reference,
    state: 'pending',
    channel: 'KilatPay',
  });
});

it('a payment that a later payment has replaced is not in the session, unless it was paid', async () => {
  shop = await openShop();
  const first = await shop.startPayment();
  const second = await shop.startPayment({ channelId: sentuh });
  const openPayment = async () =>
    (await readJson<StorefrontSession>(shop.fetch('/pgw/session?order=A1'))).openPayment;
  expect(await openPayment()).toMatchObject({ reference: second.reference });
  shop.sandbox.decide(second.transactionNumber, 'decline', { callback: 'never' });
  // This request syncs the declined payment.
  await shop.fetch(`/pgw/payments/${second.reference}`);
  expect(await openPayment()).toBeNull();
  shop.sandbox.decide(first.transactionNumber, 'approve');
  await expect.poll(openPayment).toMatchObject({ reference: first.reference, state: 'paid' });
});

it('in hosted mode the session has no channels, and a start needs no channel', async () => {
  shop = await openShop({ mode: 'hosted' });
  const session = await readJson<StorefrontSession>(shop.fetch('/pgw/session?order=A1'));
  expect(session).toMatchObject({ mode: 'hosted', channels: [] });
  const payment = await shop.startPayment({ channelId: undefined });
  expect(payment.channel).toBeNull();
});

it('the session responds gateway-unreachable while the gateway responds HTTP 500', async () => {
  shop = await openShop();
  shop.sandbox.scenario('response-500', { endpoint: 'getChannels' });
  expect(await readProblem(shop.fetch('/pgw/session?order=A1'))).toMatchObject([
    503,
    { code: 'gateway-unreachable' },
  ]);
});
