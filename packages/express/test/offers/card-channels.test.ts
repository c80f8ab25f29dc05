import type { StorefrontSession } from '@pgw/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { openShop, type Shop, type ShopOptions } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

const card = { id: 41, name: 'Credit or debit card', isProviderHostChannel: false };
const wallet = {
  id: 42,
  name: 'KilatPay',
  type: 3,
  groupId: 3,
  groupName: 'E-wallets',
  isProviderHostChannel: false,
};
const unnamed = { id: 43, name: 'Channel 43', type: 2, isProviderHostChannel: false };

async function kinds(options: ShopOptions): Promise<Record<number, string>> {
  shop = await openShop(options);
  // The route answers a StorefrontSession.
  const session = (await (await shop.fetch('/pgw/session?order=A1')).json()) as StorefrontSession;
  return Object.fromEntries(session.channels.map(({ id, kind }) => [id, kind]));
}

const warnings = (): string[] =>
  shop.events.filter(({ event }) => event === 'no-card-channel').map(({ message }) => message);

describe('with cards: {}', () => {
  it.each([2, 'Card', '2', null])(
    'a channel with card in its name and the type %j accepts cards',
    async (type) => {
      expect(await kinds({ cards: {}, channels: [{ ...card, type }, wallet] })).toEqual({
        41: 'card',
        42: 'direct',
      });
      expect(warnings()).toEqual([]);
    },
  );

  it('a channel of the card group accepts cards', async () => {
    const channels = [{ ...unnamed, groupId: 2, groupName: 'Cards' }];
    expect(await kinds({ cards: {}, channels })).toEqual({ 43: 'card' });
  });

  it('a card channel with banks redirects to the gateway', async () => {
    const channels = [{ ...card, type: 'Card', isProviderHostChannel: true }];
    expect(await kinds({ cards: {}, channels })).toEqual({ 41: 'provider' });
  });

  it('one event at boot reports that no channel accepts cards, and names the option', async () => {
    shop = await openShop({ cards: {}, channels: [wallet, unnamed] });
    await expect.poll(warnings).toHaveLength(1);
    expect(warnings()[0]).toMatch(/The channels are 42 \(KilatPay, type 3\), 43 \(Channel 43, type 2\)/);
    expect(warnings()[0]).toMatch(/cards\.channelIds.*channelHints/);
    await shop.fetch('/pgw/session?order=A1');
    expect(warnings()).toHaveLength(1);
  });
});

describe('with cards.channelIds', () => {
  it('exactly these channels accept cards, whatever their names are', async () => {
    expect(await kinds({ cards: { channelIds: [43] }, channels: [card, unnamed] })).toEqual({
      41: 'direct',
      43: 'card',
    });
  });

  it('an event at boot names ids that the gateway does not list', async () => {
    shop = await openShop({ cards: { channelIds: [99] }, channels: [card] });
    await expect.poll(warnings).toHaveLength(1);
    expect(warnings()[0]).toMatch(/no channel has an id of cards\.channelIds \(99\)/);
  });
});

it('without cards there is no event about card channels', async () => {
  expect(await kinds({ channels: [wallet] })).toEqual({ 42: 'direct' });
  expect(warnings()).toEqual([]);
});
