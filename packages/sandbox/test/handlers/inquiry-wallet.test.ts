import { endpoints, walletStatus as walletStatuses, walletType as walletTypes } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { defaultTenant } from '../../src/index.ts';
import { faultCodes } from '../fault-codes.ts';
import { Merchant, startSandboxWithMerchant, walletIds, otherTenant } from '../merchant.ts';

const { active, inactive } = walletStatuses;

it('InquiryWallet lists three wallets with balances as decimals', async () => {
  await using setup = await startSandboxWithMerchant();
  const { status, body } = await setup.merchant.queryWallets();
  expect(status).toBe(200);
  expect(endpoints.inquiryWallet.response.parse(body.result)).toStrictEqual({
    tenantId: Number(defaultTenant.id),
    tenantName: defaultTenant.name,
    wallets: [
      {
        id: walletIds.basic,
        currencyCode: 'MYR',
        balance: 5025,
        walletType: walletTypes.basic,
        walletStatus: active,
      },
      {
        id: walletIds.premium,
        currencyCode: 'MYR',
        balance: 9987.5,
        walletType: walletTypes.premium,
        walletStatus: active,
      },
      {
        id: walletIds.payout,
        currencyCode: 'MYR',
        balance: 50_000,
        walletType: walletTypes.payout,
        walletStatus: active,
      },
    ],
  });
});

it('a payout of one merchant does not change the wallets of another merchant', async () => {
  await using setup = await startSandboxWithMerchant({ tenants: [defaultTenant, otherTenant] });
  const otherMerchant = await new Merchant(setup.sandbox.url, otherTenant).login();
  const { wallets: walletsBefore } = (await setup.merchant.queryWallets()).body.result;
  const { wallets: otherWalletsBefore } = (await otherMerchant.queryWallets()).body.result;
  await otherMerchant.openPayout();
  expect((await setup.merchant.queryWallets()).body.result.wallets).toStrictEqual(walletsBefore);
  expect((await otherMerchant.queryWallets()).body.result.wallets).not.toStrictEqual(otherWalletsBefore);
});

it('the wallets of two merchants have different ids', async () => {
  await using setup = await startSandboxWithMerchant({ tenants: [defaultTenant, otherTenant] });
  const otherMerchant = await new Merchant(setup.sandbox.url, otherTenant).login();
  const { wallets } = (await setup.merchant.queryWallets()).body.result;
  const { wallets: otherWallets } = (await otherMerchant.queryWallets()).body.result;
  expect(otherWallets).toHaveLength(3);
  expect(new Set([...wallets, ...otherWallets].map(({ id }) => id)).size).toBe(6);
});

it('InquiryWallet with the ID of another merchant gets fault 1005 (wallet not found)', async () => {
  await using setup = await startSandboxWithMerchant({ tenants: [defaultTenant, otherTenant] });
  const data = { tenantId: Number(otherTenant.id), timestamp: Date.now() };
  expect(await setup.merchant.post('inquiryWallet', data)).toMatchObject({
    status: 400,
    body: { result: null, error: { code: faultCodes.walletNotFound, message: 'Tenant Wallet Not Found' } },
  });
});

it('InquiryWallet shows an inactive wallet with walletStatus 0', async () => {
  await using setup = await startSandboxWithMerchant();
  setup.sandbox.setWalletStatus(walletIds.premium, 'inactive');
  const { wallets } = (await setup.merchant.queryWallets()).body.result;
  expect(wallets.map(({ walletStatus }) => walletStatus)).toStrictEqual([active, inactive, active]);
});
