import { afterEach, describe, expect, it } from 'vitest';
import type { StartResponse, StorefrontPayment, StorefrontProblem, StorefrontSession } from '@pgw/protocol';
import { losingConnection } from './losing-connection.ts';
import {
  fpx,
  fulfilments,
  kilatPay,
  lompatPay,
  openShop,
  sentuh,
  type Shop,
  type ShopOptions,
} from './shop.ts';

let shop: Shop;

async function open(options?: ShopOptions): Promise<Shop> {
  shop = await openShop(options);
  return shop;
}

afterEach(() => shop.close());

async function json<T>(response: Promise<Response>): Promise<T> {
  return (await (await response).json()) as T;
}

async function startOk(fields = {}): Promise<StartResponse> {
  const response = await shop.start(fields);
  expect(response.status).toBe(201);
  return (await response.json()) as StartResponse;
}

async function problem(pending: Promise<Response>): Promise<[number, StorefrontProblem]> {
  const response = await pending;
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  return [response.status, (await response.json()) as StorefrontProblem];
}

describe('the session', () => {
  it('shows the price of the shop, whatever the browser requests', async () => {
    await open();
    const session = await json<StorefrontSession>(shop.get('/pgw/session?order=A1&amount=1'));
    expect(session.order).toMatchObject({ id: 'A1', amount: 12_890, currencyCode: 'MYR', exponent: 2 });
    expect(session.mode).toBe('choose');
    expect(session.openPayment).toBeNull();
  });

  it('lists the channels with fee and limit in minor units', async () => {
    await open();
    const { channels } = await json<StorefrontSession>(shop.get('/pgw/session?order=A1'));
    expect(channels.find(({ id }) => id === kilatPay)).toMatchObject({
      kind: 'direct',
      hint: 'wallet',
      fee: 50,
      limit: null,
    });
    expect(channels.find(({ id }) => id === fpx)).toMatchObject({ kind: 'provider', hint: 'bank' });
    expect(channels.find(({ id }) => id === lompatPay)?.limit).toEqual({ kind: 'max', amount: 10_000 });
  });

  it('lists no channel that does not take the currency', async () => {
    await open({ resolveOrder: () => ({ amount: 100, currencyCode: 'USD' }) });
    const { channels } = await json<StorefrontSession>(shop.get('/pgw/session?order=A1'));
    expect(channels).toEqual([]);
  });

  it('lists the banks of a channel without the hidden one', async () => {
    await open();
    const { banks } = await json<{ banks: { displayName: string; status: string }[] }>(
      shop.get(`/pgw/channels/${fpx}/banks?order=A1`),
    );
    expect(banks).toHaveLength(23);
    expect(banks.find(({ displayName }) => displayName === 'Bank Kinabalu')?.status).toBe('offline');
    expect(banks.find(({ displayName }) => displayName === 'Bank Teratai')?.status).toBe('maintenance');
  });

  it('responds unknown-order for an order that the shop does not have', async () => {
    await open();
    expect(await problem(shop.get('/pgw/session?order=B9'))).toMatchObject([404, { code: 'unknown-order' }]);
  });

  it('responds invalid-request without an order', async () => {
    await open();
    expect(await problem(shop.get('/pgw/session'))).toMatchObject([400, { code: 'invalid-request' }]);
  });

  it('responds with an error of the shop if resolveOrder returns a price that is not in integer minor units', async () => {
    await open({ resolveOrder: () => ({ amount: 128.9, currencyCode: 'MYR' }) });
    expect(await problem(shop.get('/pgw/session?order=A1'))).toMatchObject([
      500,
      { code: 'gateway-misconfigured' },
    ]);
    expect(shop.events[0]?.message).toMatch(/invalid order A1: amount must be an integer/);
  });

  it('contains an open payment, so that the shopper does not pay twice', async () => {
    await open();
    const { payment } = await startOk();
    const session = await json<StorefrontSession>(shop.get('/pgw/session?order=A1'));
    expect(session.openPayment).toMatchObject({
      reference: payment.reference,
      state: 'pending',
      channel: 'KilatPay',
    });
  });

  it('does not name an open payment again after the shopper chose another way, until it is paid', async () => {
    await open();
    const { payment: first } = await startOk();
    const { payment: second } = await startOk({ channelId: sentuh });
    const openPayment = async () =>
      (await json<StorefrontSession>(shop.get('/pgw/session?order=A1'))).openPayment;
    expect(await openPayment()).toMatchObject({ reference: second.reference });
    shop.sandbox.decide(second.transactionNumber!, 'decline', { callback: 'never' });
    await shop.get(`/pgw/payments/${second.reference}`);
    expect(await openPayment()).toBeNull();
    shop.sandbox.decide(first.transactionNumber!, 'approve');
    await expect.poll(openPayment).toMatchObject({ reference: first.reference, state: 'paid' });
  });
});

