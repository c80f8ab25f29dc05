import { afterEach, expect, it } from 'vitest';
import type { Operation } from '../../src/index.ts';
import { createCallbackPayload, sendCallback } from '../callbacks.ts';
import { changeRefunds, changeResponses } from '../changed-responses.ts';
import { createLossyConnection } from '../lossy-connection.ts';
import {
  createTestClient,
  gatewayStatus,
  openShop,
  orderTotal,
  sentuh,
  type Shop,
  type ShopOptions,
  waitForFulfillments,
} from '../shop.ts';

const dayMs = 86_400_000;
const partAmount = 3_000;

let shop: Shop;
let reference: string;
let transactionNumber: string;
let now = 0;
afterEach(() => shop.close());

/** Opens a shop whose order A1 is paid: RM 128.90. */
async function openShopWithPaidOrder(channelId?: number, options: ShopOptions = {}): Promise<void> {
  now = Date.now();
  shop = await openShop({
    now: () => now,
    sandbox: { refundDelayMs: 60 * dayMs, now: () => now, timestampWindowMs: 60 * dayMs },
    ...options,
  });
  ({ reference, transactionNumber } = await shop.startPayment(channelId === undefined ? {} : { channelId }));
  shop.sandbox.decide(transactionNumber, 'approve');
  await waitForFulfillments(shop, 1);
}

/** Refunds the payment as another program does. Resolves with the number of the refund. */
async function refundElsewhere(amount?: number, reason = 'From the dashboard'): Promise<string> {
  const client = createTestClient(shop.sandbox.url);
  const request = { transactionNumber, reason, ...(amount !== undefined && { amount }) };
  const { refundTransactionNumber } = await client.refundPayment(request);
  await client.close();
  return refundTransactionNumber ?? '';
}

const refund = (id = 'refund-0001', amount?: number): Promise<Operation> =>
  shop.checkout.operator.refunds.create(id, { reference, reason: 'Chipped mug', amount });

async function listRefunds(): Promise<readonly Operation[]> {
  return (await shop.checkout.operator.payments.inspect(reference))?.refunds ?? [];
}

async function listDiscrepancyCodes(): Promise<string[]> {
  return (await shop.checkout.operator.discrepancies.list()).map(({ code }) => code);
}

it('a refund that was made elsewhere is imported after its callback, once, and reduces the remaining amount', async () => {
  await openShopWithPaidOrder();
  const number = await refundElsewhere(partAmount);
  await expect.poll(listRefunds).toMatchObject([
    {
      id: `gateway:${number}`,
      origin: 'gateway',
      state: 'done',
      amount: partAmount,
      reason: 'From the dashboard',
      transactionNumber: number,
    },
  ]);
  expect(shop.eventsNamed('refund-imported')).toHaveLength(1);
  await shop.checkout.operator.payments.reconcile({ since: 0 });
  expect(await listRefunds()).toHaveLength(1);
  await expect(refund('refund-0001', orderTotal)).rejects.toThrow(`from 1 to ${orderTotal - partAmount}`);
});

it('a callback of a refund that arrives less than 60 seconds after a comparison is used by a later sweep', async () => {
  await openShopWithPaidOrder();
  await refundElsewhere(partAmount);
  await expect.poll(listRefunds).toHaveLength(1);
  await refundElsewhere(partAmount);
  await expect
    .poll(async () => {
      now += 10_000;
      await shop.checkout.sweep();
      return listRefunds();
    })
    .toHaveLength(2);
});

it('a refund without a callback is imported by reconcile', async () => {
  await openShopWithPaidOrder();
  shop.sandbox.scenario('callback-never');
  await refundElsewhere(partAmount);
  await shop.checkout.operator.payments.reconcile({ since: 0 });
  expect(await listRefunds()).toMatchObject([{ origin: 'gateway', amount: partAmount }]);
});

it('a refund without a callback is imported before another refund is sent, which returns and stores only the rest', async () => {
  await openShopWithPaidOrder();
  shop.sandbox.scenario('callback-never');
  await refundElsewhere(partAmount);
  expect(await refund()).toMatchObject({ state: 'done', amount: orderTotal - partAmount });
  expect(shop.sandbox.listRefunds(transactionNumber).map(({ amount }) => amount)).toEqual([
    partAmount,
    orderTotal - partAmount,
  ]);
  expect(await listDiscrepancyCodes()).toEqual([]);
});

