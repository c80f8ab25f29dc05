import type { GatewayClient } from '@pgw/client';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Payment } from '../../src/index.ts';
import { createTestClient, gatewayStatus, openShop, pasarPay, type Shop, type ShopOptions } from '../shop.ts';

// The gateway of these tests opens a session for each hosted page. It issues the number of the session at
// once. A query responds with fault 2010 (no transaction) before the shopper tries to pay.

const minuteMs = 60_000;
const sessionMinutes = 15;
let sandbox: Sandbox;
let gateway: GatewayClient;
let shop: Shop;
let reference: string;
let pageUrl: string;
let now = 0;

beforeEach(async () => {
  now = Date.now();
  sandbox = await createSandbox({
    port: 0,
    callbackRetryMs: [50],
    now: () => now,
    // The tests set the clock forward by days. The client signs with the real time.
    timestampWindowMs: 30 * 24 * 60 * minuteMs,
  });
  gateway = createTestClient(sandbox.url);
});
afterEach(async () => {
  await shop.close();
  await gateway.close();
  await sandbox.close();
});

/** Creates a client whose payment requests open a session of the hosted page. */
function createSessionClient(computeDeadline: () => string | null): GatewayClient {
  return {
    ...gateway,
    requestPayment: async (order) => {
      const { sessionNumber, ...redirection } = await gateway.initialSession({
        ...order,
        expiredInMinutes: sessionMinutes,
      });
      const { currencyCode, amount } = order;
      pageUrl = redirection.redirectUrl;
      return {
        ...redirection,
        currencyCode,
        amount,
        transactionNumber: sessionNumber,
        transactionExpired: computeDeadline(),
      };
    },
  };
}

/** Opens a shop and starts a payment on the hosted page. */
async function openTestShop({
  hasDeadline = true,
  ...options
}: ShopOptions & { readonly hasDeadline?: boolean } = {}): Promise<void> {
  const computeDeadline = () =>
    hasDeadline ? new Date(now + sessionMinutes * minuteMs).toISOString() : null;
  const gatewayOfShop = createSessionClient(computeDeadline);
  shop = await openShop({ gateway: gatewayOfShop, mode: 'hosted', now: () => now, ...options });
  ({ reference } = await shop.startPayment({ channelId: undefined }));
}

async function findStoredPayment(): Promise<Payment> {
  const payment = await shop.checkout.payments.get(reference);
  if (payment === undefined) throw new Error('The payment is not stored.');
  return payment;
}

async function sweepAfter(ms: number): Promise<void> {
  now += ms;
  await shop.checkout.sweep();
}

/**
 * Chooses PasarPay on the hosted page and pays there. Returns the transaction number of this attempt to pay.
 */
async function payOnHostedPage(outcome: 'approve' | 'decline'): Promise<string> {
  const bankPage = await fetch(pageUrl, {
    method: 'POST',
    body: new URLSearchParams({ channel: String(pasarPay) }),
  });
  const transactionNumber = new URL(bankPage.url).pathname.split('/').at(-1) ?? '';
  sandbox.decide(transactionNumber, outcome, { callback: 'never' });
  return transactionNumber;
}

const listWarnings = () => shop.events.filter(({ level }) => level !== 'info');

it('a payment on the hosted page stays open without a warning while it is queried, and is fulfilled when it is paid', async () => {
  await openTestShop();
  const sessionNumber = (await findStoredPayment()).transactionNumber;
  for (let round = 0; round < 5; round += 1) await sweepAfter(minuteMs);
  expect(await findStoredPayment()).toMatchObject({
    state: 'open',
    gatewayStatus: null,
    schedule: { queriedAt: now },
  });
  expect((await shop.fetch(`/pgw/payments/${reference}`)).status).toBe(200);
  expect(listWarnings()).toEqual([]);

  const transactionNumber = await payOnHostedPage('approve');
  expect(transactionNumber).not.toBe(sessionNumber);
  await sweepAfter(minuteMs);
  expect(await findStoredPayment()).toMatchObject({ state: 'paid', transactionNumber });
  expect(shop.fulfilledReferences).toEqual([reference]);
  expect(listWarnings()).toEqual([]);
  const refund = await shop.checkout.operator.refunds.create('refund-0001', {
    reference,
    reason: 'Torn bag',
  });
  expect(refund).toMatchObject({ state: 'done' });
});

it('a second start returns the open payment on the hosted page', async () => {
  await openTestShop();
  const second = await shop.startPayment({ channelId: undefined });
  expect(second.reference).toBe(reference);
});

it('a payment on the hosted page expires some minutes after its deadline, and is not queried again', async () => {
  await openTestShop();
  await sweepAfter((sessionMinutes + 1) * minuteMs);
  expect((await findStoredPayment()).state).toBe('open');
  await sweepAfter(5 * minuteMs);
  expect(await findStoredPayment()).toMatchObject({
    state: 'expired',
    schedule: { nextQueryAt: null },
    stateChangedAt: now,
  });
  expect(listWarnings()).toEqual([]);
  const inspected = await shop.checkout.operator.payments.inspect(reference);
  expect(inspected?.timeline.at(-1)).toMatchObject({
    source: 'sweep',
    kind: 'payment-changed',
    text: 'Marked as expired: the gateway has no attempt to pay, and the deadline has passed.',
  });
});

it('a payment on the hosted page expires after a week if the gateway has sent no deadline', async () => {
  await openTestShop({ hasDeadline: false });
  await sweepAfter(6 * 24 * 60 * minuteMs);
  expect((await findStoredPayment()).state).toBe('open');
  await sweepAfter(2 * 24 * 60 * minuteMs);
  expect(await findStoredPayment()).toMatchObject({ state: 'expired', schedule: { nextQueryAt: null } });
});

it('without a callback the sweep finds that a second attempt on the hosted page was paid after the first one failed', async () => {
  await openTestShop();
  await payOnHostedPage('decline');
  await sweepAfter(minuteMs);
  expect(await findStoredPayment()).toMatchObject({ state: 'failed', gatewayStatus: gatewayStatus.failed });
  await payOnHostedPage('approve');
  await sweepAfter(minuteMs);
  expect((await findStoredPayment()).state).toBe('paid');
});

it('a failed attempt on the hosted page is not queried after the end of the session', async () => {
  await openTestShop();
  await payOnHostedPage('decline');
  await sweepAfter((sessionMinutes + 6) * minuteMs);
  expect(await findStoredPayment()).toMatchObject({ state: 'failed', schedule: { nextQueryAt: null } });
});

it('onEnded is called for a failed attempt on the hosted page only when the shopper can no longer try again', async () => {
  const ended: string[] = [];
  await openTestShop({ onEnded: (payment, { reason }) => void ended.push(`${payment.reference} ${reason}`) });
  await payOnHostedPage('decline');
  await sweepAfter(minuteMs);
  expect((await findStoredPayment()).state).toBe('failed');
  expect(ended).toEqual([]);
  await sweepAfter((sessionMinutes + 6) * minuteMs);
  expect(ended).toEqual([`${reference} failed`]);
});

it('onEnded is not called when a second attempt on the hosted page succeeds', async () => {
  const ended: string[] = [];
  await openTestShop({ onEnded: (payment) => void ended.push(payment.reference) });
  await payOnHostedPage('decline');
  await sweepAfter(minuteMs);
  await payOnHostedPage('approve');
  await sweepAfter(minuteMs);
  await sweepAfter((sessionMinutes + 6) * minuteMs);
  expect((await findStoredPayment()).state).toBe('paid');
  expect([shop.fulfilledReferences, ended]).toEqual([[reference], []]);
});
