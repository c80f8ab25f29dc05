import { afterEach, expect, it } from 'vitest';
import { openShop, orderTotal, type Shop } from './shop.ts';

let shop: Shop;
afterEach(() => shop.close());

it('close() finishes running requests, and new ones receive 503 without a request-failed event', async () => {
  const gate = Promise.withResolvers<void>();
  let isRunning = false;
  shop = await openShop({
    resolveOrder: async () => {
      isRunning = true;
      await gate.promise;
      return { amount: orderTotal, currencyCode: 'MYR' };
    },
  });
  const runningRequest = shop.fetch('/pgw/session?order=A1');
  await expect.poll(() => isRunning).toBe(true);
  // The health is cached for a second. After the call of close(), the cached health must not be sent.
  expect((await shop.fetch('/pgw/health')).status).toBe(200);
  const closing = shop.checkout.close();
  const responses = await Promise.all(Array.from({ length: 20 }, () => shop.fetch('/pgw/session?order=A2')));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]));
  expect(responses[0]?.headers.get('retry-after')).toBe('5');
  expect(await responses[0]?.json()).toMatchObject({ code: 'store-unavailable' });
  expect((await shop.fetch('/pgw/health')).status).toBe(503);
  expect((await shop.checkout.health()).problems).toMatchObject([{ code: 'closing' }]);
  gate.resolve();
  expect((await runningRequest).status).toBe(200);
  await closing;
  expect((await shop.checkout.health()).problems.map(({ code }) => code)).toEqual(['closing']);
  expect((await shop.fetch('/pgw/session?order=A1')).status).toBe(503);
  expect(shop.eventsNamed('request-failed')).toEqual([]);
});

it('close(timeoutMs) does not wait longer than timeoutMs for a running request', async () => {
  const gate = Promise.withResolvers<undefined>();
  let isRunning = false;
  shop = await openShop({
    resolveOrder: () => {
      isRunning = true;
      return gate.promise;
    },
  });
  const runningRequest = shop.fetch('/pgw/session?order=A1');
  await expect.poll(() => isRunning).toBe(true);
  await shop.checkout.close(50);
  expect((await shop.fetch('/pgw/session?order=A1')).status).toBe(503);
  gate.resolve(undefined);
  await runningRequest;
});

it('close() waits for the running fulfillment', async () => {
  const finished: string[] = [];
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  shop = await openShop({
    onPaid: async (payment) => {
      begun.resolve();
      await gate.promise;
      finished.push(payment.reference);
    },
  });
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve');
  await begun.promise;
  const closed = shop.checkout.close();
  gate.resolve();
  await closed;
  expect(finished).toEqual([payment.reference]);
});
