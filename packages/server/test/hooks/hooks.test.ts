import { PgwError } from '@pgw/protocol';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import type { EndReason, OrderStatus, Payment } from '../../src/index.ts';
import { openCardShop } from '../card-shop.ts';
import { createControlledGateway } from '../controlled-gateway.ts';
import { createLossyConnection } from '../lossy-connection.ts';
import {
  createTestClient,
  gatewayStatus,
  kilatPay,
  openShop,
  pasarPay,
  unreachableUrl,
  type Shop,
  type ShopOptions,
} from '../shop.ts';

interface Call {
  readonly name: string;
  readonly key: string;
  readonly reason?: EndReason;
  readonly order?: OrderStatus;
  readonly state: Payment['state'];
}

let shop: Shop;
let sandbox: Sandbox;
let calls: Call[];
let now = 0;
beforeAll(async () => void (sandbox = await createSandbox({ port: 0 })));
afterAll(() => sandbox.close());
afterEach(() => shop.close());

/** Hooks that record their calls. */
const hooks: Pick<ShopOptions, 'onPaid' | 'onAuthorized' | 'onEnded'> = {
  onPaid: ({ state }, { key }) => void calls.push({ name: 'onPaid', key, state }),
  onAuthorized: ({ state }, { key }) => void calls.push({ name: 'onAuthorized', key, state }),
  onEnded: ({ state }, { key, reason, order }) =>
    void calls.push({ name: 'onEnded', key, reason, order, state }),
};

/** Opens a shop whose hooks record their calls. */
async function openHookShop(options: ShopOptions = {}): Promise<void> {
  [calls, now] = [[], Date.now()];
  shop = await openShop({ now: () => now, ...hooks, ...options });
}

const waitForCalls = (count: number) => expect.poll(() => calls.length).toBe(count);
const release: OrderStatus = { isPaid: false, hasOpenPayments: false };

