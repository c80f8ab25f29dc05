import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PgwError, redirectionType, type StartResponse } from '@pgw/protocol';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { createLossyConnection } from '../lossy-connection.ts';
import { createTestClient, openShop, sentuh, waitForFulfillments, type Shop } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

/** Starts a payment at the gateway, whose response does not arrive. Returns its reference. */
async function loseStartResponse(): Promise<string> {
  const { gatewayUrl, loseNextResponse } = createLossyConnection();
  shop = await openShop({ gatewayUrl });
  loseNextResponse('requestPayment');
  expect((await shop.start()).status).toBe(504);
  const [payment] = await shop.checkout.payments.list({ states: ['unknown'] });
  return payment!.reference;
}

it('resolveStart ends a payment of unknown outcome as refused, with the reason in its timeline', async () => {
  const reference = await loseStartResponse();
  const payment = await shop.checkout.operator.starts.resolve(reference, {
    reason: 'Not in the list of the gateway',
  });
  expect(payment).toMatchObject({ state: 'refused', schedule: { nextQueryAt: null } });
  const { timeline } = (await shop.checkout.operator.payments.inspect(reference))!;
  expect(timeline.at(-1)).toMatchObject({
    source: 'operator',
    kind: 'payment-changed',
    text: 'An operator recorded that it was not started: Not in the list of the gateway',
  });
});

it('a payment that resolveStart has ended is fulfilled when the gateway reports it as paid later', async () => {
  const reference = await loseStartResponse();
  await shop.checkout.operator.starts.resolve(reference, { reason: 'Not in the list of the gateway' });
  const [atGateway] = shop.sandbox.listPayments();
  shop.sandbox.decide(atGateway!.transactionNumber, 'approve');
  await waitForFulfillments(shop, 1);
  expect(shop.fulfilledReferences).toEqual([reference]);
});

it('resolveStart rejects an empty reason, and the payment stays unknown', async () => {
  const reference = await loseStartResponse();
  await expect(shop.checkout.operator.starts.resolve(reference, { reason: ' ' })).rejects.toThrow(
    /a reason is required/,
  );
  expect((await shop.checkout.payments.get(reference))?.state).toBe('unknown');
});

it('resolveStart rejects a payment that the gateway has opened', async () => {
  shop = await openShop();
  const { payment } = (await (await shop.start()).json()) as StartResponse;
  await expect(
    shop.checkout.operator.starts.resolve(payment.reference, { reason: 'By mistake' }),
  ).rejects.toThrow(/it is open; only a start without a known outcome can be ended/);
  expect((await shop.checkout.payments.get(payment.reference))?.state).toBe('open');
});

it('resolveStart ends a payment whose start was interrupted by a crash, one minute after it was created', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-resolve-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'payments.db');
  let now = Date.now();
  shop = await openShop({ store: embeddedStore({ file }), now: () => now });
  const { payment } = (await (await shop.start()).json()) as StartResponse;
  // After a crash, the payment has the state and the number with which it was inserted.
  const database = new DatabaseSync(file);
  database.exec(`update pgw_payments set state = 'created', transaction_number = null`);
  database.close();
  const resolveStart = () =>
    shop.checkout.operator.starts.resolve(payment.reference, { reason: 'Not at the gateway' });
  await expect(resolveStart()).rejects.toThrow(/it is being started/);
  now += 61_000;
  expect((await resolveStart()).state).toBe('refused');
});

it('a start whose response arrives after resolveStart does not redirect the shopper', async () => {
  const secondRequest = Promise.withResolvers<void>();
  const response = Promise.withResolvers<void>();
  let requests = 0;
  shop = await openShop({
    redirectOrigins: ['https://bank.example'],
    channels: [{ id: sentuh, name: 'Sentuh eWallet', isProviderHostChannel: false }],
    gateway: {
      ...createTestClient('http://127.0.0.1:1'),
      requestPayment: async ({ amount, currencyCode, channelId = 0 }) => {
        requests += 1;
        if (requests === 1) throw new PgwError('outcome-unknown', 'The response was lost.');
        secondRequest.resolve();
        await response.promise;
        return {
          amount,
          currencyCode,
          channelId,
          transactionNumber: 'T2005671137F81FD8',
          redirectionType: redirectionType.url,
          redirectUrl: 'https://bank.example/pay',
          transactionExpired: new Date(Date.now() + 600_000).toISOString(),
        };
      },
    },
  });
  expect((await shop.start({ channelId: sentuh })).status).toBe(504);
  const repeatedStart = shop.start({ channelId: sentuh });
  await secondRequest.promise;
  const [payment] = await shop.checkout.payments.list();
  await shop.checkout.operator.starts.resolve(payment!.reference, { reason: 'Not at the gateway' });
  response.resolve();
  const started = await repeatedStart;
  expect([started.status, await started.json()]).toMatchObject([422, { code: 'payment-refused' }]);
});
