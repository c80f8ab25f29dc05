import { createPaidHook } from '../../src/model/hook.ts';
import { note } from '../stores/contract/samples.ts';
import { updatePayment } from '../stores/contract/writes.ts';
import { afterEach, expect, it } from 'vitest';
import { memoryStore } from '../../src/stores/memory.ts';
import { gatewayStatus, openShop, type Shop } from '../shop.ts';

let shop: Shop;
afterEach(() => shop.close());

let now = 0;
let isBroken = true;
let reference = '';

/** Opens a shop, and pays an order while `onPaid` fails. Afterwards `onPaid` succeeds. */
async function payWithoutFulfillment(): Promise<void> {
  [now, isBroken] = [Date.now(), true];
  shop = await openShop({
    now: () => now,
    sandbox: { refundDelayMs: 3_600_000 },
    onPaid: (payment) => {
      if (isBroken) throw new Error('out of stock');
      shop.fulfilledReferences.push(payment.reference);
    },
  });
  const payment = await shop.startPayment();
  reference = payment.reference;
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  await shop.checkout.payments.sync(reference);
  isBroken = false;
}

const sweepLater = async (): Promise<void> => {
  now += 60_000;
  await shop.checkout.sweep();
};
const refund = () =>
  shop.checkout.operator.refunds.create('refund-0001', { reference, reason: 'Out of stock' });

it('a payment that is refunded before onPaid has succeeded is withheld with an event, and operator.hooks.requeue fulfills it', async () => {
  await payWithoutFulfillment();
  await refund();
  await sweepLater();
  expect(await shop.checkout.payments.get(reference)).toMatchObject({
    state: 'refunded',
    fulfillment: { state: 'withheld' },
  });
  expect(shop.fulfilledReferences).toEqual([]);
  expect(shop.eventsNamed('fulfillment-withheld')).toHaveLength(1);
  expect(shop.eventsNamed('order-paid-twice')).toEqual([]);
  await shop.checkout.operator.hooks.requeue(reference);
  expect(shop.fulfilledReferences).toEqual([reference]);
});

it('a payment is not fulfilled while its refund is pending, and is fulfilled if the refund fails', async () => {
  await payWithoutFulfillment();
  shop.sandbox.scenario('refund-processing');
  const { transactionNumber } = await refund();
  await sweepLater();
  expect((await shop.checkout.payments.get(reference))?.state).toBe('refunding');
  expect(shop.fulfilledReferences).toEqual([]);
  shop.sandbox.decideRefund(transactionNumber ?? '', gatewayStatus.refundFailed);
  await sweepLater();
  expect(await shop.checkout.payments.get(reference)).toMatchObject({
    state: 'paid',
    fulfillment: { state: 'done' },
  });
  expect(shop.fulfilledReferences).toEqual([reference]);
});

it('a payment is not fulfilled while it is in review or after an operator has canceled it', async () => {
  const store = memoryStore();
  [now, isBroken] = [Date.now(), false];
  shop = await openShop({ store, now: () => now });
  await shop.start();
  const [payment] = await shop.checkout.payments.list({ orderId: 'A1' });
  const change = { state: 'review', fulfillment: { state: 'due' } } as const;
  await updatePayment(store, payment!, change, note, createPaidHook(payment!, now));
  await sweepLater();
  expect(shop.fulfilledReferences).toEqual([]);
  await shop.checkout.operator.reviews.resolve(payment!.reference, {
    outcome: 'canceled',
    reason: 'The gateway received half of the amount',
  });
  await sweepLater();
  expect(shop.fulfilledReferences).toEqual([]);
  expect(await store.find('payment', payment!.reference)).toMatchObject({
    state: 'canceled',
    fulfillment: { state: 'withheld' },
  });
});