describe('starting a payment', () => {
  it('stores it and requests it from the gateway with the shop’s price before the redirect', async () => {
    await open();
    const { payment, redirect } = await startOk();
    const stored = await shop.checkout.payments.find(payment.reference);
    expect(stored).toMatchObject({
      state: 'open',
      amount: 12_890,
      orderId: 'A1',
      channel: { name: 'KilatPay' },
    });
    expect(shop.sandbox.findPayment(payment.reference)).toMatchObject({ amount: 12_890 });
    expect(redirect).toMatchObject({ type: 'url', url: expect.stringContaining(shop.sandbox.url) });
  });

  it('stores the payment before the request to the gateway', async () => {
    await open();
    shop.sandbox.scenario('response-slow', { endpoint: 'requestPayment', delayMs: 600 });
    const started = shop.start();
    await expect.poll(async () => (await shop.checkout.payments.ofOrder('A1'))[0]?.state).toBe('created');
    expect((await started).status).toBe(201);
  });

  it('redirects to the page of the script if the channel responds with one', async () => {
    await open();
    const { payment, redirect } = await startOk({ channelId: sentuh });
    expect(redirect).toEqual({ type: 'url', url: `/pgw/payments/${payment.reference}/redirect` });
  });

  it('needs an available bank on a channel with banks', async () => {
    await open();
    for (const bankId of [undefined, 'BKINA01', 'UNKNOWN']) {
      expect(await problem(shop.start({ channelId: fpx, bankId }))).toMatchObject([
        422,
        { code: 'bank-unavailable' },
      ]);
    }
    const { payment } = await startOk({ channelId: fpx, bankId: 'BSERI01' });
    expect(payment.bank).toBe('Bank Seri');
  });

  it('refuses a channel that is unknown, missing or does not accept the amount, and starts nothing', async () => {
    await open();
    for (const channelId of [999, undefined, lompatPay]) {
      expect(await problem(shop.start({ channelId }))).toMatchObject([422, { code: 'channel-unavailable' }]);
    }
    expect(await shop.checkout.payments.ofOrder('A1')).toEqual([]);
  });

  it('shows a changed total instead of charging it', async () => {
    await open();
    const [status, response] = await problem(shop.start({ shownAmount: 1 }));
    expect([status, response.code, response.order?.amount]).toEqual([409, 'total-changed', 12_890]);
    expect(await shop.checkout.payments.ofOrder('A1')).toEqual([]);
  });

  it('refuses a body that contains a price', async () => {
    await open();
    const response = await problem(shop.start({ amount: 1 } as never));
    expect(response).toMatchObject([
      400,
      { code: 'invalid-request', detail: expect.stringContaining('amount') },
    ]);
  });

  it.each([
    ['not JSON', 'application/json', '{"order":'],
    ['a form', 'application/x-www-form-urlencoded', 'order=A1'],
  ])('refuses a body that is %s', async (_what, type, body) => {
    await open();
    const response = shop.get('/pgw/payments', { method: 'POST', headers: { 'content-type': type }, body });
    expect(await problem(response)).toMatchObject([400, { code: 'invalid-request' }]);
  });

  it('refuses a body over 100,000 bytes', async () => {
    await open();
    expect(await problem(shop.start({ order: 'A'.repeat(120_000) }))).toMatchObject([
      413,
      { code: 'body-too-large' },
    ]);
  });

  it('returns the first payment for a repeated request', async () => {
    await open();
    const first = await startOk({ attempt: 'one-press' });
    const second = await startOk({ attempt: 'one-press' });
    expect(second).toEqual(first);
    expect(await shop.checkout.payments.ofOrder('A1')).toHaveLength(1);
  });

  it('returns an open payment again for the same channel, and a new one for another channel', async () => {
    await open();
    const first = await startOk();
    const again = await startOk();
    const other = await startOk({ channelId: sentuh });
    expect(again.payment.reference).toBe(first.payment.reference);
    expect(other.payment.reference).not.toBe(first.payment.reference);
  });

  it('is refused for an order that was just paid, even without a callback', async () => {
    await open();
    const { payment } = await startOk();
    shop.sandbox.decide(payment.transactionNumber!, 'approve', { callback: 'never' });
    const [status, response] = await problem(shop.start({ channelId: sentuh }));
    expect([status, response.code, response.reference]).toEqual([
      409,
      'order-already-paid',
      payment.reference,
    ]);
    expect(shop.fulfilled).toEqual([payment.reference]);
  });

  it('makes the payment unknown if the gateway’s response is lost, and does not repeat the request', async () => {
    const { gatewayUrl, loseNext } = losingConnection();
    await open({ gatewayUrl });
    loseNext('requestPayment');
    const [status, response] = await problem(shop.start());
    expect([status, response.code]).toEqual([504, 'outcome-unknown']);
    expect(await shop.checkout.payments.find(response.reference!)).toMatchObject({ state: 'unknown' });
    expect(shop.sandbox.listPayments()).toHaveLength(1);
  });

  it('uses the hosted page, without a channel, in hosted mode', async () => {
    await open({ mode: 'hosted' });
    const session = await json<StorefrontSession>(shop.get('/pgw/session?order=A1'));
    expect(session).toMatchObject({ mode: 'hosted', channels: [] });
    const { payment } = await startOk({ channelId: undefined });
    expect(payment.channel).toBeNull();
  });
});

