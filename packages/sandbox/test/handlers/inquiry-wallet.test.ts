import { endpoints } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { defaultTenant } from '../../src/index.ts';
import { Merchant, openShop } from '../merchant.ts';

const other = { ...defaultTenant, id: '2002', name: 'Kedai Lain', userName: 'b', secretKey: 'k2' };

it('lists the three wallets of a merchant, with decimals of the currency', async () => {
  await using shop = await openShop();
  const { status, body } = await shop.merchant.wallets();
  expect(status).toBe(200);
  expect(endpoints.inquiryWallet.response.parse(body.result)).toStrictEqual({
    tenantId: 1001,
    tenantName: 'Rimba Coffee',
    wallets: [
      { id: 3001, currencyCode: 'MYR', balance: 5025, walletType: 0, walletStatus: 1 },
      { id: 3002, currencyCode: 'MYR', balance: 9987.5, walletType: 1, walletStatus: 1 },
      { id: 3003, currencyCode: 'MYR', balance: 50_000, walletType: 2, walletStatus: 1 },
    ],
  });
});

it('gives every merchant wallets of its own', async () => {
  await using shop = await openShop({ tenants: [defaultTenant, other] });
  const stranger = await new Merchant(shop.sandbox.url, other).login();
  expect((await stranger.wallets()).body.result.wallets.map(({ id }) => id)).toStrictEqual([
    3004, 3005, 3006,
  ]);
  await stranger.payout();
  expect((await shop.merchant.wallets()).body.result.wallets[2]?.balance).toBe(50_000);
  expect((await stranger.wallets()).body.result.wallets[2]?.balance).toBe(49_750);
});

it('answers 1005 for the ID of another merchant', async () => {
  await using shop = await openShop({ tenants: [defaultTenant, other] });
  const data = { tenantId: 2002, timestamp: Date.now() };
  expect(await shop.merchant.post('inquiryWallet', data)).toMatchObject({
    status: 400,
    body: { result: null, error: { code: 1005, message: 'Tenant Wallet Not Found' } },
  });
});

it('tells an inactive wallet as 0', async () => {
  await using shop = await openShop();
  shop.sandbox.setWalletStatus(3002, 'inactive');
  const { wallets } = (await shop.merchant.wallets()).body.result;
  expect(wallets.map(({ walletStatus }) => walletStatus)).toStrictEqual([1, 0, 1]);
});
