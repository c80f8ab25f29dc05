import { endpoints } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { startSandboxWithMerchant } from '../merchant.ts';

it('GetProviderChannels lists 23 visible banks of FPX, three of them unavailable, and one hidden bank', async () => {
  await using setup = await startSandboxWithMerchant();
  const { body } = await setup.merchant.get('getProviderChannels', { channelId: 2, timestamp: Date.now() });
  const banks = endpoints.getProviderChannels.response.parse(body);
  const listNames = (status: number) =>
    banks.filter((bank) => bank.status === status).map((bank) => bank.displayName);
  expect(banks.filter((bank) => bank.status !== -1)).toHaveLength(23);
  expect(listNames(0)).toContain('Bank Kinabalu');
  expect(listNames(2)).toStrictEqual(['Bank Teratai']);
  expect(listNames(-1)).toHaveLength(1);
  for (const bank of banks) expect((await fetch(bank.imageUrl ?? '')).status).toBe(200);
});

it('GetProviderChannels returns an empty list for a channel without banks', async () => {
  await using setup = await startSandboxWithMerchant();
  const response = await setup.merchant.get('getProviderChannels', { channelId: 5, timestamp: Date.now() });
  expect(response).toStrictEqual({ status: 200, body: [] });
});

it('GetProviderChannels accepts a request without a timestamp', async () => {
  await using setup = await startSandboxWithMerchant();
  const response = await setup.merchant.get('getProviderChannels', { channelId: 2 });
  expect([response.status, response.body]).toStrictEqual([200, expect.any(Array)]);
});

it('GetProviderChannels refuses an unknown channel', async () => {
  await using setup = await startSandboxWithMerchant();
  const response = await setup.merchant.get('getProviderChannels', { channelId: 999, timestamp: Date.now() });
  expect(response).toMatchObject({ status: 400, body: { success: false } });
});
