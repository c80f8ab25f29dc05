import { afterEach, describe, expect, it } from 'vitest';
import { openCardShop, type CardShop } from './card-shop.ts';
import { orderTotal, waitForFulfillments } from './shop.ts';

let shop: CardShop;
afterEach(() => shop.close());

it('with the preset document, an order is paid by a callback, fulfilled and refunded', async () => {
  shop = await openCardShop({ sandbox: { preset: 'document' } });
  const { reference, transactionNumber } = await shop.startPayment();
  shop.sandbox.decide(transactionNumber, 'approve');
  await waitForFulfillments(shop, 1);
  const refund = await shop.checkout.operator.refunds.create('refund-1', {
    reference,
    reason: 'Chipped mug',
  });
  expect(refund).toMatchObject({ state: 'done', amount: orderTotal });
  // The record has the status 1, so the payment stays paid. The refund shows that nothing is left.
  expect((await shop.checkout.payments.sync(reference))?.state).toBe('paid');
  const second = shop.checkout.operator.refunds.create('refund-2', { reference, reason: 'Again' });
  await expect(second).rejects.toThrow();
  expect(shop.sandbox.listRefunds(transactionNumber)).toHaveLength(1);
});

it('with the preset document, a card is charged or declined', async () => {
  shop = await openCardShop({ sandbox: { preset: 'document' } });
  expect((await shop.payByCard('approved')).body.payment.state).toBe('paid');
  expect((await shop.payByCard('declined', { order: 'A2' })).body.payment.state).toBe('failed');
  expect(shop.fulfilledReferences).toHaveLength(1);
});

it('with the preset document, an authorized card is not paid, because its status is pending', async () => {
  shop = await openCardShop({ cards: { authType: 'pre-auth' }, sandbox: { preset: 'document' } });
  const { body } = await shop.payByCard('approved');
  expect(body.payment.state).toBe('pending');
  expect((await shop.checkout.payments.sync(body.payment.reference))?.state).toBe('open');
  expect(shop.fulfilledReferences).toEqual([]);
});

describe('with the preset document, a payment without money is never fulfilled', () => {
  it.each([12, 14, 15, 18])('when the gateway sets the status %d', async (status) => {
    shop = await openCardShop({ sandbox: { preset: 'document' } });
    const { reference, transactionNumber } = await shop.startPayment();
    shop.sandbox.changeStatus(transactionNumber, status);
    expect((await shop.checkout.payments.sync(reference))?.state).not.toBe('paid');
    expect(shop.fulfilledReferences).toEqual([]);
  });

  it('after its authorization was voided', async () => {
    shop = await openCardShop({ cards: { authType: 'pre-auth' }, sandbox: { preset: 'document' } });
    const { reference, transactionNumber } = (await shop.payByCard('approved')).body.payment;
    shop.sandbox.endAuthorization(transactionNumber ?? '', 'void');
    expect((await shop.checkout.payments.sync(reference))?.state).toBe('canceled');
    expect(shop.fulfilledReferences).toEqual([]);
  });
});
