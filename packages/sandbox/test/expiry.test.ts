import { expect, it } from 'vitest';
import { callbackReceiver, openShop } from './merchant.ts';

it('expires a payment that nobody looks at, with its callback', async () => {
  await using receiver = await callbackReceiver();
  await using shop = await openShop({ paymentLifetimeMs: 60 });
  const { result } = (await shop.merchant.pay({ callbackUrl: receiver.url })).body;
  const [callback] = await receiver.atLeast(1);
  expect(callback?.body).toMatchObject({ status: 10, transactionNumber: result.transactionNumber });
  expect(shop.sandbox.decide(result.transactionNumber, 'approve')).toBe(false);
});
