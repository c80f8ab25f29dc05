import type { StorefrontBank, StorefrontSession } from '@pgw/protocol';
import { afterEach, expect, it } from 'vitest';
import { openShop, type Shop, type ShopOptions } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

const channelId = 16;
const instalments = [
  {
    channelId,
    plans: [
      { bankId: 'TANGGA06', months: 6, interestPercent: 5 },
      { bankId: 'TANGGA03', months: 3 },
    ],
  },
];

async function open(options: ShopOptions = { instalments }): Promise<void> {
  shop = await openShop(options);
}

const readJson = async (path: string): Promise<unknown> => (await shop.fetch(path)).json();

it('a configured channel has the kind instalments, and its banks are the plans in the configured order', async () => {
  await open();
  // The routes respond with these shapes.
  const session = (await readJson('/pgw/session?order=A1')) as StorefrontSession;
  const { banks } = (await readJson(`/pgw/channels/${channelId}/banks?order=A1`)) as {
    banks: StorefrontBank[];
  };
  expect(session.channels.find(({ id }) => id === channelId)).toMatchObject({ kind: 'instalments' });
  const { amount } = session.order;
  expect(banks.map(({ id, plan }) => [id, plan?.months, plan?.total])).toEqual([
    ['TANGGA06', 6, amount + Math.round(amount * 0.05)],
    ['TANGGA03', 3, amount],
  ]);
});

it('a plan is the bank of the payment, and the gateway is requested for the amount of the order', async () => {
  await open();
  const { status } = await shop.start({ order: 'A1', channelId, bankId: 'TANGGA06' });
  expect(status).toBe(201);
  const [payment] = await shop.checkout.payments.list({ orderId: 'A1' });
  const session = (await readJson('/pgw/session?order=A1')) as StorefrontSession;
  expect(payment).toMatchObject({ bank: { id: 'TANGGA06' }, amount: session.order.amount });
});

it('a plan that is not configured is refused', async () => {
  await open();
  const response = await shop.start({ order: 'A1', channelId, bankId: 'TANGGA12' });
  expect(await response.json()).toMatchObject({ code: 'bank-unavailable' });
});

it('without the option, the plans are banks without payments', async () => {
  await open({});
  const session = (await readJson('/pgw/session?order=A1')) as StorefrontSession;
  expect(session.channels.find(({ id }) => id === channelId)).toMatchObject({ kind: 'provider' });
});

it.each([
  ['a month', { months: 1 }, 'months must be a whole number from 2 to 60'],
  ['three decimal digits of interest', { months: 3, interestPercent: 1.234 }, 'at most two decimal digits'],
  ['a negative interest', { months: 3, interestPercent: -1 }, 'must be 0 to 100'],
])('the option instalments refuses %s', async (_name, plan, message) => {
  await expect(
    open({ instalments: [{ channelId, plans: [{ bankId: 'TANGGA03', ...plan }] }] }),
  ).rejects.toThrow(message);
  await open();
});

const listWarnings = () => shop.eventsNamed('plans-missing');

it('one event names the plans that the gateway does not have, and the others are shown', async () => {
  const plans = [
    { bankId: 'TANGGA03', months: 3 },
    { bankId: 'TANGGA99', months: 9 },
  ];
  await open({ instalments: [{ channelId, plans }] });
  for (const order of ['A1', 'A2']) {
    const { banks } = (await readJson(`/pgw/channels/${channelId}/banks?order=${order}`)) as {
      banks: StorefrontBank[];
    };
    expect(banks.map(({ id }) => id)).toEqual(['TANGGA03']);
  }
  expect(listWarnings()).toMatchObject([
    { channelId, bankIds: ['TANGGA99'], message: expect.stringContaining('`pgw banks 16`') },
  ]);
});

it('one event names the plans of a channel that the gateway does not have', async () => {
  await open({ instalments: [{ channelId: 99, plans: [{ bankId: 'TANGGA03', months: 3 }] }] });
  await readJson('/pgw/session?order=A1');
  await readJson('/pgw/session?order=A2');
  expect(listWarnings()).toMatchObject([{ channelId: 99, bankIds: ['TANGGA03'] }]);
});

it('no event is emitted if the gateway has every plan', async () => {
  await open();
  await readJson('/pgw/session?order=A1');
  await readJson(`/pgw/channels/${channelId}/banks?order=A1`);
  expect(listWarnings()).toEqual([]);
});