it('the stored amount is the returned one, and the discrepancy is listed, if the channel has no refund query', async () => {
  await openShopWithPaidOrder(sentuh);
  shop.sandbox.scenario('callback-never');
  await refundElsewhere(partAmount);
  expect(await refund()).toMatchObject({
    state: 'done',
    requestedAmount: orderTotal,
    amount: orderTotal - partAmount,
  });
  expect(await listDiscrepancyCodes()).toEqual(['refund-sum']);
  const { operator } = shop.checkout;
  expect((await operator.audits.run()).findings).toEqual([
    { code: 'gateway-differs', references: [reference] },
  ]);
  expect((await shop.checkout.health()).problems).toMatchObject([
    { code: 'audit-failed' },
    { code: 'gateway-differs' },
  ]);
  await operator.discrepancies.accept(reference, { code: 'refund-sum', reason: 'Returned in cash' });
  expect(await listDiscrepancyCodes()).toEqual([]);
  await operator.payments.reconcile({ since: 0 });
  expect(await listDiscrepancyCodes()).toEqual([]);
  const texts = (await operator.payments.inspect(reference))?.timeline.map(({ text }) => text) ?? [];
  expect(texts.join(' ')).toContain('Chipped mug. The gateway has no refund query for this channel');
});

it('for a channel without refund queries, a callback reports a refund that was made elsewhere', async () => {
  await openShopWithPaidOrder(sentuh);
  const number = await refundElsewhere(partAmount);
  await expect
    .poll(listRefunds)
    .toMatchObject([{ id: `gateway:${number}`, state: 'done', amount: partAmount }]);
  shop.sandbox.decideRefund(number, gatewayStatus.refundReversed);
  await expect.poll(listRefunds).toMatchObject([{ state: 'reversed' }]);
  // A late repetition of the first callback does not undo the reversal.
  const repeated = { status: 11, refundTransactionNumber: number, refundAmount: partAmount };
  await sendCallback(shop, createCallbackPayload({ reference, transactionNumber }, repeated));
  await expect
    .poll(async () => (await shop.checkout.operator.payments.inspect(reference))?.callbacks.length)
    .toBe(4);
  await shop.checkout.sweep();
  expect(await listRefunds()).toMatchObject([{ state: 'reversed' }]);
});

it('a callback of a refund is used although the response to the start, with the number of the payment, was lost', async () => {
  now = Date.now();
  shop = await openShop({ now: () => now, sandbox: { now: () => now } });
  shop.sandbox.scenario('response-lost', { endpoint: 'requestPayment', times: 1 });
  expect((await shop.start({ channelId: sentuh })).status).toBe(504);
  [{ transactionNumber = '', referenceCode: reference = '' } = {}] = shop.sandbox.listPayments();
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  const number = await refundElsewhere(partAmount);
  const report = {
    refundTransactionNumber: number,
    refundAmount: partAmount,
    status: gatewayStatus.refunded,
  };
  await sendCallback(shop, createCallbackPayload({ reference, transactionNumber }, report));
  await expect.poll(listRefunds).toMatchObject([{ id: `gateway:${number}`, amount: partAmount }]);
  const findPayment = () => shop.checkout.payments.get(reference);
  await expect.poll(findPayment).toMatchObject({ state: 'paid', transactionNumber });
});

it('callbacks of one refund that are compared together import it once, with its last status', async () => {
  await openShopWithPaidOrder(sentuh);
  now += 1_000;
  await refundElsewhere(partAmount);
  await expect.poll(listRefunds).toHaveLength(1);
  // The payment was compared just now, so these callbacks wait for the next comparison.
  const report = { refundTransactionNumber: 'RF-2', refundAmount: 500 };
  for (const status of [gatewayStatus.refundProcessing, gatewayStatus.refundReversed, gatewayStatus.refunded])
    await sendCallback(shop, createCallbackPayload({ reference, transactionNumber }, { ...report, status }));
  now += 61_000;
  await shop.checkout.sweep();
  expect(await listRefunds()).toMatchObject([
    { state: 'done', amount: partAmount },
    { id: 'gateway:RF-2', state: 'reversed', amount: 500 },
  ]);
});

