import { endpoints, walletEntryType } from '@pgw/protocol';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { defaultTenant } from '../../src/index.ts';
import { faultCodes } from '../fault-codes.ts';
import { Merchant, otherTenant, startSandboxWithMerchant, walletIds, type RawResponse } from '../merchant.ts';

const payoutWallet = walletIds.payout;

it('QueryWalletHistory returns entries with the fields of the interface, oldest first', async () => {
  await using setup = await startSandboxWithMerchant();
  const { result: payout } = (
    await setup.merchant.openPayout({ referenceCode: 'PO-1', description: 'Wages' })
  ).body;
  const { body } = await setup.merchant.queryWalletHistory(payoutWallet);
  const history = endpoints.queryWalletHistory.response.parse(body.result);
  expect(history).toMatchObject({ walletId: payoutWallet, walletBalance: 49_750, nextRecords: 0 });
  expect(history.walletHistories).toHaveLength(3);
  expect(history.walletHistories[0]).toMatchObject({
    type: walletEntryType.topup,
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
    type: walletEntryType.payout,
    description: 'Wages',
    postTransactionWalletBalance: 49_750,
  });
});

/** Reads the history of the payout wallet page by page, until `nextRecords` is 0. */
async function readPages(merchant: Merchant): Promise<RawResponse['body']['result'][]> {
  const pages = [(await merchant.queryWalletHistory(payoutWallet)).body.result];
  for (let nextRecord = pages[0]!.nextRecords; nextRecord !== 0; nextRecord = pages.at(-1)!.nextRecords)
    pages.push((await merchant.queryWalletHistory(payoutWallet, { nextRecord })).body.result);
  return pages;
}

const toMinorUnits = (decimal: number): number => Math.round(decimal * 100);

it('QueryWalletHistory returns pages of 100 entries, and each entry once', async () => {
  await using setup = await startSandboxWithMerchant();
  const entryCount = 205;
  while (setup.sandbox.walletHistory(payoutWallet).length < entryCount) setup.sandbox.topUp(payoutWallet, 1);
  const pages = await readPages(setup.merchant);
  expect(pages.map(({ walletHistories }) => walletHistories.length)).toStrictEqual([100, 100, 5]);
  const ids = pages.flatMap(({ walletHistories }) => walletHistories.map(({ id }) => id));
  expect(new Set(ids).size).toBe(entryCount);
});

it('each entry of a wallet history has the sum of all entries so far as its balance', async () => {
  await using setup = await startSandboxWithMerchant();
  for (const amount of [1, 20, 300]) setup.sandbox.topUp(payoutWallet, amount);
  const { walletHistories, walletBalance } = (await setup.merchant.queryWalletHistory(payoutWallet)).body
    .result;
  let sum = 0;
  for (const { amount, postTransactionWalletBalance } of walletHistories) {
    sum += toMinorUnits(amount);
    expect(toMinorUnits(postTransactionWalletBalance)).toBe(sum);
  }
  expect(toMinorUnits(walletBalance)).toBe(sum);
});

it('QueryWalletHistory reads times without a zone as UTC', async () => {
  const now = Date.parse('2026-06-15T12:00:00Z');
  await using setup = await startSandboxWithMerchant({ now: () => now });
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
  it('QueryWalletHistory for an unknown wallet or a wallet of another merchant gets fault 1005 (wallet not found)', async () => {
    await using setup = await startSandboxWithMerchant({ tenants: [defaultTenant, otherTenant] });
    expect(await setup.merchant.queryWalletHistory(1)).toMatchObject({
      status: 400,
      body: { error: { code: faultCodes.walletNotFound, message: 'Tenant Wallet Not Found' } },
    });
    const otherMerchant = await new Merchant(setup.sandbox.url, otherTenant).login();
    expect((await otherMerchant.queryWalletHistory(payoutWallet)).body.error.code).toBe(
      faultCodes.walletNotFound,
    );
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
