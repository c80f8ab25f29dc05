import { endpoints, providerChannelStatus } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { startSandboxWithMerchant, unknownChannelId } from '../merchant.ts';

it('GetProviderChannels lists the banks of FPX with their statuses and logos', async () => {
  await using setup = await startSandboxWithMerchant();
  const { body } = await setup.merchant.get('getProviderChannels', {
    channelId: channelIds.fpx,
    timestamp: Date.now(),
  });
  const banks = endpoints.getProviderChannels.response.parse(body);
  const listNames = (status: number) =>
    banks.filter((bank) => bank.status === status).map((bank) => bank.displayName);
  expect(listNames(providerChannelStatus.available)).toHaveLength(20);
  expect(listNames(providerChannelStatus.offline)).toStrictEqual(['Bank Kinabalu', 'Seroja Savings Bank']);
  expect(listNames(providerChannelStatus.maintenance)).toStrictEqual(['Bank Teratai']);
  expect(listNames(providerChannelStatus.hidden)).toStrictEqual(['Bank Lama']);
  for (const bank of banks) expect((await fetch(bank.imageUrl!)).status).toBe(200);
});

it('GetProviderChannels returns an empty list for a channel without banks', async () => {
  await using setup = await startSandboxWithMerchant();
  const response = await setup.merchant.get('getProviderChannels', {
    channelId: channelIds.kilatPay,
    timestamp: Date.now(),
  });
  expect(response).toStrictEqual({ status: 200, body: [] });
});

it('GetProviderChannels accepts a request without a timestamp', async () => {
  await using setup = await startSandboxWithMerchant();
  const response = await setup.merchant.get('getProviderChannels', { channelId: channelIds.fpx });
  expect(response).toStrictEqual({ status: 200, body: expect.any(Array) });
});

it('GetProviderChannels refuses an unknown channel', async () => {
  await using setup = await startSandboxWithMerchant();
  const response = await setup.merchant.get('getProviderChannels', {
    channelId: unknownChannelId,
    timestamp: Date.now(),
  });
  expect(response).toMatchObject({ status: 400, body: { success: false } });
  expect(response.body.error.message).toContain(`${channelIds.fpx} (`);
});
