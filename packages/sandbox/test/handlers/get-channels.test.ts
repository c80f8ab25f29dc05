import { endpoints } from '@pgw/protocol';
import { channelTerms } from '@pgw/protocol/internal';
import { expect, it } from 'vitest';
import { channels as catalogue, channelTypeNumbers } from '../../src/index.ts';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { startSandboxWithMerchant } from '../merchant.ts';

async function fetchChannels(setup: Awaited<ReturnType<typeof startSandboxWithMerchant>>) {
  const { body } = await setup.merchant.get('getChannels', { timestamp: Date.now() });
  return endpoints.getChannels.response.parse(body);
}

it('GetChannels lists fifteen channels in four groups, in a fixed order', async () => {
  await using setup = await startSandboxWithMerchant();
  const channels = await fetchChannels(setup);
  expect(channels).toHaveLength(15);
  expect([...new Set(channels.map(({ groupName }) => groupName))]).toStrictEqual([
    'Online banking',
    'Cards',
    'E-wallets',
    'Pay later and rewards',
  ]);
});

it('by default, every channel has an integer type and accepts MYR, except the one for SGD', async () => {
  await using setup = await startSandboxWithMerchant();
  for (const channel of await fetchChannels(setup)) {
    const type = catalogue.find(({ id }) => id === channel.id)?.type;
    expect(channel.type).toBe(type && channelTypeNumbers[type]);
    expect(channel.type).toBeTypeOf('number');
    expect(
      channelTerms(channel, {
        amount: 30_000,
        currencyCode: channel.id === channelIds.dering ? 'SGD' : 'MYR',
      }),
    ).toBeDefined();
  }
});

it('with the preset lenient, the channel types are texts', async () => {
  await using setup = await startSandboxWithMerchant({ preset: 'lenient' });
  const types = new Set((await fetchChannels(setup)).map(({ type }) => type));
  expect([...types]).toStrictEqual(['OnlineBanking', 'QR', 'Card', 'EWallet', 'PayLater', 'Loyalty']);
});

it('GetChannels accepts a request without a timestamp', async () => {
  await using setup = await startSandboxWithMerchant();
  const response = await setup.merchant.get('getChannels', {});
  expect(response).toStrictEqual({ status: 200, body: expect.any(Array) });
});

it('fees and limits of channels are sent as decimals, such as 0.5 for RM 0.50', async () => {
  await using setup = await startSandboxWithMerchant();
  const channels = await fetchChannels(setup);
  const findTerms = (name: string) =>
    channelTerms(
      channels.find((channel) => channel.name === name)!,
      { amount: 12890, currencyCode: 'MYR' },
    );
  expect(findTerms('KilatPay')?.fee).toBe(50);
  expect(findTerms('LompatPay')?.limit).toStrictEqual({ kind: 'max', amount: 10_000 });
});

it('the card channel has no fee and no minimum in MYR, because both are forbidden in Malaysia', async () => {
  await using setup = await startSandboxWithMerchant();
  const cards = (await fetchChannels(setup)).find(({ name }) => name === 'Credit or debit card');
  expect(cards && channelTerms(cards, { amount: 1, currencyCode: 'MYR' })).toStrictEqual({
    fee: 0,
    limit: undefined,
  });
  // The fee in SGD is 2.5 %.
  expect(cards && channelTerms(cards, { amount: 10_000, currencyCode: 'SGD' })?.fee).toBe(250);
});

it('every channel and group has a logo that browsers cache', async () => {
  await using setup = await startSandboxWithMerchant();
  const urls = new Set(
    (await fetchChannels(setup)).flatMap((channel) => [channel.imageUrl!, channel.groupImageUrl!]),
  );
  for (const url of urls) {
    const logo = await fetch(url);
    expect(logo.headers.get('content-type')).toContain('image/svg+xml');
    expect(logo.headers.get('cache-control')).toContain('max-age');
  }
});
