import { endpoints } from '@pgw/protocol';
import { describe, expect, it } from 'vitest';
import { defaultTenant } from '../../src/index.ts';
import { Merchant, openShop } from '../merchant.ts';

const payoutWallet = 3003;

it('QueryWalletHistory returns the entries of the interface, oldest first', async () => {
  await using shop = await openShop();
  const { result: sent } = (await shop.merchant.payout({ referenceCode: 'PO-1', description: 'Wages' })).body;
  const { body } = await shop.merchant.history(payoutWallet);
  const read = endpoints.queryWalletHistory.response.parse(body.result);
  expect(read).toMatchObject({ walletId: payoutWallet, walletBalance: 49_750, nextRecords: 0 });
  expect(read.walletHistories).toHaveLength(3);
  expect(read.walletHistories[0]).toMatchObject({
    type: 1,
    amount: 20_000,
    postTransactionWalletBalance: 20_000,
  });
  expect(read.walletHistories[2]).toStrictEqual({
    id: expect.any(Number),
    createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    transactionNumber: sent.transactionNumber,
    refenceCode: 'PO-1',
    amount: -250,
    currencyCode: 'MYR',
    type: 2,
    description: 'Wages',
    postTransactionWalletBalance: 49_750,
  });
});

it('QueryWalletHistory returns pages of 100 entries, each entry once, with the balance as their sum', async () => {
  await using shop = await openShop();
  for (let sen = 1; sen <= 203; sen += 1) shop.sandbox.topUp(payoutWallet, sen);
  const sizes: number[] = [];
  const ids = new Set<number>();
  let sum = 0;
  for (let nextRecord: number | undefined; ;) {
    const { result } = (
      await shop.merchant.history(payoutWallet, nextRecord === undefined ? {} : { nextRecord })
    ).body;
    sizes.push(result.walletHistories.length);
    for (const { id, amount, postTransactionWalletBalance } of result.walletHistories) {
      ids.add(id);
      sum += Math.round(amount * 100);
      expect(Math.round(postTransactionWalletBalance * 100)).toBe(sum);
    }
    if (result.nextRecords === 0) {
      expect(Math.round(result.walletBalance * 100)).toBe(sum);
      break;
    }
    nextRecord = result.nextRecords;
  }
  expect(sizes).toStrictEqual([100, 100, 5]);
  expect(ids.size).toBe(205);
});

it('QueryWalletHistory reads times without a zone as UTC', async () => {
  const now = Date.parse('2026-06-15T12:00:00Z');
  await using shop = await openShop({ now: () => now, timestampWindowMs: 10 ** 13 });
  shop.sandbox.topUp(payoutWallet, 100);
  const count = async (dateTimeFrom: string, dateTimeTo: string) =>
    (await shop.merchant.history(payoutWallet, { dateTimeFrom, dateTimeTo })).body.result.walletHistories
      .length;
  expect(await count('2026-06-15T12:00:00', '2026-06-15T12:00:00')).toBe(1);
  expect(await count('2026-06-15T20:00:00+08:00', '2026-06-15T20:00:00+08:00')).toBe(1);
  expect(await count('2026-06-15T12:00:01Z', '2026-06-16')).toBe(0);
  expect(await count('2026-06-01', '2026-06-16')).toBe(2);
});

describe('refused', () => {
  it('QueryWalletHistory returns 1005 for an unknown wallet and for one of another merchant', async () => {
    const other = { ...defaultTenant, id: '2002', userName: 'b', secretKey: 'k2' };
    await using shop = await openShop({ tenants: [defaultTenant, other] });
    expect(await shop.merchant.history(1)).toMatchObject({
      status: 400,
      body: { error: { code: 1005, message: 'Tenant Wallet Not Found' } },
    });
    const stranger = await new Merchant(shop.sandbox.url, other).login();
    expect((await stranger.history(payoutWallet)).body.error.code).toBe(1005);
  });

  it.each([
    [{ dateTimeFrom: 'yesterday' }, 'dateTimeFrom'],
    [{ dateTimeTo: null }, 'dateTimeTo'],
    [{ dateTimeTo: '2019-01-01' }, 'dateTimeTo'],
  ])('QueryWalletHistory refuses %j', async (fields, member) => {
    await using shop = await openShop();
    const response = await shop.merchant.history(payoutWallet, fields);
    expect(response.body.error.validationErrors[0]?.members).toStrictEqual([member]);
  });
});

it('QueryWalletHistory returns entries of all six types', async () => {
  await using shop = await openShop();
  const { transactionNumber } = (await shop.merchant.payout()).body.result;
  shop.sandbox.decidePayout(transactionNumber, 'reject');
  await shop.merchant.refund(await shop.merchant.paid(shop.sandbox, { channelId: 3 }));
  const types = new Set<number>();
  for (const { id } of shop.sandbox.listWallets())
    for (const { type } of (await shop.merchant.history(id)).body.result.walletHistories) types.add(type);
  expect([...types].toSorted((a, b) => a - b)).toStrictEqual([1, 2, 3, 4, 5, 6]);
});
