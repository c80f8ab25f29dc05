import { updatePayment } from '../stores/contract/writes.ts';
import { PgwError } from '@pgw/protocol';
import type { Sandbox } from '@pgw/sandbox';
import { afterEach, expect, it } from 'vitest';
import type { Operation } from '../../src/index.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { changeRefunds, changeResponses, type Result } from '../changed-responses.ts';
import { createLossyConnection, type LossyConnection } from '../lossy-connection.ts';
import { gatewayStatus, openShop, orderTotal, sentuh, type Shop, type ShopOptions } from '../shop.ts';

const dayMs = 86_400_000;
let shop: Shop;
let reference: string;
let transactionNumber: string;
let now = 0;
afterEach(() => shop.close());

/** Opens a shop whose order A1 is paid: RM 128.90. */
async function openShopWithPaidOrder(options: ShopOptions = {}): Promise<void> {
  now = Date.now();
  shop = await openShop({
    now: () => now,
    // The sandbox uses the clock of the shop, so that each sweep finds refunds that are due. The client uses
    // the real clock, so the sandbox accepts timestamps of the last 60 days.
    sandbox: { refundDelayMs: 50, now: () => now, timestampWindowMs: 60 * dayMs },
    ...options,
  });
  ({ reference, transactionNumber } = await shop.startPayment());
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(reference);
}

const refund = (options: { amount?: number } = {}, id = 'refund-0001'): Promise<Operation> =>
  shop.checkout.operator.refunds.create(id, { reference, reason: 'Chipped mug', ...options });

async function sweepUntil(state: Operation['state'], id = 'refund-0001'): Promise<Operation> {
  for (let round = 0; round < 20; round += 1) {
    now += 60_000;
    await shop.checkout.sweep();
    const current = (await shop.checkout.operator.payments.inspect(reference))?.refunds.find(
      (candidate) => candidate.id === id,
    );
    if (current?.state === state) return current;
  }
  throw new Error(`The refund did not become ${state}.`);
}

it('after a refund of the full amount the payment is refunded', async () => {
  await openShopWithPaidOrder();
  expect(await refund()).toMatchObject({
    state: 'done',
    amount: orderTotal,
    gatewayStatus: gatewayStatus.refunded,
  });
  expect(await shop.checkout.payments.get(reference)).toMatchObject({
    state: 'refunded',
    fulfillment: { state: 'done' },
  });
  expect(shop.sandbox.listRefunds(transactionNumber)).toHaveLength(1);
});

it('concurrent refund requests with the same id make one refund', async () => {
  await openShopWithPaidOrder();
  const refunds = await Promise.all(Array.from({ length: 8 }, () => refund({ amount: 500 })));
  expect(new Set(refunds.map(({ id }) => id)).size).toBe(1);
  expect(shop.sandbox.listRefunds(transactionNumber)).toHaveLength(1);
  await expect(refund({ amount: 400 })).rejects.toThrow(/the id belongs to another operation/);
});