describe('onEnded', () => {
  it.each([
    ['decline', 'failed'],
    ['cancel', 'canceled'],
    ['expire', 'expired'],
  ] as const)(
    'is called once for a payment with the outcome %s, with any number of callbacks',
    async (outcome, state) => {
      await openHookShop();
      const { transactionNumber, reference } = await shop.startPayment();
      shop.sandbox.decide(transactionNumber, outcome, { callback: 'twice' });
      await waitForCalls(1);
      await shop.checkout.payments.sync(reference);
      await shop.checkout.sweep();
      expect(calls).toEqual([
        { name: 'onEnded', key: `${reference}-ended-1`, reason: state, order: release, state },
      ]);
    },
  );

  it('is called for a payment that ends without a callback, by the sweep and by a query of an operator', async () => {
    await openHookShop();
    for (const order of ['A1', 'A2']) {
      const { transactionNumber } = await shop.startPayment({ order });
      shop.sandbox.decide(transactionNumber, 'decline', { callback: 'never' });
    }
    const [operated] = await shop.checkout.payments.list({ orderId: 'A1' });
    await shop.checkout.payments.sync(operated?.reference ?? '');
    await waitForCalls(1);
    now += 21_000;
    await shop.checkout.sweep();
    expect(calls.map(({ reason, order }) => [reason, order])).toEqual([
      ['failed', release],
      ['failed', release],
    ]);
  });

  it('is called for a payment that was not started', async () => {
    const refusal = new PgwError('gateway-unreachable', 'The gateway did not respond.', { retryable: true });
    const gateway = { ...createTestClient(unreachableUrl), requestPayment: () => Promise.reject(refusal) };
    await openHookShop({
      gateway,
      channels: [{ id: kilatPay, name: 'KilatPay', isProviderHostChannel: false }],
    });
    expect((await shop.start()).status).toBe(503);
    await waitForCalls(1);
    expect(calls[0]).toMatchObject({ name: 'onEnded', reason: 'refused', order: release, state: 'refused' });
  });

  it('is called for a start without a known outcome that an operator ends', async () => {
    const { gatewayUrl, loseNextResponse } = createLossyConnection();
    await openHookShop({ gatewayUrl });
    loseNextResponse('requestPayment');
    expect((await shop.start()).status).toBe(504);
    expect(calls).toEqual([]);
    const [payment] = await shop.checkout.payments.list({ orderId: 'A1' });
    await shop.checkout.operator.starts.resolve(payment?.reference ?? '', {
      reason: 'Not in the list of the gateway',
    });
    await waitForCalls(1);
    expect(calls[0]).toMatchObject({ reason: 'refused', order: release });
  });

  it('finds the order open while another payment of it is open, and paid after it is paid', async () => {
    await openHookShop();
    const first = await shop.startPayment({ channelId: kilatPay });
    const second = await shop.startPayment({ channelId: pasarPay });
    shop.sandbox.decide(first.transactionNumber, 'decline');
    await waitForCalls(1);
    expect(calls[0]?.order).toEqual({ isPaid: false, hasOpenPayments: true });
    shop.sandbox.decide(second.transactionNumber, 'decline');
    await waitForCalls(2);
    expect(calls[1]?.order).toEqual(release);

    const third = await shop.startPayment({ order: 'A2', channelId: kilatPay });
    const fourth = await shop.startPayment({ order: 'A2', channelId: pasarPay });
    shop.sandbox.decide(third.transactionNumber, 'approve');
    await waitForCalls(3);
    shop.sandbox.decide(fourth.transactionNumber, 'decline');
    await waitForCalls(4);
    expect(calls[3]?.order).toEqual({ isPaid: true, hasOpenPayments: false });
  });

  it('finds nothing open once, when two payments of an order end in one sweep', async () => {
    await openHookShop();
    const payments = [
      await shop.startPayment({ channelId: kilatPay }),
      await shop.startPayment({ channelId: pasarPay }),
    ];
    for (const { transactionNumber } of payments)
      shop.sandbox.decide(transactionNumber, 'decline', { callback: 'never' });
    now += 21_000;
    await shop.checkout.sweep();
    expect(calls.map(({ order }) => order?.hasOpenPayments)).toEqual([true, false]);
  });

  it('is followed by onPaid when a failed payment is paid late', async () => {
    const gateway = createControlledGateway(sandbox.url);
    await openHookShop({ gateway: gateway.client });
    const { reference } = await shop.startPayment();
    for (const status of [gatewayStatus.failed, gatewayStatus.success]) {
      gateway.setStatus(status);
      await shop.checkout.payments.sync(reference);
      await shop.checkout.sweep();
    }
    expect(calls.map(({ name }) => name)).toEqual(['onEnded', 'onPaid']);
  });

  it('is called with the reason voided for a payment whose money was returned before the shop stored it as paid', async () => {
    const gateway = createControlledGateway(sandbox.url);
    await openHookShop({ gateway: gateway.client });
    const { reference } = await shop.startPayment();
    gateway.setStatus(gatewayStatus.refunded);
    await shop.checkout.payments.sync(reference);
    await waitForCalls(1);
    expect(calls[0]).toMatchObject({ name: 'onEnded', reason: 'voided', order: release, state: 'refunded' });
  });

  it('is called again with the same key after it has thrown, and its writes with tx take effect once', async () => {
    const keys: string[] = [];
    await openHookShop({
      onEnded: (_payment, { key, tx }) => {
        keys.push(key);
        tx.run('create table if not exists released (key text)');
        tx.run('insert into released values (?)', key);
        if (keys.length < 3) throw new Error('no stock');
        calls.push({ name: 'onEnded', key, state: 'failed' });
        expect(tx.all('select key from released')).toHaveLength(1);
      },
    });
    const { transactionNumber, reference } = await shop.startPayment();
    shop.sandbox.decide(transactionNumber, 'decline');
    await expect.poll(() => shop.eventsNamed('hook-failed')).toHaveLength(1);
    expect((await shop.checkout.operator.payments.inspect(reference))?.hooks).toMatchObject([
      { attempts: 1, state: 'due' },
    ]);
    for (const ms of [6_000, 60_000]) {
      now += ms;
      await shop.checkout.sweep();
    }
    expect(keys).toEqual(Array(3).fill(`${reference}-ended-1`));
    expect([calls.length, shop.eventsNamed('hook-succeeded').length]).toEqual([1, 1]);
    expect((await shop.checkout.operator.payments.inspect(reference))?.hooks).toEqual([]);
  });

  it('is dead after its last attempt, and operator.hooks.requeue calls it again', async () => {
    let isBroken = true;
    await openHookShop({
      limits: { fulfillAttempts: 2 },
      onEnded: (_payment, { key }) => {
        if (isBroken) throw new Error('no stock');
        calls.push({ name: 'onEnded', key, state: 'failed' });
      },
    });
    const { transactionNumber, reference } = await shop.startPayment();
    shop.sandbox.decide(transactionNumber, 'decline');
    await expect.poll(() => shop.eventsNamed('hook-failed')).toHaveLength(1);
    now += 6_000;
    await shop.checkout.sweep();
    expect(shop.eventsNamed('hook-dead')).toHaveLength(1);
    isBroken = false;
    await shop.checkout.operator.hooks.requeue(reference);
    await waitForCalls(1);
    await expect(shop.checkout.operator.hooks.requeue(reference)).rejects.toThrow('only a dead or withheld');
  });

  it('is not called when the payment has become paid before it has succeeded', async () => {
    let tries = 0;
    const gateway = createControlledGateway(sandbox.url);
    await openHookShop({
      gateway: gateway.client,
      onEnded: () => {
        tries += 1;
        throw new Error('no stock');
      },
    });
    const { reference } = await shop.startPayment();
    gateway.setStatus(gatewayStatus.failed);
    await shop.checkout.payments.sync(reference);
    await expect.poll(() => tries).toBe(1);
    gateway.setStatus(gatewayStatus.success);
    await shop.checkout.payments.sync(reference);
    now += 60_000;
    await shop.checkout.sweep();
    expect([tries, calls.map(({ name }) => name)]).toEqual([1, ['onPaid']]);
    const inspection = await shop.checkout.operator.payments.inspect(reference);
    expect(inspection?.hooks).toMatchObject([{ state: 'withheld' }]);
    expect(inspection?.timeline.at(-1)?.text).toBe(
      'onEnded is not called, because the payment has become paid.',
    );
  });
});

