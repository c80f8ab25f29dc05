import { endpoints } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { openShop } from '../merchant.ts';

it('FPX has 23 visible banks, three of them unavailable, and one hidden bank', async () => {
  await using shop = await openShop();
  const { body } = await shop.merchant.get('getProviderChannels', { channelId: 2, timestamp: Date.now() });
  const banks = endpoints.getProviderChannels.response.parse(body);
  const named = (status: number) =>
    banks.filter((bank) => bank.status === status).map((bank) => bank.displayName);
  expect(banks.filter((bank) => bank.status !== -1)).toHaveLength(23);
  expect(named(0)).toContain('Bank Kinabalu');
  expect(named(2)).toStrictEqual(['Bank Teratai']);
  expect(named(-1)).toHaveLength(1);
  for (const bank of banks) expect((await fetch(bank.imageUrl ?? '')).status).toBe(200);
});

it('the list of banks is empty for a channel without banks', async () => {
  await using shop = await openShop();
  const response = await shop.merchant.get('getProviderChannels', { channelId: 5, timestamp: Date.now() });
  expect(response).toStrictEqual({ status: 200, body: [] });
});

it('the list of banks accepts a request without a timestamp', async () => {
  await using shop = await openShop();
  const response = await shop.merchant.get('getProviderChannels', { channelId: 2 });
  expect([response.status, response.body]).toStrictEqual([200, expect.any(Array)]);
});

it('the list of banks refuses an unknown channel', async () => {
  await using shop = await openShop();
  const response = await shop.merchant.get('getProviderChannels', { channelId: 999, timestamp: Date.now() });
  expect(response).toMatchObject({ status: 400, body: { success: false } });
});
