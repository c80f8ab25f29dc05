import type { StorefrontSession } from '@pgw/protocol';
import { channelTypeNumbers } from '@pgw/sandbox';
import { afterEach, expect, it } from 'vitest';
import { openShop, type Shop, type ShopOptions } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

const card = { id: 41, name: 'Credit or debit card', isProviderHostChannel: false };
const wallet = {
  id: 42,
  name: 'KilatPay',
  type: channelTypeNumbers.EWallet,
  groupId: 3,
  groupName: 'E-wallets',
  isProviderHostChannel: false,
};
/** A channel whose name does not show that it accepts cards. */
const unrecognizedChannel = {
  id: 43,
  name: 'Channel 43',
  type: channelTypeNumbers.Card,
  isProviderHostChannel: false,
};

/** Opens a shop, and returns the kind of each channel of its session by the id of the channel. */
async function openShopAndListKinds(options: ShopOptions): Promise<Record<number, string>> {
  shop = await openShop(options);
  // The route responds with a StorefrontSession.
  const session = (await (await shop.fetch('/pgw/session?order=A1')).json()) as StorefrontSession;
  return Object.fromEntries(session.channels.map(({ id, kind }) => [id, kind]));
}

const listWarnings = () => shop.eventsNamed('no-card-channel');

it.each([channelTypeNumbers.Card, 'Card', String(channelTypeNumbers.Card), null])(
  'with cards: {} a channel with "card" in its name and the type %j accepts cards',
  async (type) => {
    expect(await openShopAndListKinds({ cards: {}, channels: [{ ...card, type }, wallet] })).toEqual({
      41: 'card',
      42: 'direct',
    });
    expect(listWarnings()).toEqual([]);
  },
);

it('with cards: {} a channel of the card group accepts cards', async () => {
  const channels = [{ ...unrecognizedChannel, groupId: 2, groupName: 'Cards' }];
  expect(await openShopAndListKinds({ cards: {}, channels })).toEqual({ 43: 'card' });
});

it('with cards: {} a card channel with banks redirects to the gateway', async () => {
  const channels = [{ ...card, type: 'Card', isProviderHostChannel: true }];
  expect(await openShopAndListKinds({ cards: {}, channels })).toEqual({ 41: 'provider' });
});

it('with cards: {} one event at boot reports that no channel accepts cards, and names the options to set', async () => {
  shop = await openShop({ cards: {}, channels: [wallet, unrecognizedChannel] });
  await expect.poll(listWarnings).toHaveLength(1);
  expect(listWarnings()).toMatchObject([
    { channelIds: [42, 43], message: expect.stringMatching(/cards\.channelIds.*channelHints/) },
  ]);
  await shop.fetch('/pgw/session?order=A1');
  expect(listWarnings()).toHaveLength(1);
});

it('exactly the channels of cards.channelIds accept cards, with any name', async () => {
  expect(
    await openShopAndListKinds({ cards: { channelIds: [43] }, channels: [card, unrecognizedChannel] }),
  ).toEqual({
    41: 'direct',
    43: 'card',
  });
});

it('an event at boot names the cards.channelIds that the gateway does not list', async () => {
  shop = await openShop({ cards: { channelIds: [99] }, channels: [card] });
  await expect.poll(listWarnings).toHaveLength(1);
  expect(listWarnings()[0]?.message).toMatch(/no channel has an id of cards\.channelIds \(99\)/);
});

const listTermWarnings = () => shop.eventsNamed('card-terms-forbidden');

it('one event at boot names the card channels with a surcharge or a minimum in MYR, also without the option cards', async () => {
  const currencyList = [
    { acceptedCurrencyCode: 'MYR', surcharge: 1.5, isSurchargePercentage: true, minRequestAmount: 10 },
  ];
  shop = await openShop({
    channels: [
      { ...card, currencyList },
      { ...wallet, currencyList },
    ],
  });
  await expect.poll(listTermWarnings).toHaveLength(1);
  expect(listTermWarnings()).toMatchObject([
    {
      level: 'warn',
      channelIds: [41],
      message: expect.stringContaining(
        'Channel 41 (Credit or debit card) has a surcharge of 1.5 % and a minimum of MYR 10.',
      ),
    },
  ]);
  await shop.fetch('/pgw/session?order=A1');
  expect(listTermWarnings()).toHaveLength(1);
});

it('a channel of cards.channelIds with a surcharge is named too, although its name does not show that it accepts cards', async () => {
  const currencyList = [{ acceptedCurrencyCode: 'MYR', surcharge: 1 }];
  shop = await openShop({
    cards: { channelIds: [43] },
    channels: [{ ...unrecognizedChannel, currencyList }],
  });
  await expect.poll(listTermWarnings).toMatchObject([{ channelIds: [43] }]);
});

it('the sandbox has no card channel with a forbidden term', async () => {
  shop = await openShop();
  await shop.fetch('/pgw/session?order=A1');
  expect(listTermWarnings()).toEqual([]);
});

it('without the option cards there is no event about card channels', async () => {
  expect(await openShopAndListKinds({ channels: [wallet] })).toEqual({ 42: 'direct' });
  expect(listWarnings()).toEqual([]);
});
