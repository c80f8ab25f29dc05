import { afterEach, expect, it } from 'vitest';
import { changeResponses, type Result } from '../changed-responses.ts';
import { payoutOptions, stagingPayouts } from '../payout-request.ts';
import { openShop, type Shop, type ShopOptions, waitForFulfillments } from '../shop.ts';

const dayMs = 86_400_000;
let shop: Shop;
let now = 0;
let isQueryBroken = false;
afterEach(() => shop.close());

/** Opens a shop whose gateway sends invalid responses to queries while `isQueryBroken` is true. */
async function openShopWithBreakableQueries(options: ShopOptions = {}): Promise<void> {
  now = Date.now();
  isQueryBroken = false;
  const breakResult = (): Result => (isQueryBroken ? { status: 'broken', refundStatus: 'broken' } : {});
  shop = await openShop({
    now: () => now,
    sandbox: { now: () => now, refundDelayMs: 1.5 * dayMs, timestampWindowMs: 60 * dayMs },
    gatewayUrl: changeResponses({ queryPayment: breakResult, queryRefund: breakResult }),
    ...options,
  });
}

async function sweepAfterDay(): Promise<void> {
  now += dayMs;
  await shop.checkout.sweep();
}

it('a query of a refund that fails is reported as such, and the refund stays open until a query succeeds', async () => {
  await openShopWithBreakableQueries();
  const { reference, transactionNumber } = await shop.startPayment();
  shop.sandbox.decide(transactionNumber, 'approve');
  await waitForFulfillments(shop, 1);
  shop.sandbox.scenario('refund-processing');
  await shop.checkout.operator.refunds.create('refund-0001', {
    reference,
    reason: 'Chipped mug',
    amount: 3_000,
  });
  shop.sandbox.clearScenarios();
  const readRefund = async () => (await shop.checkout.operator.payments.inspect(reference))?.refunds[0];
  isQueryBroken = true;
  await sweepAfterDay();
  expect(await readRefund()).toMatchObject({ state: 'processing' });
  expect(shop.eventsNamed('operation-sync-failed')).toMatchObject([
    { level: 'warn', kind: 'refund', operationId: 'refund-0001', state: 'processing', amount: 3_000 },
  ]);
  isQueryBroken = false;
  await sweepAfterDay();
  expect(await readRefund()).toMatchObject({ state: 'done' });
  expect(shop.eventsNamed('refund-failed')).toEqual([]);
});

it('a query of a payout that fails is a warning, not a failed payout', async () => {
  await openShopWithBreakableQueries({
    payouts: stagingPayouts,
  });
  await shop.checkout.ready;
  await shop.checkout.operator.payouts.create('payout-0001', payoutOptions);
  isQueryBroken = true;
  await sweepAfterDay();
  expect(await shop.checkout.operator.payouts.get('payout-0001')).toMatchObject({ state: 'processing' });
  expect(shop.eventsNamed('operation-sync-failed')).toMatchObject([{ level: 'warn', kind: 'payout' }]);
  expect(shop.eventsNamed('payout-failed')).toEqual([]);
});
