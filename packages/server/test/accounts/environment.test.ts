import { expect, it } from 'vitest';
import { memoryStore } from '../../src/stores/memory.ts';
import { openShop } from '../shop.ts';
import { openMarket } from './market.ts';

it('events, payments and the account of a gateway on this machine are marked as tests', async () => {
  const shop = await openShop();
  const { reference } = await shop.startPayment();
  const { payments, operator } = shop.checkout;
  expect(new Set(shop.events.map(({ environment }) => environment))).toEqual(new Set(['staging']));
  const marked = [
    await payments.get(reference),
    ...(await payments.list()),
    await payments.sync(reference),
    (await operator.payments.inspect(reference))?.payment,
  ];
  expect(marked.map((payment) => payment?.environment)).toEqual(Array(4).fill('staging'));
  expect(await operator.accounts.list()).toMatchObject([{ environment: 'staging' }]);
  await shop.close();
});

it('test and live accounts of one process have different environments, and the store keeps a corrected environment', async () => {
  const store = memoryStore();
  const market = await openMarket({
    store,
    accountOptions: { refreshMs: 1 },
    find: (id, accounts) => {
      const account = accounts.get(id);
      const environment = id === 'acme' ? 'production' : undefined;
      return account && { ...account, gateway: { ...account.gateway, environment } };
    },
  });
  const { payments, operator } = market.checkout;
  for (const [account, environment] of [
    ['acme', 'production'],
    ['bravo', 'staging'],
  ] as const) {
    await market.startPayment(account);
    expect(await payments.list({ account })).toMatchObject([{ environment }]);
    const events = market.events.filter((event) => event.account === account);
    expect(new Set(events.map((event) => event.environment))).toEqual(new Set([environment]));
  }
  expect(await operator.accounts.list()).toMatchObject([
    { shopId: 'acme', environment: 'production' },
    { shopId: 'bravo', environment: 'staging' },
  ]);
  const account = { origin: market.sandbox.url, merchantId: '1001', shopId: 'acme' };
  await store.forAnotherAccount().open({ ...account, environment: 'staging', now: Date.now() });
  expect(await operator.accounts.list()).toMatchObject([{ environment: 'staging' }, {}]);
  await market.close();
});
