import type { GatewayClient } from '@pgw/client';
import { sign, type StartResponse } from '@pgw/protocol';
import { createSandbox, defaultTenant, type Sandbox } from '@pgw/sandbox';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestClient, openShop, type Shop } from '../shop.ts';

let shop: Shop;
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox({ port: 0 });
});
afterEach(async () => {
  await shop.close();
  await sandbox.close();
});

test('a query response that was requested before a callback arrived does not replace its result', async () => {
  const gateway = createScriptedGateway();
  shop = await openShop({ gateway: gateway.client });
  const reference = await startPayment();
  const delayed = gateway.delayResponse(10);
  const slow = shop.checkout.payments.settle(reference);
  await delayed.requested;
  expect((await sendCallback(reference)).status).toBe(200);
  await vi.waitFor(async () =>
    expect((await shop.checkout.payments.find(reference))?.schedule.queriedAt).not.toBeNull(),
  );
  gateway.setStatus(1);
  delayed.release();
  expect((await slow)?.state).toBe('paid');
  expect(shop.fulfilledReferences).toEqual([reference]);
});

test('a delayed query response does not replace the result of a later query', async () => {
  const gateway = createScriptedGateway();
  shop = await openShop({ gateway: gateway.client });
  const reference = await startPayment();
  gateway.setStatus(1);
  await shop.checkout.payments.settle(reference);
  const delayed = gateway.delayResponse(1);
  const slow = shop.checkout.payments.settle(reference);
  await delayed.requested;
  gateway.setStatus(11);
  await shop.checkout.payments.settle(reference);
  delayed.release();
  expect((await slow)?.state).toBe('refunded');
});

test('a return of the browser does not retry a failed fulfilment before its next attempt is due', async () => {
  const gateway = createScriptedGateway();
  let attempts = 0;
  shop = await openShop({
    gateway: gateway.client,
    onPaid: () => {
      attempts += 1;
      throw new Error('no stock');
    },
  });
  const reference = await startPayment();
  gateway.setStatus(1);
  for (let returns = 0; returns < 5; returns += 1) await shop.fetch(`/pgw/return?ReferenceCode=${reference}`);
  expect(attempts).toBe(1);
});

test.each([
  [0, 'open'],
  [1, 'paid'],
  [2, 'failed'],
  [3, 'cancelled'],
  [4, 'failed'],
  [5, 'failed'],
  [6, 'failed'],
  [7, 'failed'],
  [8, 'cancelled'],
  [9, 'authorized'],
  [10, 'expired'],
  [11, 'refunded'],
  [12, 'refunding'],
  [13, 'paid'],
  [14, 'open'],
  [15, 'open'],
  [16, 'refunded'],
  [17, 'paid'],
  [18, 'refunded'],
  [19, 'open'],
  [-1, 'open'],
])('status %i makes an open payment %s, and only status 1 fulfils its order', async (status, state) => {
  const gateway = createScriptedGateway();
  shop = await openShop({ gateway: gateway.client });
  const reference = await startPayment();
  gateway.setStatus(status);
  expect((await shop.checkout.payments.settle(reference))?.state).toBe(state);
  expect(shop.fulfilledReferences).toEqual(status === 1 ? [reference] : []);
  const isUnknown = [14, 15, 19, -1].includes(status);
  expect(shop.events.filter(({ event }) => event === 'unknown-status')).toHaveLength(isUnknown ? 1 : 0);
});

test.each([13, 17])(
  'a payment whose first reported status is %i is withheld until operator.requeue fulfils it',
  async (status) => {
    const gateway = createScriptedGateway();
    shop = await openShop({ gateway: gateway.client, onSecondPayment: 'refund' });
    const reference = await startPayment();
    gateway.setStatus(status);
    expect(await shop.checkout.payments.settle(reference)).toMatchObject({
      state: 'paid',
      fulfilment: { state: 'withheld', nextAttemptAt: null },
    });
    const event = shop.events.find(({ event: name }) => name === 'fulfilment-withheld');
    expect(event?.message).toContain(`(${status}): a refund was requested at the gateway before`);
    expect(shop.events.some(({ event: name }) => name === 'order-paid-twice')).toBe(false);
    await shop.checkout.operator.requeue(reference);
    expect(shop.fulfilledReferences).toEqual([reference]);
  },
);

test('a record with another transaction number than the stored one goes to review, and is not fulfilled', async () => {
  const gateway = createScriptedGateway();
  const clientWithOtherNumber: GatewayClient = {
    ...gateway.client,
    queryPayment: async (input) => ({
      ...(await gateway.client.queryPayment(input)),
      transactionNumber: 'ANOTHER-NUMBER',
    }),
  };
  shop = await openShop({ gateway: clientWithOtherNumber });
  const reference = await startPayment();
  gateway.setStatus(1);
  expect(await shop.checkout.payments.settle(reference)).toMatchObject({ state: 'review' });
  expect(shop.fulfilledReferences).toEqual([]);
});

/** Sends the shop a callback about a payment, signed as the gateway signs it. */
async function sendCallback(reference: string): Promise<Response> {
  const payment = await shop.checkout.payments.find(reference);
  const { amount, currencyCode, transactionNumber, callbackUrl } = payment!;
  const data = { referenceCode: reference, amount, currencyCode, transactionNumber, status: 1 };
  const signature = sign(callbackUrl, data, defaultTenant.secretKey);
  const headers = { 'content-type': 'application/json', 'cap-signature': signature };
  return shop.fetch('/pgw/callback', { method: 'POST', headers, body: JSON.stringify(data) });
}

async function startPayment(): Promise<string> {
  const { payment } = (await (await shop.start()).json()) as StartResponse;
  return payment.reference;
}

/** Creates a client whose queries return a status that the test sets. The test can delay a response. */
function createScriptedGateway() {
  const client = createTestClient(sandbox.url);
  let nextStatus = 0;
  let delayedResponse: { status: number; requested: () => void; released: Promise<void> } | undefined;
  const scripted: GatewayClient = {
    ...client,
    queryPayment: async (input) => {
      const record = await client.queryPayment(input);
      const { status, requested, released } = delayedResponse ?? { status: nextStatus };
      delayedResponse = undefined;
      requested?.();
      await released;
      return { ...record, status };
    },
  };
  return {
    client: scripted,
    /** Sets the status of the next responses. */
    setStatus: (status: number): void => void (nextStatus = status),
    /** Gives the next response this status and delays it until `release` is called. */
    delayResponse: (status: number) => {
      const request = Promise.withResolvers<void>();
      const response = Promise.withResolvers<void>();
      delayedResponse = { status, requested: request.resolve, released: response.promise };
      return { requested: request.promise, release: response.resolve };
    },
  };
}
