import { PgwError, type StartResponse } from '@pgw/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import type { Refund } from '../../src/index.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { losingConnection } from '../losing-connection.ts';
import { openShop, sentuh, type Shop, type ShopOptions } from '../shop.ts';

let shop: Shop;
let reference: string;
let transactionNumber: string;
let now = 0;
afterEach(() => shop.close());

/** A shop whose order A1 is paid: RM 128.90. */
async function paid(options: ShopOptions = {}): Promise<void> {
  now = Date.now();
  shop = await openShop({
    now: () => now,
    // The sandbox reads the same clock, so that each sweep finds refunds that are due.
    sandbox: { refundDelayMs: 50, now: () => now, timestampWindowMs: 3_600_000 },
    ...options,
  });
  const { payment } = (await (await shop.start()).json()) as StartResponse;
  reference = payment.reference;
  transactionNumber = payment.transactionNumber!;
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.settle(reference);
}

const refund = (fields: { amount?: number; key?: string } = {}): Promise<Refund> =>
  shop.checkout.operator.refund({ reference, reason: 'Chipped mug', key: 'refund-0001', ...fields });

async function sweepUntil(state: Refund['state'], key = 'refund-0001'): Promise<Refund> {
  for (let round = 0; round < 20; round += 1) {
    now += 60_000;
    await shop.checkout.payments.sweep();
    const seen = (await shop.checkout.operator.inspect(reference))?.refunds.find((one) => one.key === key);
    if (seen?.state === state) return seen;
  }
  throw new Error(`The refund did not become ${state}.`);
}