describe('a payment', () => {
  it('is fulfilled once when its callback arrives', async () => {
    await open();
    const { payment } = await startOk();
    shop.sandbox.decide(payment.transactionNumber!, 'approve');
    await fulfilments(shop, 1);
    const status = await json<StorefrontPayment>(
      shop.get(`/pgw/payments/${payment.reference.toLowerCase()}`),
    );
    expect(status).toMatchObject({ state: 'paid', reference: payment.reference });
    expect(shop.fulfilled).toEqual([payment.reference]);
  });

  it('is fulfilled once when the callback arrives twice and the browser returns ten times', async () => {
    await open();
    const { payment } = await startOk();
    shop.sandbox.decide(payment.transactionNumber!, 'approve', { callback: 'twice' });
    const back = `/pgw/return?ReferenceCode=${payment.reference}&TransactionNumber=${payment.transactionNumber}`;
    await Promise.all(Array.from({ length: 10 }, () => shop.get(back)));
    await expect
      .poll(() =>
        shop.sandbox.listCallbacks(payment.transactionNumber!).every(({ state }) => state === 'delivered'),
      )
      .toBe(true);
    expect(shop.fulfilled).toEqual([payment.reference]);
  });

  it.each([
    ['decline', 'failed', 'declined'],
    ['insufficient-funds', 'failed', 'funds'],
    ['over-limit', 'failed', 'limit'],
    ['below-minimum', 'failed', 'min'],
    ['cancel', 'cancelled', null],
    ['expire', 'expired', null],
    ['authorize', 'authorized', null],
  ] as const)('that the bank answers with %s is %s, and is not fulfilled', async (outcome, state, reason) => {
    await open();
    const { payment } = await startOk();
    shop.sandbox.decide(payment.transactionNumber!, outcome);
    const status = () => json<StorefrontPayment>(shop.get(`/pgw/payments/${payment.reference}`));
    await expect.poll(async () => (await status()).state).toBe(state);
    expect((await status()).reason).toBe(reason);
    expect(shop.fulfilled).toEqual([]);
  });

  it('can be followed by another payment after a decline, which is fulfilled', async () => {
    await open();
    const first = await startOk();
    shop.sandbox.decide(first.payment.transactionNumber!, 'decline', { callback: 'never' });
    const second = await startOk();
    expect(second.payment.reference).not.toBe(first.payment.reference);
    shop.sandbox.decide(second.payment.transactionNumber!, 'approve');
    await fulfilments(shop, 1);
    expect(shop.fulfilled).toEqual([second.payment.reference]);
  });

  it('that is reported as failed and later as paid is fulfilled', async () => {
    await open();
    const { payment } = await startOk();
    shop.sandbox.decide(payment.transactionNumber!, 'decline');
    await expect
      .poll(async () => (await shop.checkout.payments.find(payment.reference))?.state)
      .toBe('failed');
    shop.sandbox.changeStatus(payment.transactionNumber!, 1);
    await fulfilments(shop, 1);
  });

  it('stays pending with an undocumented status, and an event reports it', async () => {
    await open();
    const { payment } = await startOk();
    shop.sandbox.changeStatus(payment.transactionNumber!, 14);
    await expect.poll(() => shop.events.some(({ event }) => event === 'unknown-status')).toBe(true);
    expect((await shop.checkout.payments.find(payment.reference))?.state).toBe('open');
  });

  it('is settled by the sweep without a callback and without a return', async () => {
    let now = Date.now();
    await open({ now: () => now, sandbox: { timestampWindowMs: 3_600_000 } });
    const { payment } = await startOk();
    shop.sandbox.decide(payment.transactionNumber!, 'approve', { callback: 'never' });
    await shop.checkout.payments.sweep();
    expect(shop.fulfilled).toEqual([]);
    now += 25_000;
    await Promise.all([shop.checkout.payments.sweep(), shop.checkout.payments.sweep()]);
    expect(shop.fulfilled).toEqual([payment.reference]);
  });

  it('whose onPaid fails stays paid, and onPaid is called with the same key until it succeeds', async () => {
    let now = Date.now();
    const keys: string[] = [];
    await open({
      now: () => now,
      onPaid: (_payment, { key }) => {
        keys.push(key);
        if (keys.length < 3) throw new Error('the stock system is down');
      },
    });
    const { payment } = await startOk();
    shop.sandbox.decide(payment.transactionNumber!, 'approve', { callback: 'never' });
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
    expect(shop.events.filter(({ event }) => event === 'fulfilment-failed')).toHaveLength(2);
  });

  it('is not shown for an unknown reference', async () => {
    await open();
    expect(await problem(shop.get('/pgw/payments/RC-1'))).toMatchObject([404, { code: 'unknown-payment' }]);
  });
});

