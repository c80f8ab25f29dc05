import { endpoints, walletEntryType } from '@pgw/protocol';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { defaultTenant } from '../../src/index.ts';
import { Merchant, startSandboxWithMerchant, walletIds, otherTenant } from '../merchant.ts';

const payoutWallet = walletIds.payout;

it('QueryWalletHistory returns the entries of the interface, oldest first', async () => {
  await using setup = await startSandboxWithMerchant();
  const { result: payout } = (
    await setup.merchant.openPayout({ referenceCode: 'PO-1', description: 'Wages' })
  ).body;
  const { body } = await setup.merchant.queryWalletHistory(payoutWallet);
  const history = endpoints.queryWalletHistory.response.parse(body.result);
  expect(history).toMatchObject({ walletId: payoutWallet, walletBalance: 49_750, nextRecords: 0 });
  expect(history.walletHistories).toHaveLength(3);
  expect(history.walletHistories[0]).toMatchObject({
    type: 1,
    amount: 20_000,
    postTransactionWalletBalance: 20_000,
  });
  expect(history.walletHistories[2]).toStrictEqual({
    id: expect.any(Number),
    createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    transactionNumber: payout.transactionNumber,
    refenceCode: 'PO-1',
    amount: -250,
    currencyCode: 'MYR',
    type: 2,
    description: 'Wages',
    postTransactionWalletBalance: 49_750,
  });
});

it('QueryWalletHistory returns pages of 100 entries, each entry once, with the balance as their sum', async () => {
  await using setup = await startSandboxWithMerchant();
  for (let amountSen = 1; amountSen <= 203; amountSen += 1) setup.sandbox.topUp(payoutWallet, amountSen);
  const sizes: number[] = [];
  const ids = new Set<number>();
  let sum = 0;
  for (let nextRecord: number | undefined; ;) {
    const { result } = (
      await setup.merchant.queryWalletHistory(payoutWallet, nextRecord === undefined ? {} : { nextRecord })
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
  await using setup = await startSandboxWithMerchant({ now: () => now, timestampWindowMs: 10 ** 13 });
  setup.sandbox.topUp(payoutWallet, 100);
  const count = async (dateTimeFrom: string, dateTimeTo: string) =>
    (await setup.merchant.queryWalletHistory(payoutWallet, { dateTimeFrom, dateTimeTo })).body.result
      .walletHistories.length;
  expect(await count('2026-06-15T12:00:00', '2026-06-15T12:00:00')).toBe(1);
  expect(await count('2026-06-15T20:00:00+08:00', '2026-06-15T20:00:00+08:00')).toBe(1);
  expect(await count('2026-06-15T12:00:01Z', '2026-06-16')).toBe(0);
  expect(await count('2026-06-01', '2026-06-16')).toBe(2);
});

describe('refused', () => {
  it('QueryWalletHistory returns 1005 for an unknown wallet and for a wallet of another merchant', async () => {
    await using setup = await startSandboxWithMerchant({ tenants: [defaultTenant, otherTenant] });
    expect(await setup.merchant.queryWalletHistory(1)).toMatchObject({
      status: 400,
      body: { error: { code: 1005, message: 'Tenant Wallet Not Found' } },
    });
    const otherMerchant = await new Merchant(setup.sandbox.url, otherTenant).login();
    expect((await otherMerchant.queryWalletHistory(payoutWallet)).body.error.code).toBe(1005);
  });

  it.each([
    [{ dateTimeFrom: 'yesterday' }, 'dateTimeFrom'],
    [{ dateTimeTo: null }, 'dateTimeTo'],
    [{ dateTimeTo: '2019-01-01' }, 'dateTimeTo'],
  ])('QueryWalletHistory refuses %j', async (fields, member) => {
    await using setup = await startSandboxWithMerchant();
    const response = await setup.merchant.queryWalletHistory(payoutWallet, fields);
    expect(response.body.error.validationErrors[0]?.members).toStrictEqual([member]);
  });
});

it('QueryWalletHistory returns entries of all types', async () => {
  await using setup = await startSandboxWithMerchant();
  const { transactionNumber } = (await setup.merchant.openPayout()).body.result;
  setup.sandbox.decidePayout(transactionNumber, 'reject');
  await setup.merchant.refund(
    await setup.merchant.openApprovedPayment(setup.sandbox, { channelId: channelIds.duitNowQr }),
  );
  const types = new Set<number>();
  for (const { id } of setup.sandbox.listWallets())
    for (const { type } of (await setup.merchant.queryWalletHistory(id)).body.result.walletHistories)
      types.add(type);
  expect(types).toStrictEqual(new Set(Object.values(walletEntryType)));
});
