import type { GatewayClient } from '@pgw/client';
import { sign, type StartResponse } from '@pgw/protocol';
import { createSandbox, defaultTenant, type Sandbox } from '@pgw/sandbox';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client, openShop, type Shop } from '../shop.ts';

let shop: Shop;
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox({ port: 0 });
});
afterEach(async () => {
  await shop.close();
  await sandbox.close();
});

test('a response that is older than a callback does not undo the callback', async () => {
  const gateway = scriptedGateway();
  shop = await openShop({ gateway: gateway.client });
  const reference = await startedBy(shop);
  const held = gateway.hold(10);
  const slow = shop.checkout.payments.settle(reference);
  await held.requested;
  expect((await callBack(reference)).status).toBe(200);
  await vi.waitFor(async () =>
    expect((await shop.checkout.payments.find(reference))?.schedule.queriedAt).not.toBeNull(),
  );
  gateway.say(1);
  held.release();
  expect((await slow)?.state).toBe('paid');
  expect(shop.fulfilled).toEqual([reference]);
});

test('a response that is older than another one does not reset a payment', async () => {
  const gateway = scriptedGateway();
  shop = await openShop({ gateway: gateway.client });
  const reference = await startedBy(shop);
  gateway.say(1);
  await shop.checkout.payments.settle(reference);
  const held = gateway.hold(1);
  const slow = shop.checkout.payments.settle(reference);
  await held.requested;
  gateway.say(11);
  await shop.checkout.payments.settle(reference);
  held.release();
  expect((await slow)?.state).toBe('refunded');
});

test('a return of the browser while a failed fulfilment waits does not use its tries', async () => {
  const gateway = scriptedGateway();
  let tries = 0;
  shop = await openShop({
    gateway: gateway.client,
    onPaid: () => {
      tries += 1;
      throw new Error('no stock');
    },
  });
  const reference = await startedBy(shop);
  gateway.say(1);
  for (let returns = 0; returns < 5; returns += 1) await shop.get(`/pgw/return?ReferenceCode=${reference}`);
  expect(tries).toBe(1);
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
  const gateway = scriptedGateway();
  shop = await openShop({ gateway: gateway.client });
  const reference = await startedBy(shop);
  gateway.say(status);
  expect((await shop.checkout.payments.settle(reference))?.state).toBe(state);
  expect(shop.fulfilled).toEqual(status === 1 ? [reference] : []);
  const isUnknown = [14, 15, 19, -1].includes(status);
  expect(shop.events.filter(({ event }) => event === 'unknown-status')).toHaveLength(isUnknown ? 1 : 0);
});

test.each([13, 17])(
  'a payment whose first known status is %i waits for an operator, and requeue fulfils it',
  async (status) => {
    const gateway = scriptedGateway();
    shop = await openShop({ gateway: gateway.client, onSecondPayment: 'refund' });
    const reference = await startedBy(shop);
    gateway.say(status);
    expect(await shop.checkout.payments.settle(reference)).toMatchObject({
      state: 'paid',
      fulfilment: { state: 'withheld', nextAttemptAt: null },
    });
    const event = shop.events.find(({ event: name }) => name === 'fulfilment-withheld');
    expect(event?.message).toContain(`(${status}): a refund was requested at the gateway before`);
    expect(shop.events.some(({ event: name }) => name === 'order-paid-twice')).toBe(false);
    await shop.checkout.operator.requeue(reference);
    expect(shop.fulfilled).toEqual([reference]);
  },
);

test('a record with another transaction number than the stored one goes to review, and is not fulfilled', async () => {
  const gateway = scriptedGateway();
  const otherNumber: GatewayClient = {
    ...gateway.client,
    queryPayment: async (input) => ({
      ...(await gateway.client.queryPayment(input)),
      transactionNumber: 'ANOTHER-NUMBER',
    }),
  };
  shop = await openShop({ gateway: otherNumber });
  const reference = await startedBy(shop);
  gateway.say(1);
  expect(await shop.checkout.payments.settle(reference)).toMatchObject({ state: 'review' });
  expect(shop.fulfilled).toEqual([]);
});

/** A callback about a payment, signed as the gateway signs it. */
async function callBack(reference: string): Promise<Response> {
  const payment = await shop.checkout.payments.find(reference);
  const { amount, currencyCode, transactionNumber, callbackUrl } = payment!;
  const data = { referenceCode: reference, amount, currencyCode, transactionNumber, status: 1 };
  const signature = sign(callbackUrl, data, defaultTenant.secretKey);
  const headers = { 'content-type': 'application/json', 'cap-signature': signature };
  return shop.get('/pgw/callback', { method: 'POST', headers, body: JSON.stringify(data) });
}

async function startedBy(from: Shop): Promise<string> {
  const { payment } = (await (await from.start()).json()) as StartResponse;
  return payment.reference;
}

/** The sandbox with a status of a payment that the test sets, and responses that the test can delay. */
function scriptedGateway() {
  const real = client(sandbox.url);
  let said = 0;
  let held: { status: number; requested: () => void; released: Promise<void> } | undefined;
  const scripted: GatewayClient = {
    ...real,
    queryPayment: async (input) => {
      const record = await real.queryPayment(input);
      const { status, requested, released } = held ?? { status: said };
      held = undefined;
      requested?.();
      await released;
      return { ...record, status };
    },
  };
  return {
    client: scripted,
    /** Sets the status of the next responses. */
    say: (status: number): void => void (said = status),
    /** Delays the next response, with this status, until it is released. */
    hold: (status: number) => {
      const question = Promise.withResolvers<void>();
      const response = Promise.withResolvers<void>();
      held = { status, requested: question.resolve, released: response.promise };
      return { requested: question.promise, release: response.resolve };
    },
  };
}
