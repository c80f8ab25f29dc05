import type { GatewayClient } from '@pgw/client';
import { createSandbox, type Sandbox } from '@pgw/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCallbackPayload, sendCallback } from '../callbacks.ts';
import { createControlledGateway } from '../controlled-gateway.ts';
import { gatewayStatus, openShop, type Shop } from '../shop.ts';

let shop: Shop;
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox({ port: 0 });
});
afterEach(async () => {
  await shop.close();
  await sandbox.close();
});

test('a query response that is older than a callback is not used, and the gateway is queried again', async () => {
  const gateway = createControlledGateway(sandbox.url);
  shop = await openShop({ gateway: gateway.client });
  const payment = await shop.startPayment();
  const { reference } = payment;
  const delayed = gateway.delayResponse(gatewayStatus.expired);
  const synced = shop.checkout.payments.sync(reference);
  await delayed.requested;
  expect((await sendCallback(shop, createCallbackPayload(payment))).status).toBe(200);
  const readQueriedAt = async () => (await shop.checkout.payments.get(reference))?.schedule.queriedAt;
  await expect.poll(readQueriedAt).not.toBeNull();
  gateway.setStatus(gatewayStatus.success);
  delayed.release();
  expect((await synced)?.state).toBe('paid');
  expect(shop.fulfilledReferences).toEqual([reference]);
});

test('a delayed query response does not replace the result of a later query', async () => {
  const gateway = createControlledGateway(sandbox.url);
  shop = await openShop({ gateway: gateway.client });
  const { reference } = await shop.startPayment();
  gateway.setStatus(gatewayStatus.success);
  await shop.checkout.payments.sync(reference);
  const delayed = gateway.delayResponse(gatewayStatus.success);
  const synced = shop.checkout.payments.sync(reference);
  await delayed.requested;
  gateway.setStatus(gatewayStatus.refunded);
  await shop.checkout.payments.sync(reference);
  delayed.release();
  expect((await synced)?.state).toBe('refunded');
});

test('a return of the browser does not retry a failed fulfillment before its next attempt is due', async () => {
  const gateway = createControlledGateway(sandbox.url);
  let attempts = 0;
  shop = await openShop({
    gateway: gateway.client,
    onPaid: () => {
      attempts += 1;
      throw new Error('no stock');
    },
  });
  const { reference } = await shop.startPayment();
  gateway.setStatus(gatewayStatus.success);
  for (let returns = 0; returns < 5; returns += 1) await shop.fetch(`/pgw/return?ReferenceCode=${reference}`);
  expect(attempts).toBe(1);
});

test.each([
  [0, 'Pending', 'open'],
  [1, 'Success', 'paid'],
  [2, 'Failed', 'failed'],
  [3, 'Cancelled', 'canceled'],
  [4, 'TransactionLimitExceeded', 'failed'],
  [5, 'MinTransactionAmountNotMet', 'failed'],
  [6, 'InsufficientFunds', 'failed'],
  [7, 'InvalidTransaction', 'failed'],
  [8, 'UserCancelled', 'canceled'],
  [9, 'Authorized', 'authorized'],
  [10, 'Expired', 'expired'],
  [11, 'Refunded', 'refunded'],
  [12, 'ProcessingRefund', 'refunding'],
  [13, 'FailedRefund', 'paid'],
  [14, 'Unknown', 'open'],
  [15, 'Unknown', 'open'],
  [16, 'RefundWithCharges', 'refunded'],
  [17, 'RefundReverse', 'paid'],
  [18, 'Voided', 'refunded'],
  [19, 'Unknown', 'open'],
  [-1, 'Unknown', 'open'],
])(
  'status %i (%s) makes an open payment %s, and only status 1 (Success) fulfills its order',
  async (status, name, state) => {
    const gateway = createControlledGateway(sandbox.url);
    shop = await openShop({ gateway: gateway.client });
    const { reference } = await shop.startPayment();
    gateway.setStatus(status);
    expect((await shop.checkout.payments.sync(reference))?.state).toBe(state);
    expect(shop.fulfilledReferences).toEqual(name === 'Success' ? [reference] : []);
    expect(shop.eventsNamed('unknown-status')).toHaveLength(name === 'Unknown' ? 1 : 0);
  },
);

test.each([
  ['FailedRefund', gatewayStatus.refundFailed],
  ['RefundReverse', gatewayStatus.refundReversed],
])(
  'a payment whose first reported status is %s is withheld until operator.hooks.requeue fulfills it',
  async (_name, status) => {
    const gateway = createControlledGateway(sandbox.url);
    shop = await openShop({ gateway: gateway.client, secondPayment: 'refund' });
    const { reference } = await shop.startPayment();
    gateway.setStatus(status);
    expect(await shop.checkout.payments.sync(reference)).toMatchObject({
      state: 'paid',
      fulfillment: { state: 'withheld' },
    });
    expect(shop.eventsNamed('fulfillment-withheld')).toMatchObject([{ reference, gatewayStatus: status }]);
    expect(shop.eventsNamed('order-paid-twice')).toEqual([]);
    await shop.checkout.operator.hooks.requeue(reference);
    expect(shop.fulfilledReferences).toEqual([reference]);
  },
);

test('a record with another transaction number than the stored one goes to review, and is not fulfilled', async () => {
  const gateway = createControlledGateway(sandbox.url);
  const clientWithOtherNumber: GatewayClient = {
    ...gateway.client,
    queryPayment: async (input) => ({
      ...(await gateway.client.queryPayment(input)),
      transactionNumber: 'ANOTHER-NUMBER',
    }),
  };
  shop = await openShop({ gateway: clientWithOtherNumber });
  const { reference } = await shop.startPayment();
  gateway.setStatus(gatewayStatus.success);
  expect(await shop.checkout.payments.sync(reference)).toMatchObject({ state: 'review' });
  expect(shop.fulfilledReferences).toEqual([]);
});
