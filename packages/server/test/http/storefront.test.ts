import {
  startResponse,
  storefrontBanks,
  storefrontPayment,
  storefrontProblem,
  storefrontSession,
} from '@pgw/protocol/internal';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestClient, fpx, kilatPay, openShop, sentuh, type Shop, unreachableUrl } from '../shop.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop({ timeZone: 'Asia/Kuala_Lumpur', merchantLogoUrl: '/logo.svg' });
});
afterEach(() => shop.close());

const banksOfFpx = `/pgw/channels/${fpx}/banks?order=A1`;
const readJson = async (response: Promise<Response>): Promise<unknown> => (await response).json();

it('the response for a session matches its schema, with and without an open payment', async () => {
  const withoutPayment = storefrontSession().parse(await readJson(shop.fetch('/pgw/session?order=A1')));
  expect(withoutPayment.shopUrl).toBe('/');
  expect(withoutPayment.order).toMatchObject({
    timeZone: 'Asia/Kuala_Lumpur',
    merchantLogoUrl: '/logo.svg',
  });
  await shop.start();
  const withPayment = storefrontSession().parse(await readJson(shop.fetch('/pgw/session?order=A1')));
  expect(withPayment.openPayment).toMatchObject({ channel: 'KilatPay', fee: 50 });
});

it('the response for banks matches its schema and has their aliases', async () => {
  const { banks } = storefrontBanks().parse(await readJson(shop.fetch(banksOfFpx)));
  expect(banks.find(({ id }) => id === 'BRIMB01')?.aliases).toContain('BRNB');
});

it('the response for a start matches its schema, with a redirect by URL or by script', async () => {
  startResponse().parse(await readJson(shop.start()));
  startResponse().parse(await readJson(shop.start({ channelId: sentuh })));
});

it('the response for a payment matches its schema', async () => {
  const payment = await shop.startPayment();
  storefrontPayment().parse(await readJson(shop.fetch(`/pgw/payments/${payment.reference}`)));
});

it.each([
  ['/pgw/session?order=B1', 'unknown-order'],
  ['/pgw/session?order=A1%00', 'unknown-order'],
  ['/pgw/session', 'invalid-request'],
  ['/pgw/payments/unknown%00', 'unknown-payment'],
  [`/pgw/channels/${kilatPay}/banks?order=A1`, 'channel-unavailable'],
  ['/pgw/channels/all/banks?order=A1', 'invalid-request'],
  ['/pgw/payments/unknown', 'unknown-payment'],
  ['/pgw/checkout/nothing.js', 'not-found'],
])('the problem at %s matches its schema and has the code %s', async (path, code) => {
  expect(storefrontProblem().parse(await readJson(shop.fetch(path)))).toMatchObject({ code });
});

it('banks are requested from the gateway only for channels that the shop offers', async () => {
  await shop.close();
  const requestedChannels: number[] = [];
  const gateway = createTestClient(unreachableUrl);
  const getProviderChannels: typeof gateway.getProviderChannels = ({ channelId }) => {
    requestedChannels.push(channelId);
    return Promise.resolve([]);
  };
  shop = await openShop({
    gateway: { ...gateway, getProviderChannels },
    channels: [{ id: fpx, name: 'FPX', isProviderHostChannel: true }],
  });
  const unknownIds = [999, -1, 2 ** 40];
  for (const id of [fpx, ...unknownIds]) {
    const { status } = await shop.fetch(`/pgw/channels/${id}/banks?order=A1`);
    expect(status).toBe(id === fpx ? 200 : 422);
  }
  expect(requestedChannels).toEqual([fpx]);
  await gateway.close();
});

it('banks have the categories of bankCategory, and hidden banks are not listed', async () => {
  await shop.close();
  shop = await openShop({
    bankCategory: ({ id }) => (id === 'BSERI01' ? 'business' : id === 'BANGS01' ? 'hidden' : 'personal'),
  });
  const { banks } = storefrontBanks().parse(await readJson(shop.fetch(banksOfFpx)));
  expect(banks.map(({ id }) => id)).not.toContain('BANGS01');
  expect(banks.find(({ id }) => id === 'BSERI01')?.category).toBe('business');
});