it('a refund whose request was lost does not adopt an equal refund that was made elsewhere', async () => {
  await openShopWithPaidOrder();
  shop.sandbox.scenario('response-500', { endpoint: 'refundPayment', times: 1 });
  expect(await refund('refund-0001', partAmount)).toMatchObject({ state: 'unknown' });
  await refundElsewhere(partAmount, 'Chipped mug');
  now += 120_000;
  await shop.checkout.sweep();
  expect(await listRefunds()).toMatchObject([
    { id: 'refund-0001', state: 'unknown', transactionNumber: null },
    { origin: 'gateway', state: 'done' },
  ]);
  await expect(refund('refund-0002', partAmount)).rejects.toThrow(
    'the outcome of refund refund-0001 is not known',
  );
});

it('a whole refund whose response was lost after a part was refunded elsewhere is found with the returned amount', async () => {
  const connection = createLossyConnection();
  await openShopWithPaidOrder(undefined, { gatewayUrl: connection.gatewayUrl });
  await refundElsewhere(partAmount);
  connection.loseNextResponse('refundPayment');
  expect(await refund()).toMatchObject({ state: 'unknown' });
  now += 120_000;
  await shop.checkout.sweep();
  expect(await listRefunds()).toMatchObject([
    { origin: 'gateway', amount: partAmount },
    { id: 'refund-0001', state: 'done', amount: orderTotal - partAmount },
  ]);
});

it.each([
  ['failed', gatewayStatus.refundFailed],
  ['reversed', gatewayStatus.refundReversed],
] as const)('a refund that a comparison finds %s is reported by one event', async (state, status) => {
  await openShopWithPaidOrder();
  shop.sandbox.scenario('callback-never');
  if (state === 'failed') shop.sandbox.scenario('refund-processing');
  const { transactionNumber: number } = await refund('refund-0001', partAmount);
  shop.sandbox.decideRefund(number ?? '', status);
  await shop.checkout.operator.payments.reconcile({ since: 0 });
  await shop.checkout.operator.payments.reconcile({ since: 0 });
  expect(await listRefunds()).toMatchObject([{ state }]);
  expect(shop.eventsNamed('refund-failed')).toMatchObject([
    { level: 'warn', operationId: 'refund-0001', state, gatewayStatus: status, amount: partAmount },
  ]);
});

it('a refund that has failed in the response is reported by one event', async () => {
  await openShopWithPaidOrder();
  shop.sandbox.scenario('refund-failed');
  expect(await refund()).toMatchObject({ state: 'failed' });
  await shop.checkout.operator.payments.reconcile({ since: 0 });
  expect(shop.eventsNamed('refund-failed')).toMatchObject([
    { operationId: 'refund-0001', state: 'failed', gatewayStatus: gatewayStatus.refundFailed },
  ]);
});

it('a refund in processing is queried after 30 days, and reported as overdue on day 3, 7 and 14', async () => {
  await openShopWithPaidOrder();
  shop.sandbox.scenario('refund-processing');
  const startedAt = now;
  const { transactionNumber: number } = await refund();
  shop.sandbox.clearScenarios();
  for (const days of [1, 2.5, 3.5, 6, 7.5, 13, 14.5, 30]) {
    now = startedAt + days * dayMs;
    await shop.checkout.sweep();
  }
  expect(shop.eventsNamed('operation-overdue').map(({ overdueDays }) => overdueDays)).toEqual([3, 7, 14]);
  const { findings } = await shop.checkout.operator.audits.run();
  expect(findings).toEqual([{ code: 'operation-overdue', references: [reference] }]);
  expect((await shop.checkout.health()).problems).toContainEqual(
    expect.objectContaining({ code: 'operation-overdue', status: 'degraded' }),
  );
  shop.sandbox.decideRefund(number ?? '', gatewayStatus.refunded, { callback: 'never' });
  now += dayMs;
  await shop.checkout.sweep();
  expect(await listRefunds()).toMatchObject([{ state: 'done', nextQueryAt: null }]);
  expect((await shop.checkout.operator.audits.run()).findings).toEqual([]);
});

it('an operator can resolve a refund in processing only after it was reported as overdue', async () => {
  await openShopWithPaidOrder();
  shop.sandbox.scenario('refund-processing');
  await refund();
  const resolve = () =>
    shop.checkout.operator.refunds.resolve('refund-0001', { outcome: 'done', reason: 'On the statement' });
  await expect(resolve()).rejects.toThrow('it can be resolved after the event operation-overdue');
  now += 3 * dayMs;
  await shop.checkout.sweep();
  expect(await resolve()).toMatchObject({ state: 'done', amount: orderTotal });
});

