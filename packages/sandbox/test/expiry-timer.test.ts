import { expect, it } from 'vitest';
import { callbackReceiver, openShop } from './merchant.ts';

it('a payment expires with a callback, without any request', async () => {
  await using receiver = await callbackReceiver();
  await using shop = await openShop({ paymentLifetimeMs: 60 });
  const { result } = (await shop.merchant.pay({ callbackUrl: receiver.url })).body;
  const [callback] = await receiver.atLeast(1);
  expect(callback?.body).toMatchObject({ status: 10, transactionNumber: result.transactionNumber });
  expect(shop.sandbox.decide(result.transactionNumber, 'approve')).toBe(false);
});
