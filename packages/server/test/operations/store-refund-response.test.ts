import { afterEach, expect, it } from 'vitest';
import type { Operation } from '../../src/index.ts';
import { changeResponses, type Result } from '../changed-responses.ts';
import { gatewayStatus, openShop, type Shop } from '../shop.ts';

const dayMs = 86_400_000;
const partAmount = 3_000;
const otherNumber = 'RF-OTHER';

let shop: Shop;
let reference: string;
let now = 0;
/** The refunds for which `onRefunded` and `onReversed` were called. */
let calls: string[];
afterEach(() => shop.close());

/** The refund that was made elsewhere, in the form of an entry of a refund record. Its reason was lost. */
const createOther = (status: number): Result => ({
  transactionNumber: otherNumber,
  amount: partAmount,
  currencyCode: 'MYR',
  refundReason: null,
  refundStatus: status,
});

/**
 * Makes a refund whose response arrives after a minute. Before it, a comparison finds only another refund of the same
 * amount, with this status, and takes it for the requested one.
 */
async function refundWithLateResponse(otherStatus: number): Promise<Operation> {
  now = Date.now();
  calls = [];
  let isSent = false;
  let isListed = false;
  const other = createOther(otherStatus);
  const listOther = (result: Result): Result => ({
    ...result,
    ...(!isListed && { refundTransactionNumber: otherNumber, refundStatus: otherStatus }),
    refundPaymentList: [other, ...(isListed ? [result['refundPaymentList'] ?? []].flat() : [])],
  });
  const gatewayUrl = changeResponses({
    refundPayment: async () => {
      isSent = true;
      now += 61_000;
      await shop.checkout.operator.payments.reconcile({ since: 0 });
      expect(await listRefunds()).toMatchObject([{ id: 'refund-0001', transactionNumber: otherNumber }]);
      isListed = true;
      return {};
    },
    queryRefund: (result) => (isSent ? listOther(result) : {}),
  });
  shop = await openShop({
    gatewayUrl,
    now: () => now,
    sandbox: { refundDelayMs: 60 * dayMs, now: () => now, timestampWindowMs: 60 * dayMs },
    onRefunded: ({ id }) => void calls.push(`refunded ${id}`),
    onReversed: (_payment, { refund }) => void calls.push(`reversed ${refund?.id}`),
  });
  const payment = await shop.startPayment();
  reference = payment.reference;
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(reference);
  shop.sandbox.scenario('refund-processing');
  const options = { reference, reason: 'Chipped mug', amount: partAmount };
  return shop.checkout.operator.refunds.create('refund-0001', options);
}

async function listRefunds(): Promise<readonly Operation[]> {
  return (await shop.checkout.operator.payments.inspect(reference))?.refunds ?? [];
}

/** Decides the refund of the shop at the gateway, and sweeps until the shop has its outcome. */
async function decide({ transactionNumber }: Operation, status: number): Promise<void> {
  shop.sandbox.decideRefund(transactionNumber ?? '', status, { callback: 'never' });
  for (let day = 0; day < 2; day += 1) {
    now += dayMs;
    await shop.checkout.sweep();
  }
}

it.each([
  ['done', gatewayStatus.refunded, []],
  ['reversed', gatewayStatus.refundFailed, ['reversed refund-0001']],
] as const)(
  'a refund that was taken for another one that is done has the number in its response, and later becomes %s',
  async (state, status, laterCalls) => {
    const refund = await refundWithLateResponse(gatewayStatus.refunded);
    expect(refund).toMatchObject({
      state: 'done',
      gatewayStatus: gatewayStatus.refundProcessing,
      nextQueryAt: expect.any(Number),
    });
    expect(refund.transactionNumber).not.toBe(otherNumber);
    await decide(refund, status);
    expect(await listRefunds()).toMatchObject([
      { id: 'refund-0001', state, gatewayStatus: status, nextQueryAt: null },
      { id: `gateway:${otherNumber}`, state: 'done', amount: partAmount },
    ]);
    expect(calls).toEqual(['refunded refund-0001', `refunded gateway:${otherNumber}`, ...laterCalls]);
  },
);

it.each([
  ['failed', gatewayStatus.refundFailed],
  ['reversed', gatewayStatus.refundReversed],
] as const)(
  'a refund that was taken for another one that is %s is in processing, and later becomes done',
  async (otherState, otherStatus) => {
    const refund = await refundWithLateResponse(otherStatus);
    expect(refund).toMatchObject({ state: 'processing', nextQueryAt: expect.any(Number) });
    expect(refund.transactionNumber).not.toBe(otherNumber);
    await decide(refund, gatewayStatus.refunded);
    expect(await listRefunds()).toMatchObject([
      { id: 'refund-0001', state: 'done', nextQueryAt: null },
      { id: `gateway:${otherNumber}`, state: otherState },
    ]);
    expect(calls).toEqual(['refunded refund-0001']);
  },
);

it('the timeline names both numbers of a refund that was taken for another one', async () => {
  const { transactionNumber } = await refundWithLateResponse(gatewayStatus.refunded);
  const texts = (await shop.checkout.operator.payments.inspect(reference))?.timeline.map(({ text }) => text);
  expect(texts).toContainEqual(
    expect.stringMatching(`It has the number ${transactionNumber}, not ${otherNumber}`),
  );
});