it('a refund in processing gets its outcome from a callback on day 8', async () => {
  await openShopWithPaidOrder();
  shop.sandbox.scenario('refund-processing');
  const { transactionNumber: number } = await refund('refund-0001', partAmount);
  shop.sandbox.clearScenarios();
  now += 8 * dayMs;
  shop.sandbox.decideRefund(number ?? '', gatewayStatus.refunded);
  await expect.poll(listRefunds).toMatchObject([{ state: 'done', amount: partAmount }]);
});

it.each([
  ['after its callback', undefined],
  ['by reconcile', 'never'],
] as const)('a partial refund that is reversed becomes reversed %s', async (_condition, callback) => {
  await openShopWithPaidOrder();
  const { transactionNumber: number } = await refund('refund-0001', partAmount);
  shop.sandbox.decideRefund(
    number ?? '',
    gatewayStatus.refundReversed,
    callback === undefined ? {} : { callback },
  );
  if (callback === 'never') await shop.checkout.operator.payments.reconcile({ since: 0 });
  await expect.poll(listRefunds).toMatchObject([{ state: 'reversed', nextQueryAt: null }]);
  expect(await refund('refund-0002')).toMatchObject({ state: 'done', amount: orderTotal });
});

it('no refund is sent when the gateway does not respond to the refund query', async () => {
  await openShopWithPaidOrder();
  shop.sandbox.scenario('response-500', { endpoint: 'queryRefund' });
  await expect(refund()).rejects.toMatchObject({ code: 'gateway-unreachable' });
  expect(await listRefunds()).toEqual([]);
  expect(shop.sandbox.listRefunds(transactionNumber)).toEqual([]);
});

it('a refund that an operator stored as done is listed as missing while the gateway does not have it', async () => {
  await openShopWithPaidOrder();
  shop.sandbox.scenario('response-500', { endpoint: 'refundPayment', times: 1 });
  await refund('refund-0001', partAmount);
  const { operator } = shop.checkout;
  await operator.refunds.resolve('refund-0001', { outcome: 'done', reason: 'A clerk said so' });
  await operator.payments.reconcile({ since: 0 });
  expect(await listDiscrepancyCodes()).toEqual(['refund-missing']);
});

it('a refund that an operator stored as refused becomes done if the gateway has it', async () => {
  const connection = createLossyConnection();
  await openShopWithPaidOrder(undefined, { gatewayUrl: connection.gatewayUrl });
  connection.loseNextResponse('refundPayment');
  await refund('refund-0001', partAmount);
  const { operator } = shop.checkout;
  await operator.refunds.resolve('refund-0001', { outcome: 'refused', reason: 'A clerk said so' });
  expect(await refund('refund-0002')).toMatchObject({ state: 'done', amount: orderTotal - partAmount });
  expect(await listRefunds()).toMatchObject([
    { id: 'refund-0001', state: 'done' },
    { id: 'refund-0002', state: 'done' },
  ]);
});

it('a refund without a reason that was made elsewhere during a request is imported', async () => {
  await openShopWithPaidOrder(undefined, {
    gatewayUrl: changeResponses({
      refundPayment: async () => {
        shop.sandbox.clearScenarios();
        // Its callback arrives, and is compared, before this response. The refund has queried the payment earlier.
        now += 1_000;
        await refundElsewhere(partAmount);
        const readTime = async () => (await shop.checkout.payments.get(reference))?.schedule.queriedAt;
        await expect.poll(readTime).toBe(now);
        return {};
      },
      queryRefund: (result) => changeRefunds(result, { refundReason: null }),
    }),
  });
  // No earlier callback is compared after the clock is advanced.
  await shop.sandbox.waitForCallbacks();
  await shop.checkout.sweep();
  shop.sandbox.scenario('callback-never');
  now += 61_000;
  expect(await refund('refund-0001', 2_000)).toMatchObject({ state: 'done', amount: 2_000 });
  // The callback may still be compared, and the clock of the shop does not wait for it.
  await expect
    .poll(async () => {
      now += 61_000;
      await shop.checkout.sweep();
      return listRefunds();
    })
    .toHaveLength(2);
  const refunds = (await listRefunds()).map(({ origin, state, amount }) => ({ origin, state, amount }));
  expect(refunds).toContainEqual({ origin: 'shop', state: 'done', amount: 2_000 });
  expect(refunds).toContainEqual({ origin: 'gateway', state: 'done', amount: partAmount });
  expect(await listDiscrepancyCodes()).toEqual([]);
});
