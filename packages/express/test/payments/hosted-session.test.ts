import type { GatewayClient } from '@pgw/client';
import type { StartResponse } from '@pgw/protocol';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Payment } from '../../src/index.ts';
import { client, openShop, type Shop } from '../shop.ts';

// A gateway whose hosted page is a session: it issues the number of the session when the page opens, and has no transaction
// (2010) before the shopper tries to pay.

const minute = 60_000;
let sandbox: Sandbox;
let gateway: GatewayClient;
let shop: Shop;
let reference: string;
let page: string;
let now = 0;

beforeEach(async () => {
  now = Date.now();
  sandbox = await createSandbox({
    port: 0,
    callbackRetryMs: [50],
    now: () => now,
    timestampWindowMs: 30 * 24 * 60 * minute,
  });
  gateway = client(sandbox.url);
});
afterEach(async () => {
  await shop.close();
  await gateway.close();
  await sandbox.close();
});

/** The client, with the hosted page of a payment request opened as a session. */
function withSessions(deadline: () => string | null): GatewayClient {
  return {
    ...gateway,
    requestPayment: async (order) => {
      const { sessionNumber, ...way } = await gateway.initialSession({ ...order, expiredInMinutes: 15 });
      const { currencyCode, amount } = order;
      page = way.redirectUrl;
      return {
        ...way,
        currencyCode,
        amount,
        transactionNumber: sessionNumber,
        transactionExpired: deadline(),
      };
    },
  };
}

async function open(deadline = () => new Date(now + 15 * minute).toISOString() as string | null) {
  shop = await openShop({ gateway: withSessions(deadline), mode: 'hosted', now: () => now });
  const started = await shop.start({ channelId: undefined });
  expect(started.status).toBe(201);
  reference = ((await started.json()) as StartResponse).payment.reference;
}

async function stored(): Promise<Payment> {
  const payment = await shop.checkout.payments.find(reference);
  if (payment === undefined) throw new Error('The payment is not stored.');
  return payment;
}

async function sweepAfter(ms: number): Promise<void> {
  now += ms;
  await shop.checkout.payments.sweep();
}

/** Chooses PasarPay on the hosted page and submits its page. Returns the number of the attempt. */
async function attempt(outcome: 'approve' | 'decline'): Promise<string> {
  const bank = await fetch(page, { method: 'POST', body: new URLSearchParams({ channel: '7' }) });
  const transactionNumber = new URL(bank.url).pathname.split('/').at(-1) ?? '';
  sandbox.decide(transactionNumber, outcome, { callback: 'never' });
  return transactionNumber;
}

const alarms = () => shop.events.filter(({ level }) => level !== 'info');

describe('a payment on the hosted page without an attempt', () => {
  it('stays open without an alarm while it is queried, and is fulfilled when it is paid', async () => {
    await open();
    const session = (await stored()).transactionNumber;
    for (let round = 0; round < 5; round += 1) await sweepAfter(minute);
    expect(await stored()).toMatchObject({
      state: 'open',
      gatewayStatus: null,
      schedule: { queriedAt: now },
    });
    expect((await shop.get(`/pgw/payments/${reference}`)).status).toBe(200);
    expect(alarms()).toEqual([]);

    const transactionNumber = await attempt('approve');
    expect(transactionNumber).not.toBe(session);
    await sweepAfter(minute);
    await shop.checkout.payments.sweep();
    expect(await stored()).toMatchObject({ state: 'paid', transactionNumber });
    expect(shop.fulfilled).toEqual([reference]);
    expect(alarms().filter(({ event }) => event !== 'callbacks-missing')).toEqual([]);
    const refund = { reference, reason: 'Torn bag', key: 'refund-0001' };
    expect(await shop.checkout.operator.refund(refund)).toMatchObject({ state: 'done' });
  });

  it('is returned again when the shopper comes back to the checkout', async () => {
    await open();
    const again = await shop.start({ channelId: undefined });
    expect(((await again.json()) as StartResponse).payment.reference).toBe(reference);
  });

  it('expires some minutes after its deadline, and is not queried again', async () => {
    await open();
    await sweepAfter(16 * minute);
    expect((await stored()).state).toBe('open');
    await sweepAfter(5 * minute);
    expect(await stored()).toMatchObject({
      state: 'expired',
      schedule: { nextQueryAt: null },
      settledAt: now,
    });
    expect(alarms()).toEqual([]);
    const inspected = await shop.checkout.operator.inspect(reference);
    expect(inspected?.timeline.at(-1)).toMatchObject({
      source: 'sweep',
      text: 'The gateway has no attempt to pay it, and its deadline has passed: open became expired.',
    });
  });

  it('expires after a week if the gateway gave no deadline', async () => {
    await open(() => null);
    await sweepAfter(6 * 24 * 60 * minute);
    expect((await stored()).state).toBe('open');
    await sweepAfter(2 * 24 * 60 * minute);
    expect(await stored()).toMatchObject({ state: 'expired', schedule: { nextQueryAt: null } });
  });
});

it('a paid second attempt on the hosted page is found without a callback after the first one has failed', async () => {
  await open();
  await attempt('decline');
  await sweepAfter(minute);
  expect(await stored()).toMatchObject({ state: 'failed', gatewayStatus: 2 });
  await attempt('approve');
  await sweepAfter(minute);
  expect((await stored()).state).toBe('paid');
});

it('a failed attempt on the hosted page is not queried after the end of the session', async () => {
  await open();
  await attempt('decline');
  await sweepAfter(21 * minute);
  expect(await stored()).toMatchObject({ state: 'failed', schedule: { nextQueryAt: null } });
});