test('an authorized card calls onAuthorized, and its void calls onEnded with the reason voided', async () => {
  [calls, now] = [[], Date.now()];
  const cardShop = await openCardShop({ cards: { authType: 'pre-auth' }, ...hooks });
  shop = cardShop;
  const { reference } = (await cardShop.payByCard('approved')).body.payment;
  await waitForCalls(1);
  const { transactionNumber } = (await shop.checkout.payments.get(reference)) ?? {};
  shop.sandbox.endAuthorization(transactionNumber ?? '', 'void');
  await waitForCalls(2);
  expect(calls).toEqual([
    { name: 'onAuthorized', key: `${reference}-authorized-1`, state: 'authorized' },
    { name: 'onEnded', key: `${reference}-ended-2`, reason: 'voided', order: release, state: 'refunded' },
  ]);
});

test('a captured card calls onAuthorized, then onPaid', async () => {
  [calls, now] = [[], Date.now()];
  const cardShop = await openCardShop({ cards: { authType: 'pre-auth' }, ...hooks });
  shop = cardShop;
  const { reference } = (await cardShop.payByCard('approved')).body.payment;
  await waitForCalls(1);
  await shop.checkout.operator.captures.create('capture-0001', { reference });
  expect(calls.map(({ name }) => name)).toEqual(['onAuthorized', 'onPaid']);
});

test('a declined card calls onEnded', async () => {
  [calls, now] = [[], Date.now()];
  const cardShop = await openCardShop({ ...hooks });
  shop = cardShop;
  await cardShop.payByCard('declined');
  await waitForCalls(1);
  expect(calls[0]).toMatchObject({ name: 'onEnded', reason: 'failed', order: release });
});