describe('a refund', () => {
  it('of the full amount is done, and the payment is refunded', async () => {
    await paid();
    expect(await refund()).toMatchObject({ state: 'done', amount: 12_890, gatewayStatus: 11 });
    expect(await shop.checkout.payments.find(reference)).toMatchObject({
      state: 'refunded',
      fulfilment: { state: 'done' },
    });
    expect(shop.sandbox.listRefunds(transactionNumber)).toHaveLength(1);
  });

  it('with the same key is one refund for any number of concurrent requests', async () => {
    await paid();
    const all = await Promise.all(Array.from({ length: 8 }, () => refund({ amount: 500 })));
    expect(new Set(all.map(({ key }) => key)).size).toBe(1);
    expect(shop.sandbox.listRefunds(transactionNumber)).toHaveLength(1);
    await expect(refund({ amount: 400 })).rejects.toThrow(/the key belongs to another refund/);
  });

  it('cannot return more than the remaining amount, also with two concurrent requests', async () => {
    await paid();
    const both = await Promise.allSettled([
      refund({ amount: 12_000, key: 'refund-000a' }),
      refund({ amount: 12_000, key: 'refund-000b' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(refund({ amount: 891, key: 'refund-000c' })).rejects.toThrow(
      /from 1 to 890, which is what remains/,
    );
  });

  it.each([
    ['of nothing', { amount: 0 }, /amount must be an integer/],
    ['of a part of a sen', { amount: 1.5 }, /amount must be an integer/],
    ['of less than nothing', { amount: -5 }, /amount must be an integer/],
    ['with a short key', { key: 'x' }, /key must be 8 to 64/],
  ])('%s is refused before anything is sent', async (_what, fields, message) => {
    await paid();
    await expect(refund(fields)).rejects.toThrow(message);
    expect(shop.sandbox.listRefunds(transactionNumber)).toEqual([]);
  });

  it('of a payment that is not paid is refused', async () => {
    shop = await openShop();
    const { payment } = (await (await shop.start()).json()) as StartResponse;
    reference = payment.reference;
    await expect(refund()).rejects.toThrow(/the payment is open, not paid/);
  });

  it('that the provider processes is queried until it is done', async () => {
    await paid();
    shop.sandbox.scenario('refund-processing');
    expect(await refund()).toMatchObject({ state: 'processing', gatewayStatus: 12 });
    expect(await sweepUntil('done')).toMatchObject({ gatewayStatus: 11, nextQueryAt: null });
  });

  it('that fails later is failed, and the payment is paid again', async () => {
    await paid();
    shop.sandbox.scenario('refund-fails-later');
    await refund();
    await sweepUntil('failed');
    expect(await shop.checkout.payments.find(reference)).toMatchObject({ state: 'paid' });
  });

  it.each([
    ['failed', 13, 'FailedRefund (13)'],
    ['reversed', 17, 'RefundReverse (17)'],
  ] as const)(
    'after one in full that was %s is refused by the gateway with a text that says why, and counts as not returned',
    async (state, gatewayStatus, status) => {
      await paid({ sandbox: { refundDelayMs: 3_600_000, timestampWindowMs: 3_600_000 } });
      if (gatewayStatus === 13) shop.sandbox.scenario('refund-processing');
      const { refundTransactionNumber } = await refund();
      shop.sandbox.clearScenarios();
      expect(shop.sandbox.decideRefund(refundTransactionNumber ?? '', gatewayStatus)).toBe(true);
      await shop.checkout.payments.settle(reference);
      await sweepUntil(state);
      const again = await refund({ key: 'refund-0002' });
      expect(again).toMatchObject({ state: 'refused', amount: 12_890 });
      expect(again.message).toContain(`this one is in ${status} after an earlier refund`);
      expect(again.message).toContain("Contact the gateway's support to return the money");
      expect(await shop.checkout.payments.find(reference)).toMatchObject({
        state: 'paid',
        fulfilment: { state: 'done' },
        gatewayStatus,
      });
      // After the gateway has reset the payment, its full amount can be refunded.
      shop.sandbox.changeStatus(transactionNumber, 1);
      await shop.checkout.payments.settle(reference);
      expect(await refund({ key: 'refund-0003' })).toMatchObject({ state: 'done', amount: 12_890 });
    },
  );

  it('that the gateway refuses returns no money, and reports the reason', async () => {
    await paid();
    shop.sandbox.scenario('refund-unavailable');
    expect(await refund()).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('unavailable'),
    });
    shop.sandbox.clearScenarios();
    expect(await refund({ key: 'refund-0002' })).toMatchObject({ state: 'done' });
  });

  it.each(['refund-timeout', 'response lost'] as const)(
    'without a response (%s) is found by a query, and never sent again',
    async (cause) => {
      const { gatewayUrl, loseNext } = losingConnection();
      await paid({ gatewayUrl });
      if (cause === 'response lost') loseNext('refundPayment');
      else shop.sandbox.scenario(cause, { times: 1 });
      expect(await refund({ amount: 500 })).toMatchObject({ state: 'unknown' });
      expect(await sweepUntil('done')).toMatchObject({ amount: 500 });
      expect(shop.sandbox.listRefunds(transactionNumber)).toHaveLength(1);
    },
  );

  it('that the gateway has done while the store failed is found by a query, and the money is not returned twice', async () => {
    const store = memoryStore();
    let failures = 1;
    const updateRefund: typeof store.updateRefund = (...change) =>
      failures-- > 0
        ? Promise.reject(new PgwError('store-unavailable', 'The connection broke.', { retryable: true }))
        : store.updateRefund(...change);
    await paid({ store: { ...store, updateRefund } });
    await expect(refund()).rejects.toThrow('The connection broke');
    await expect(refund({ key: 'refund-0002' })).rejects.toThrow('from 1 to 0');
    expect(await sweepUntil('done')).toMatchObject({ amount: 12_890 });
    expect(shop.sandbox.listRefunds(transactionNumber)).toHaveLength(1);
  });

  it('that never arrived waits for an operator, who allows another one', async () => {
    await paid();
    shop.sandbox.scenario('response-500', { endpoint: 'refundPayment', times: 1 });
    expect(await refund()).toMatchObject({ state: 'unknown' });
    for (let day = 0; day < 9; day += 1) {
      now += 24 * 3_600_000;
      await shop.checkout.payments.sweep();
    }
    const { operator } = shop.checkout;
    await expect(refund({ key: 'refund-0002' })).rejects.toThrow('operator.resolveRefund');
    await expect(operator.resolveRefund('refund-0001', 'refused', ' ')).rejects.toThrow(
      'a reason must be given',
    );
    await expect(operator.resolveRefund('refund-000x', 'refused', 'None')).rejects.toThrow('no such refund');
    const resolved = await operator.resolveRefund('refund-0001', 'refused', 'The gateway’s list has none');
    expect(resolved).toMatchObject({ state: 'refused', nextQueryAt: null });
    await expect(operator.resolveRefund('refund-0001', 'done', 'It has')).rejects.toThrow(
      'is refused already',
    );
    const texts = (await operator.inspect(reference))?.timeline.map(({ text }) => text);
    expect(texts).toContain('The refund is refused: The gateway’s list has none');
    now = Date.now();
    expect(await refund({ key: 'refund-0003' })).toMatchObject({ state: 'done', amount: 12_890 });
  });

  it('leaves a timeline that names each step and its source', async () => {
    await paid();
    await refund({ amount: 500 });
    const seen = await shop.checkout.operator.inspect(reference);
    const titles = seen?.timeline
      .filter(({ source }) => source === 'operator' || source === 'refund')
      .map(({ text }) => text);
    expect(titles).toContain('A refund of MYR 5.00 is requested: Chipped mug');
    expect(titles?.join(' ')).toMatch(/The gateway reports Refunded \(11\): the refund is done\./);
  });
});

describe('the second payment of a paid order', () => {
  it('is refunded once with onSecondPayment: refund, and the first one stays paid and fulfilled', async () => {
    now = Date.now();
    shop = await openShop({ onSecondPayment: 'refund', sandbox: { refundDelayMs: 50 } });
    const starts = [await shop.start(), await shop.start({ channelId: sentuh })];
    const [first, second] = (await Promise.all(starts.map((response) => response.json()))) as StartResponse[];
    for (const { payment } of [first!, second!]) {
      shop.sandbox.decide(payment.transactionNumber!, 'approve', { callback: 'never' });
      await shop.checkout.payments.settle(payment.reference);
    }
    await expect
      .poll(async () => (await shop.checkout.payments.find(second!.payment.reference))?.state)
      .toBe('refunded');
    expect(await shop.checkout.payments.find(first!.payment.reference)).toMatchObject({
      state: 'paid',
      fulfilment: { state: 'done' },
    });
    expect(shop.fulfilled).toEqual([first!.payment.reference]);
  });
});
