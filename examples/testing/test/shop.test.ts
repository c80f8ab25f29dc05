import { createSandbox } from '@pgw/sandbox/testing';
import { afterAll, afterEach, expect, it } from 'vitest';
import { openShop } from '../src/shop.ts';

const sandbox = await createSandbox();
afterEach(() => sandbox.reset());
afterAll(() => sandbox.close());

it('a paid order is fulfilled by the callback', async () => {
  await using shop = await openShop(sandbox);
  await sandbox.startPayment({ checkout: shop.checkoutUrl, order: 'A1' });
  await sandbox.payAs('paid');
  await expect.poll(() => shop.orders.get('A1')).toBe('paid');
});

it('a declined order is not fulfilled, and can be paid again', async () => {
  await using shop = await openShop(sandbox);
  await sandbox.startPayment({ checkout: shop.checkoutUrl, order: 'A1' });
  await sandbox.payAs('declined');
  await expect.poll(() => shop.orders.get('A1')).toBe('not paid');
  await sandbox.startPayment({ checkout: shop.checkoutUrl, order: 'A1' });
  await sandbox.payAs('paid');
  await expect.poll(() => shop.orders.get('A1')).toBe('paid');
});

it('an order that is not paid in time ends', async () => {
  await using shop = await openShop(sandbox);
  await sandbox.startPayment({ checkout: shop.checkoutUrl, order: 'A1' });
  await sandbox.advance('16m');
  await expect.poll(() => shop.orders.get('A1')).toBe('not paid');
});

it('a payment whose callback is lost is fulfilled when the shopper returns', async () => {
  await using shop = await openShop(sandbox);
  sandbox.dropCallbacks();
  await sandbox.startPayment({ checkout: shop.checkoutUrl, order: 'A1' });
  const { returnUrl } = await sandbox.payAs('paid');
  await fetch(returnUrl);
  await expect.poll(() => shop.orders.get('A1')).toBe('paid');
});

it('a payment whose callback is lost is fulfilled by the sweep when the shopper does not return', async () => {
  await using shop = await openShop(sandbox);
  sandbox.dropCallbacks();
  await sandbox.startPayment({ checkout: shop.checkoutUrl, order: 'A1' });
  await sandbox.payAs('paid');
  await sandbox.advance('1m');
  await shop.checkout.sweep();
  await expect.poll(() => shop.orders.get('A1')).toBe('paid');
});

it('a refund that fails leaves the order paid', async () => {
  await using shop = await openShop(sandbox);
  sandbox.scenario('refund-fails-later');
  const { reference } = await sandbox.startPayment({ checkout: shop.checkoutUrl, order: 'A1' });
  await sandbox.payAs('paid');
  await expect.poll(() => shop.orders.get('A1')).toBe('paid');
  await shop.checkout.operator.refunds.create('refund-1', { reference, reason: 'A broken mug' });
  await sandbox.advance('1m');
  await expect.poll(() => shop.events.map(({ event }) => event)).toContain('refund-failed');
  expect(shop.orders.get('A1')).toBe('paid');
});

it('a start whose response is lost starts no second payment', async () => {
  await using shop = await openShop(sandbox);
  sandbox.cutAt(1, { endpoint: 'requestPayment' });
  const start = () => sandbox.startPayment({ checkout: shop.checkoutUrl, order: 'A1' });
  await expect(start()).rejects.toThrow('outcome-unknown');
  await sandbox.payAs('paid');
  await expect.poll(() => shop.orders.get('A1')).toBe('paid');
  expect(sandbox.listPayments()).toHaveLength(1);
});