describe('the router', () => {
  it('responds not-found for unknown paths', async () => {
    await open();
    expect(await problem(shop.get('/pgw/nothing'))).toMatchObject([404, { code: 'not-found' }]);
  });

  it('refuses requests if it is mounted at another path than mountPath', async () => {
    await open({ mountPath: '/payments' });
    expect(await problem(shop.get('/pgw/session?order=A1'))).toMatchObject([
      500,
      {
        code: 'wrong-mount-path',
        detail: expect.stringMatching(/mounted at \/pgw, and mountPath is \/payments/),
      },
    ]);
    expect(shop.events[0]?.message).toMatch(/mounted at \/pgw, and mountPath is \/payments/);
  });

  it('sends responses that must not be cached', async () => {
    await open();
    expect((await shop.get('/pgw/session?order=A1')).headers.get('cache-control')).toBe('no-store');
  });
});

describe('a gateway that fails', () => {
  it('causes gateway-unreachable if nothing listens there, and no payment is open', async () => {
    await open({
      gatewayUrl: 'http://127.0.0.1:1',
      channels: [{ id: 5, name: 'KilatPay', isProviderHostChannel: false }],
    });
    const response = await shop.start();
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({ code: 'gateway-unreachable' });
    expect((await shop.checkout.payments.ofOrder('A1')).map(({ state }) => state)).toEqual(['refused']);
  });

  it('causes gateway-unreachable for the session while it responds HTTP 500', async () => {
    await open();
    shop.sandbox.scenario('response-500', { endpoint: 'getChannels' });
    expect(await problem(shop.get('/pgw/session?order=A1'))).toMatchObject([
      503,
      { code: 'gateway-unreachable' },
    ]);
  });
});
