import type { StorefrontPayment, StorefrontSession } from '@pgw/protocol';
import { afterEach, expect, it } from 'vitest';
import { openShop, type Shop } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

const [fpx, kilatPay, lintas] = [2, 5, 17];
const terms = {
  en: { text: 'By paying, you agree to the [terms of FPX].', href: 'https://fpx.example/terms' },
  ms: { text: 'Dengan membayar, anda bersetuju dengan [terma FPX].', href: 'https://fpx.example/terma' },
};

async function readChannels(): Promise<StorefrontSession['channels']> {
  const session = (await (await shop.fetch('/pgw/session?order=A1')).json()) as StorefrontSession;
  return session.channels;
}

async function readPayment(reference: string): Promise<StorefrontPayment> {
  return (await (await shop.fetch(`/pgw/payments/${reference}`)).json()) as StorefrontPayment;
}

it('the option channels adds terms to a channel of the gateway’s list, in each language', async () => {
  shop = await openShop({ channels: { [fpx]: { terms } } });
  const channels = await readChannels();
  expect(channels.find(({ id }) => id === fpx)?.terms).toEqual(terms);
  expect(channels.filter(({ terms: other }) => other !== undefined)).toHaveLength(1);
});

it('a channel of a fixed list can have terms', async () => {
  const channel = { id: fpx, name: 'FPX', isProviderHostChannel: true, terms };
  shop = await openShop({ channels: [channel] });
  expect(await readChannels()).toMatchObject([{ id: fpx, terms }]);
});

it('a pending payment that a second person approves has no deadline, and another payment has one', async () => {
  shop = await openShop({ channels: { [kilatPay]: { approval: 'second-person' } } });
  const { reference } = await shop.startPayment({ channelId: kilatPay });
  const payment = await readPayment(reference);
  expect(payment).toMatchObject({ state: 'pending', approval: 'second-person', expiresAt: null });
  await shop.close();
  shop = await openShop();
  const other = await readPayment((await shop.startPayment({ channelId: kilatPay })).reference);
  expect(other.approval).toBeUndefined();
  expect(other.expiresAt).not.toBeNull();
});

it('a list that holds banks and wallets has the hint bank-or-wallet', async () => {
  shop = await openShop();
  expect((await readChannels()).find(({ id }) => id === lintas)).toMatchObject({
    kind: 'provider',
    hint: 'bank-or-wallet',
  });
});

it.each([
  [
    { [fpx]: { terms: { en: { text: 'Terms', href: 'javascript:alert(1)' } } } },
    'must be an absolute URL with https',
  ],
  [{ [fpx]: { terms: { en: { text: ' ', href: 'https://fpx.example' } } } }, 'must be a sentence'],
  [{ [fpx]: { terms: {} } }, 'must have a language'],
  [{ [fpx]: { approval: 'later' } }, 'must be second-person'],
])('the option channels %j is refused', async (channels, message) => {
  shop = await openShop();
  await expect(openShop({ channels: channels as never })).rejects.toThrow(message);
});
