import type { StorefrontPayment } from '@pgw/protocol';
import { createSandbox } from '@pgw/sandbox';
import { expect, it } from 'vitest';
import { memoryStore } from '../../../src/stores/memory.ts';
import { createTestClient, openShop } from '../../shop.ts';

it.each(['/pgw/payments/', '/pgw/return?ReferenceCode='])(
  'twenty concurrent requests to %s cause one query of the payment',
  async (path) => {
    const sandbox = await createSandbox({ port: 0 });
    const gateway = createTestClient(sandbox.url);
    const gate = Promise.withResolvers<void>();
    let queryCount = 0;
    const queryPayment: typeof gateway.queryPayment = async (...input) => {
      queryCount += 1;
      await gate.promise;
      return gateway.queryPayment(...input);
    };
    const store = memoryStore();
    let findCount = 0;
    const find: typeof store.find = async (kind, key) => {
      const found = await store.find(kind, key);
      if (kind === 'payment') findCount += 1;
      return found;
    };
    const shop = await openShop({
      gateway: { ...gateway, queryPayment },
      gatewayUrl: sandbox.url,
      store: { ...store, find },
    });
    const payment = await shop.startPayment();
    sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
    const responses = Array.from({ length: 20 }, () => shop.fetch(`${path}${payment.reference}`));
    // All requests have read the payment before the query ends.
    await expect.poll(() => findCount).toBeGreaterThanOrEqual(20);
    gate.resolve();
    for (const response of await Promise.all(responses)) expect(response.status).toBe(200);
    expect(queryCount).toBe(1);
    const response = await shop.fetch(`/pgw/payments/${payment.reference}`);
    expect(((await response.json()) as StorefrontPayment).state).toBe('paid');
    await shop.close();
    await gateway.close();
    await sandbox.close();
  },
);

it('while the gateway is frozen, the response is the stored payment, and the next one is right', async () => {
  const gate = Promise.withResolvers<void>();
  const shop = await openShop({
    wrap: (gateway) => ({
      ...gateway,
      queryPayment: async (...input) => {
        await gate.promise;
        return gateway.queryPayment(...input);
      },
    }),
  });
  const { reference, transactionNumber } = await shop.startPayment();
  shop.sandbox.decide(transactionNumber, 'approve', { callback: 'never' });
  const fetchState = async () =>
    ((await (await shop.fetch(`/pgw/payments/${reference}`)).json()) as StorefrontPayment).state;
  expect(await fetchState()).toBe('pending');
  gate.resolve();
  await expect.poll(fetchState).toBe('paid');
  await shop.close();
});

it('a URL with invalid percent-encoding is refused without a request-failed event', async () => {
  const shop = await openShop();
  const response = await shop.fetch('/pgw/payments/%E0%A4%A');
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid-request' }]);
  expect(shop.events.map(({ event }) => event)).not.toContain('request-failed');
  await shop.close();
});

it('the response for a pending payment has the URL with which it can be continued, until the payment ends', async () => {
  const shop = await openShop();
  const payment = await shop.startPayment();
  const fetchPayment = async (): Promise<StorefrontPayment> =>
    (await (await shop.fetch(`/pgw/payments/${payment.reference}`)).json()) as StorefrontPayment;
  expect((await fetchPayment()).continueUrl).toContain(payment.transactionNumber);
  shop.sandbox.decide(payment.transactionNumber, 'decline', { callback: 'never' });
  await shop.checkout.payments.sync(payment.reference);
  expect(await fetchPayment()).toMatchObject({ state: 'failed' });
  expect((await fetchPayment()).continueUrl).toBeUndefined();
  await shop.close();
});
