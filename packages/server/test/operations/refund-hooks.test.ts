import { afterEach, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/index.ts';
import { createCallbackPayload, sendCallback } from '../callbacks.ts';
import { changeRefunds, changeResponses, type Result } from '../changed-responses.ts';
import {
  createTestClient,
  gatewayStatus,
  openShop,
  orderTotal,
  sentuh,
  waitForFulfillments,
  type Shop,
  type ShopOptions,
} from '../shop.ts';

interface Call {
  readonly name: 'onRefunded' | 'onReversed';
  readonly key: string;
  readonly refund: Pick<Operation, 'origin' | 'amount' | 'state'>;
  readonly fulfillment: string;
}

const partAmount = 3_000;
let shop: Shop;
let reference: string;
let transactionNumber: string;
let calls: Call[];
let failures: number;
let now = 0;
afterEach(() => shop.close());

function record(name: Call['name'], key: string, refund: Operation, fulfillment: string): void {
  const { origin, amount, state } = refund;
  calls.push({ name, key, refund: { origin, amount, state }, fulfillment });
  if (failures > 0) throw new Error(`The stock is locked (${(failures -= 1)}).`);
}

/** Opens a shop whose order A1 is paid, and whose hooks record their calls. */
async function openPaidShop(options: ShopOptions = {}, channelId?: number): Promise<void> {
  [calls, failures, now] = [[], 0, Date.now()];
  shop = await openShop({
    now: () => now,
    sandbox: { refundDelayMs: 60_000, now: () => now },
    onRefunded: (refund, { key, payment }) => record('onRefunded', key, refund, payment.fulfillment.state),
    onReversed: (payment, { key, refund }) => {
      if (refund !== undefined) record('onReversed', key, refund, payment.fulfillment.state);
    },
    ...options,
  });
  ({ reference, transactionNumber } = await shop.startPayment(channelId === undefined ? {} : { channelId }));
  shop.sandbox.decide(transactionNumber, 'approve');
}

const refund = (id: string, amount?: number): Promise<Operation> =>
  shop.checkout.operator.refunds.create(id, { reference, reason: 'Chipped mug', amount });

async function refundElsewhere(amount: number): Promise<void> {
  const client = createTestClient(shop.sandbox.url);
  await client.refundPayment({ transactionNumber, reason: 'From the dashboard', amount });
  await client.close();
}

const waitForCalls = (count: number) => expect.poll(() => calls.length).toBe(count);

it('onRefunded is called once for a whole refund, with any number of comparisons', async () => {
  await openPaidShop();
  await waitForFulfillments(shop, 1);
  const { shortId } = await refund('refund-0001');
  await waitForCalls(1);
  await shop.checkout.operator.payments.reconcile({ since: 0 });
  await shop.checkout.payments.sync(reference);
  await shop.checkout.sweep();
  expect(calls).toEqual([
    {
      name: 'onRefunded',
      key: `${reference}-refunded-${shortId}-2`,
      refund: { origin: 'shop', amount: orderTotal, state: 'done' },
      fulfillment: 'done',
    },
  ]);
  const timeline = (await shop.checkout.operator.payments.inspect(reference))?.timeline ?? [];
  expect(timeline.filter(({ text }) => text === 'onRefunded has succeeded.')).toHaveLength(1);
});

it('onReversed is called when the gateway reports a returned refund as failed', async () => {
  let hasFailed = false;
  const queryRefund = (result: Result) => (hasFailed ? changeRefunds(result, { refundStatus: 13 }) : {});
  await openPaidShop({ gatewayUrl: changeResponses({ queryRefund }) });
  await waitForFulfillments(shop, 1);
  await refund('refund-0001', partAmount);
  await waitForCalls(1);
  hasFailed = true;
  await shop.checkout.operator.payments.reconcile({ since: 0 });
  await waitForCalls(2);
  expect(calls.map(({ name, refund: { state } }) => [name, state])).toEqual([
    ['onRefunded', 'done'],
    ['onReversed', 'reversed'],
  ]);
});

it('onRefunded is called for each part, by this shop and at the gateway', async () => {
  await openPaidShop();
  await waitForFulfillments(shop, 1);
  await refundElsewhere(partAmount);
  await waitForCalls(1);
  await refund('refund-0001', 2 * partAmount);
  await waitForCalls(2);
  expect(calls.map((call) => [call.refund.origin, call.refund.amount])).toEqual([
    ['gateway', partAmount],
    ['shop', 2 * partAmount],
  ]);
});

describe('on a channel without refund queries, a whole refund elsewhere without a callback', () => {
  const refundWhole = async (): Promise<string> => {
    await openPaidShop({}, sentuh);
    await waitForFulfillments(shop, 1);
    shop.sandbox.scenario('callback-never');
    const client = createTestClient(shop.sandbox.url);
    const response = await client.refundPayment({ transactionNumber, reason: 'From the dashboard' });
    await client.close();
    return response.refundTransactionNumber ?? '';
  };
  const expectOneCall = async (): Promise<void> => {
    await waitForCalls(1);
    await shop.checkout.operator.payments.reconcile({ since: 0 });
    await shop.checkout.sweep();
    const { refunds = [], payment } = (await shop.checkout.operator.payments.inspect(reference)) ?? {};
    expect(payment?.state).toBe('refunded');
    expect(refunds).toMatchObject([{ origin: 'gateway', state: 'done', amount: orderTotal }]);
    expect(calls).toMatchObject([{ name: 'onRefunded', refund: { origin: 'gateway', amount: orderTotal } }]);
    expect(shop.eventsNamed('refund-imported')).toHaveLength(1);
    expect(await shop.checkout.operator.discrepancies.list()).toEqual([]);
  };

  it('calls onRefunded once after a query of the payment', async () => {
    await refundWhole();
    await shop.checkout.payments.sync(reference);
    await expectOneCall();
  });

  it('calls onRefunded once after operator.payments.reconcile', async () => {
    await refundWhole();
    await shop.checkout.operator.payments.reconcile({ since: 0 });
    await expectOneCall();
  });

  it('is not stored a second time when its callbacks arrive later, for the whole or for its parts', async () => {
    const number = await refundWhole();
    await shop.checkout.payments.sync(reference);
    await waitForCalls(1);
    const payment = { reference, transactionNumber };
    const parts = [partAmount, orderTotal - partAmount];
    const reports = [
      ...parts.map((amount, n) => ({
        status: 11,
        refundTransactionNumber: `${number}${n}`,
        refundAmount: amount,
      })),
      { status: 11, refundTransactionNumber: number, refundAmount: orderTotal },
    ];
    const countReceived = async (): Promise<number> => {
      const timeline = (await shop.checkout.operator.payments.inspect(reference))?.timeline ?? [];
      return timeline.filter(({ text }) => text.startsWith('Callback received')).length;
    };
    for (const report of reports) {
      now += 70_000;
      const received = await countReceived();
      expect((await sendCallback(shop, createCallbackPayload(payment, report))).status).toBe(200);
      await expect.poll(countReceived).toBe(received + 1);
    }
    await expectOneCall();
    const { refunds = [] } = (await shop.checkout.operator.payments.inspect(reference)) ?? {};
    expect(refunds).toMatchObject([{ transactionNumber: number }]);
  });
});

it('a failed call of onRefunded is repeated with the same key, and its transaction is rolled back', async () => {
  await openPaidShop();
  await waitForFulfillments(shop, 1);
  failures = 2;
  await refund('refund-0001', partAmount);
  await waitForCalls(1);
  for (const count of [2, 3]) {
    now += 60_000;
    await shop.checkout.sweep();
    await waitForCalls(count);
  }
  now += 60_000;
  await shop.checkout.sweep();
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
  expect(calls).toHaveLength(3);
  await expect
    .poll(async () => (await shop.checkout.operator.payments.inspect(reference))?.hooks)
    .toEqual([]);
});

it('onRefunded is called when a refund in processing becomes final, and onReversed when it is reversed', async () => {
  await openPaidShop();
  await waitForFulfillments(shop, 1);
  shop.sandbox.scenario('refund-processing');
  const { transactionNumber: number } = await refund('refund-0001', partAmount);
  shop.sandbox.clearScenarios();
  expect(calls).toEqual([]);
  shop.sandbox.decideRefund(number ?? '', gatewayStatus.refunded);
  await waitForCalls(1);
  shop.sandbox.decideRefund(number ?? '', gatewayStatus.refundReversed, { callback: 'never' });
  await shop.checkout.operator.payments.reconcile({ since: 0 });
  await waitForCalls(2);
  expect(calls.map(({ name, refund: { state } }) => [name, state])).toEqual([
    ['onRefunded', 'done'],
    ['onReversed', 'reversed'],
  ]);
});

it('onRefunded waits until onPaid has succeeded', async () => {
  let isStockLocked = true;
  await openPaidShop({
    onPaid: () => {
      if (isStockLocked) throw new Error('The stock is locked.');
    },
  });
  await expect.poll(() => shop.eventsNamed('hook-failed').length).toBe(1);
  await refund('refund-0001', partAmount);
  now += 5_000;
  isStockLocked = false;
  for (let minutes = 0; minutes < 3; minutes += 1) {
    now += 61_000;
    await shop.checkout.sweep();
    const succeeded = () => shop.eventsNamed('hook-succeeded').filter(({ hook }) => hook === 'onPaid');
    await expect.poll(() => succeeded().length).toBe(1);
  }
  await waitForCalls(1);
  expect(calls[0]?.fulfillment).toBe('done');
});

it('onRefunded is called when an operator stores that an unknown refund is done', async () => {
  await openPaidShop();
  await waitForFulfillments(shop, 1);
  shop.sandbox.scenario('response-500', { endpoint: 'refundPayment', times: 1 });
  expect(await refund('refund-0001', partAmount)).toMatchObject({ state: 'unknown' });
  await shop.checkout.operator.refunds.resolve('refund-0001', {
    outcome: 'done',
    reason: 'Returned in cash',
  });
  await waitForCalls(1);
});