it('two concurrent refunds cannot return more than the remaining amount', async () => {
  await openShopWithPaidOrder();
  const results = await Promise.allSettled([
    refund({ amount: orderTotal - 890 }, 'refund-000a'),
    refund({ amount: orderTotal - 890 }, 'refund-000b'),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(refund({ amount: 891 }, 'refund-000c')).rejects.toThrow(
    /from 1 to 890, the amount that can still be refunded/,
  );
});

it.each([
  ['of zero', 'refund-0001', { amount: 0 }, /amount must be an integer/],
  ['of a fraction of a minor unit', 'refund-0001', { amount: 1.5 }, /amount must be an integer/],
  ['of a negative amount', 'refund-0001', { amount: -5 }, /amount must be an integer/],
  ['with a short id', 'x', {}, /the id must be 8 to 64/],
])('a refund %s is refused without a request to the gateway', async (_condition, id, options, message) => {
  await openShopWithPaidOrder();
  await expect(refund(options, id)).rejects.toThrow(message);
  expect(shop.sandbox.listRefunds(transactionNumber)).toEqual([]);
});

it('a refund of a payment that is not paid is refused', async () => {
  shop = await openShop();
  ({ reference } = await shop.startPayment());
  await expect(refund()).rejects.toThrow(/the payment is open, not paid/);
});

it('a refund in processing is queried until it is done', async () => {
  await openShopWithPaidOrder();
  shop.sandbox.scenario('refund-processing');
  expect(await refund()).toMatchObject({
    state: 'processing',
    gatewayStatus: gatewayStatus.refundProcessing,
  });
  expect(await sweepUntil('done')).toMatchObject({
    gatewayStatus: gatewayStatus.refunded,
    nextQueryAt: null,
  });
});

it('when a refund fails after processing, the state of the payment returns to paid', async () => {
  await openShopWithPaidOrder();
  shop.sandbox.scenario('refund-fails-later');
  await refund();
  await sweepUntil('failed');
  expect(await shop.checkout.payments.get(reference)).toMatchObject({ state: 'paid' });
});

it.each([
  ['failed', gatewayStatus.refundFailed, 'FailedRefund (13)'],
  ['reversed', gatewayStatus.refundReversed, 'RefundReverse (17)'],
] as const)(
  'after a full refund with the state %s, the gateway refuses the next refund until support resets the payment',
  async (state, statusNumber, statusText) => {
    await openShopWithPaidOrder({ sandbox: { refundDelayMs: 3_600_000 } });
    // A refund can fail while it is processed. It can be reversed after it is done.
    if (state === 'failed') shop.sandbox.scenario('refund-processing');
    const { transactionNumber: refundNumber } = await refund();
    shop.sandbox.clearScenarios();
    expect(shop.sandbox.decideRefund(refundNumber ?? '', statusNumber)).toBe(true);
    await shop.checkout.payments.sync(reference);
    await sweepUntil(state);
    const second = await refund({}, 'refund-0002');
    expect(second).toMatchObject({ state: 'refused', amount: orderTotal });
    expect(second.message).toContain(`this one is in ${statusText} after an earlier refund`);
    expect(second.message).toContain("Contact the gateway's support: they can return the money");
    expect(await shop.checkout.payments.get(reference)).toMatchObject({
      state: 'paid',
      fulfillment: { state: 'done' },
      gatewayStatus: statusNumber,
    });
    // After the gateway has reset the payment, its full amount can be refunded.
    shop.sandbox.changeStatus(transactionNumber, gatewayStatus.success);
    await shop.checkout.payments.sync(reference);
    expect(await refund({}, 'refund-0003')).toMatchObject({ state: 'done', amount: orderTotal });
  },
);

it('a refund that the gateway refuses has the reason, and the payment can be refunded later', async () => {
  await openShopWithPaidOrder();
  shop.sandbox.scenario('refund-unavailable');
  expect(await refund()).toMatchObject({
    state: 'refused',
    message: expect.stringContaining('unavailable'),
  });
  shop.sandbox.clearScenarios();
  expect(await refund({}, 'refund-0002')).toMatchObject({ state: 'done' });
});

it.each<[string, (sandbox: Sandbox, connection: LossyConnection) => void]>([
  ['whose response is lost', (_sandbox, connection) => connection.loseNextResponse('refundPayment')],
  ['whose provider does not respond', (sandbox) => sandbox.scenario('refund-timeout', { times: 1 })],
])('a refund %s is found by a query and never sent again', async (_condition, loseResponse) => {
  const connection = createLossyConnection();
  await openShopWithPaidOrder({ gatewayUrl: connection.gatewayUrl });
  loseResponse(shop.sandbox, connection);
  expect(await refund({ amount: 500 })).toMatchObject({ state: 'unknown' });
  expect(await sweepUntil('done')).toMatchObject({ amount: 500 });
  expect(shop.sandbox.listRefunds(transactionNumber)).toHaveLength(1);
});

it('a refund that the gateway has done while the store failed is found by a query, and the money is not returned twice', async () => {
  const store = memoryStore();
  let hasFailed = false;
  const commit: typeof store.commit = (plan, work) => {
    if (hasFailed || plan.operations?.change === undefined) return store.commit(plan, work);
    hasFailed = true;
    const error = new PgwError('store-unavailable', 'The connection broke.', { retryable: true });
    return Promise.reject(error);
  };
  await openShopWithPaidOrder({ store: { ...store, commit } });
  await expect(refund()).rejects.toThrow('The connection broke');
  await expect(refund({}, 'refund-0002')).rejects.toThrow('the whole amount is refunded');
  expect(await sweepUntil('done')).toMatchObject({ amount: orderTotal });
  expect(shop.sandbox.listRefunds(transactionNumber)).toHaveLength(1);
});

it('after a refund that never reached the gateway, another one is possible only after an operator’s decision', async () => {
  await openShopWithPaidOrder();
  shop.sandbox.scenario('response-500', { endpoint: 'refundPayment', times: 1 });
  expect(await refund()).toMatchObject({ state: 'unknown' });
  // A refund is queried without an age limit.
  for (let day = 1; day <= 30; day += 1) {
    now += dayMs;
    await shop.checkout.sweep();
  }
  const { operator } = shop.checkout;
  await expect(refund({}, 'refund-0002')).rejects.toThrow('operator.refunds.resolve');
  await expect(operator.refunds.resolve('refund-0001', { outcome: 'refused', reason: ' ' })).rejects.toThrow(
    'a reason is required',
  );
  await expect(
    operator.refunds.resolve('refund-000x', { outcome: 'refused', reason: 'None' }),
  ).rejects.toThrow('Refund refund-000x: there is no refund with this id');
  const resolved = await operator.refunds.resolve('refund-0001', {
    outcome: 'refused',
    reason: 'The gateway’s list has none',
  });
  expect(resolved).toMatchObject({ state: 'refused', nextQueryAt: now });
  await expect(
    operator.refunds.resolve('refund-0001', { outcome: 'done', reason: 'The gateway’s list has it' }),
  ).rejects.toThrow('is refused already');
  const texts = (await operator.payments.inspect(reference))?.timeline.map(({ text }) => text);
  expect(texts).toContain('The refund is refused: The gateway’s list has none');
  expect(await refund({}, 'refund-0003')).toMatchObject({ state: 'done', amount: orderTotal });
});

it.each([
  ['done', 'refund-missing'],
  ['refused', undefined],
] as const)(
  'the decision that a refund is %s is compared with the gateway, and its only discrepancy is %s',
  async (outcome, code) => {
    await openShopWithPaidOrder();
    shop.sandbox.scenario('response-500', { endpoint: 'refundPayment', times: 1 });
    await refund();
    const { operator } = shop.checkout;
    await operator.refunds.resolve('refund-0001', { outcome, reason: 'Looked up' });
    await shop.checkout.sweep();
    expect(await operator.discrepancies.list()).toMatchObject(code === undefined ? [] : [{ code }]);
    const [resolved] = (await operator.payments.inspect(reference))?.refunds ?? [];
    expect(resolved).toMatchObject({ state: outcome, nextQueryAt: null });
  },
);

it('a refund that an operator has stored as done is queried until the gateway reports its outcome', async () => {
  await openShopWithPaidOrder({
    sandbox: { refundDelayMs: 10 * dayMs, now: () => now, timestampWindowMs: 60 * dayMs },
  });
  shop.sandbox.scenario('refund-fails-later', { times: 1 });
  expect(await refund()).toMatchObject({ state: 'processing' });
  now += 4 * dayMs;
  await sweepUntil('processing');
  const { operator } = shop.checkout;
  const decision = { outcome: 'done', reason: 'The support confirms it' } as const;
  expect(await operator.refunds.resolve('refund-0001', decision)).toMatchObject({ state: 'done' });
  expect(await sweepUntil('done')).toMatchObject({ gatewayStatus: 12, nextQueryAt: expect.any(Number) });
  now += 10 * dayMs;
  expect(await sweepUntil('reversed')).toMatchObject({ gatewayStatus: 13, nextQueryAt: null });
});

it('a refund in another currency is reported by an event and a discrepancy', async () => {
  const inDollars = (record: Result) => changeRefunds(record, { currencyCode: 'USD' });
  const gatewayUrl = changeResponses({ refundPayment: inDollars, queryRefund: inDollars });
  await openShopWithPaidOrder({ gatewayUrl });
  await refund();
  expect(await shop.checkout.operator.discrepancies.list()).toMatchObject([{ code: 'refund-amount' }]);
  const message = expect.stringContaining('USD');
  expect(shop.eventsNamed('refund-failed')).toMatchObject([{ state: 'done', message }]);
});

it('a failure that a comparison stores before the response to the refund arrives is reported once', async () => {
  const refundPayment = async () => {
    await shop.checkout.operator.payments.reconcile({ since: 0 });
    return {};
  };
  await openShopWithPaidOrder({ gatewayUrl: changeResponses({ refundPayment }) });
  shop.sandbox.scenario('refund-failed');
  expect(await refund()).toMatchObject({ state: 'failed' });
  const message = expect.stringContaining('The gateway reports FailedRefund (13)');
  expect(shop.eventsNamed('refund-failed')).toMatchObject([{ state: 'failed', message }]);
});

it('the timeline names each step of a refund', async () => {
  await openShopWithPaidOrder();
  await refund({ amount: 500 });
  const inspection = await shop.checkout.operator.payments.inspect(reference);
  const texts = inspection?.timeline
    .filter(({ source }) => source === 'operator' || source === 'refund')
    .map(({ text }) => text);
  expect(texts).toContain('A refund of MYR 5.00 is requested: Chipped mug');
  expect(texts?.join(' ')).toMatch(/The gateway reports Refunded \(11\): the refund is done\./);
});

it('with secondPayment: refund the second payment of an order is refunded, and the first one stays paid and fulfilled', async () => {
  now = Date.now();
  shop = await openShop({ secondPayment: 'refund', sandbox: { refundDelayMs: 50 } });
  const first = await shop.startPayment();
  const second = await shop.startPayment({ channelId: sentuh });
  for (const payment of [first, second]) {
    shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
    await shop.checkout.payments.sync(payment.reference);
  }
  await expect.poll(async () => (await shop.checkout.payments.get(second.reference))?.state).toBe('refunded');
  expect(await shop.checkout.payments.get(first.reference)).toMatchObject({
    state: 'paid',
    fulfillment: { state: 'done' },
  });
  expect(shop.fulfilledReferences).toEqual([first.reference]);
});

it('a payment whose query has failed after its refund is queried by the sweep', async () => {
  await openShopWithPaidOrder();
  shop.sandbox.scenario('callback-never');
  shop.sandbox.scenario('response-500', { endpoint: 'queryPayment' });
  expect(await refund()).toMatchObject({ state: 'done' });
  shop.sandbox.clearScenarios();
  expect(await shop.checkout.payments.get(reference)).toMatchObject({ state: 'paid' });
  now += 70_000;
  await shop.checkout.sweep();
  expect(await shop.checkout.payments.get(reference)).toMatchObject({
    state: 'refunded',
    schedule: { nextQueryAt: null },
  });
});

it('a refund and its payment are written together, and both are queried again if the process ends before the write', async () => {
  const store = memoryStore();
  const { gatewayUrl, loseNextResponse } = createLossyConnection();
  let hasEnded = false;
  await openShopWithPaidOrder({
    store: {
      ...store,
      commit: (plan, work) =>
        hasEnded && plan.endedCallbacks !== undefined
          ? Promise.reject(new Error('the process has ended'))
          : store.commit(plan, work),
    },
    gatewayUrl,
  });
  shop.sandbox.scenario('callback-never');
  loseNextResponse('refundPayment');
  expect(await refund()).toMatchObject({ state: 'unknown' });
  // The query of the payment precedes the query of the refund. It still finds the old status.
  const payment = await store.find('payment', reference);
  if (payment === undefined) throw new Error('the payment is missing');
  await updatePayment(store, payment, { schedule: { nextQueryAt: null } });
  hasEnded = true;
  now += 70_000;
  await shop.checkout.sweep();
  hasEnded = false;
  expect((await shop.checkout.operator.payments.inspect(reference))?.refunds).toMatchObject([
    { state: 'unknown' },
  ]);
  expect(await shop.checkout.payments.get(reference)).toMatchObject({ state: 'paid' });
  now += 70_000;
  await shop.checkout.sweep();
  expect(await shop.checkout.payments.get(reference)).toMatchObject({ state: 'refunded' });
  expect((await shop.checkout.operator.payments.inspect(reference))?.refunds).toMatchObject([
    { state: 'done', nextQueryAt: null },
  ]);
});
