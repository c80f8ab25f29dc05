import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/index.ts';
import {
  gatewayStatus,
  kilatPay,
  openShop,
  sentuh,
  waitForFulfillments,
  type Shop,
  type ShopOptions,
} from '../shop.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const partAmount = 3_000;

let shop: Shop;
let reference: string;
let transactionNumber: string;
let now = 0;
afterEach(() => shop.close());

async function openTestShop(options: ShopOptions = {}, channelId = kilatPay): Promise<void> {
  now = Date.now();
  const sandbox = { now: () => now, timestampWindowMs: 86_400_000 };
  shop = await openShop({ now: () => now, sandbox, ...options });
  ({ reference, transactionNumber } = await shop.startPayment({ channelId }));
}

const refundElsewhere = (amount?: number) =>
  shop.sandbox.refundPayment(transactionNumber, { amount, callback: 'never' });

async function syncAfter(ms: number): Promise<void> {
  now += ms;
  await shop.checkout.payments.sync(reference);
}

const findState = async () => (await shop.checkout.operator.payments.inspect(reference))?.payment.state;

async function listRefunds(): Promise<readonly Operation[]> {
  return (await shop.checkout.operator.payments.inspect(reference))?.refunds ?? [];
}

it('reconcile imports the refund of a payment whose money was taken back', async () => {
  await openTestShop();
  shop.sandbox.decide(transactionNumber, 'approve');
  await waitForFulfillments(shop, 1);
  refundElsewhere(partAmount);
  shop.sandbox.changeStatus(transactionNumber, gatewayStatus.failed, { callback: 'never' });
  await syncAfter(minuteMs);
  await syncAfter(2 * minuteMs);
  expect(await findState()).toBe('reversed');
  await shop.checkout.operator.payments.reconcile({ since: 0 });
  expect(await listRefunds()).toMatchObject([{ origin: 'gateway', amount: partAmount, state: 'done' }]);
});

it.each([
  ['with', kilatPay],
  ['without', sentuh],
])(
  'a refund of unknown outcome stays unknown while its payment is reversed, on a channel %s refund queries',
  async (_condition, channelId) => {
    await openTestShop({}, channelId);
    shop.sandbox.decide(transactionNumber, 'approve');
    await waitForFulfillments(shop, 1);
    shop.sandbox.scenario('response-500', { endpoint: 'refundPayment', times: 1 });
    await shop.checkout.operator.refunds.create('refund-0001', { reference, reason: 'Chipped mug' });
    shop.sandbox.changeStatus(transactionNumber, gatewayStatus.failed, { callback: 'never' });
    await syncAfter(minuteMs);
    await syncAfter(2 * minuteMs);
    now += minuteMs;
    await shop.checkout.sweep();
    expect(await findState()).toBe('reversed');
    expect(await listRefunds()).toMatchObject([{ id: 'refund-0001', state: 'unknown' }]);
  },
);

it('reconcile imports the refund of a payment in review', async () => {
  await openTestShop();
  shop.sandbox.scenario('decimal-amounts');
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await syncAfter(secondMs);
  await syncAfter(6 * minuteMs);
  expect(await findState()).toBe('review');
  shop.sandbox.clearScenarios();
  refundElsewhere(partAmount);
  await shop.checkout.operator.payments.reconcile({ since: 0 });
  expect(await listRefunds()).toMatchObject([{ origin: 'gateway', amount: partAmount, state: 'done' }]);
});

describe('the hooks of refunds that were made before the shop saw the payment as paid', () => {
  let calls: string[];
  beforeEach(async () => {
    calls = [];
    await openTestShop({
      onRefunded: ({ amount }) => void calls.push(`onRefunded ${amount}`),
      onReversed: (_payment, { refund }) => void calls.push(`onReversed ${refund?.amount}`),
    });
    shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  });

  const readTimeline = async () => (await shop.checkout.operator.payments.inspect(reference))?.timeline ?? [];
  async function sweepUntil(text: string): Promise<void> {
    await expect
      .poll(async () => {
        now += 2 * minuteMs;
        await shop.checkout.sweep();
        return (await readTimeline()).map((note) => note.text).join(' ');
      })
      .toContain(text);
  }

  async function reverseRefund(refundNumber: string): Promise<void> {
    shop.sandbox.decideRefund(refundNumber, gatewayStatus.refundReversed, { callback: 'never' });
    await shop.checkout.operator.payments.reconcile({ since: 0 });
    await sweepUntil('onReversed is not called, because onRefunded was not called for this refund.');
  }

  it('are not called while the payment was never paid, also if the refund is reversed', async () => {
    const { refundNumber } = refundElsewhere();
    await syncAfter(secondMs);
    expect(await findState()).toBe('refunded');
    await sweepUntil('onRefunded is not called');
    await reverseRefund(refundNumber);
    expect(calls).toEqual([]);
  });

  it('are called for the refund that is left if another one is reversed, so that the payment becomes paid', async () => {
    const { refundNumber } = refundElsewhere(partAmount);
    refundElsewhere();
    await syncAfter(secondMs);
    expect(await findState()).toBe('refunded');
    await sweepUntil('onRefunded is not called');
    await reverseRefund(refundNumber);
    expect(await findState()).toBe('paid');
    const rest = (await listRefunds()).find(({ state }) => state === 'done');
    await expect.poll(() => calls).toEqual([`onRefunded ${rest?.amount}`]);
    await shop.checkout.sweep();
    expect((await shop.checkout.operator.payments.inspect(reference))?.hooks).toMatchObject([
      { name: 'onRefunded', state: 'withheld' },
      { name: 'onReversed', state: 'withheld' },
    ]);
    expect(calls).toHaveLength(1);
  });
});
