import { expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { refundStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { startCallbackReceiver, startSandboxWithMerchant } from '../merchant.ts';

it('refundPayment refunds a part at the gateway, and its signed callback has the number and amount of the refund', async () => {
  await using receiver = await startCallbackReceiver();
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
    callbackUrl: receiver.url,
    amount: 10_000,
  });
  await receiver.waitForCallbacks(1);
  const refund = setup.sandbox.refundPayment(transactionNumber, { amount: 3_000 });
  expect(refund).toMatchObject({ amount: 3_000, status: refundStatusNumber.refunded });
  const [, callback] = await receiver.waitForCallbacks(2);
  expect(callback?.body).toMatchObject({
    status: refundStatusNumber.refunded,
    refundTransactionNumber: refund.refundNumber,
    refundAmount: 3_000,
  });
  const { body } = await setup.merchant.refund(transactionNumber);
  expect(body).toMatchObject({ amount: 7_000, refundStatus: refundStatusNumber.refunded });
});

it('refundPayment can omit its callback', async () => {
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
    callbackUrl: 'http://127.0.0.1:9/',
  });
  setup.sandbox.refundPayment(transactionNumber, { amount: 100, callback: 'never' });
  expect(setup.sandbox.listCallbacks(transactionNumber)).toHaveLength(1);
});

it('refundPayment throws with the fault when the gateway refuses the refund, or when the number is unknown', async () => {
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
    channelId: channelIds.bintangRewards,
  });
  expect(() => setup.sandbox.refundPayment(transactionNumber)).toThrow('Refused with fault 2130');
  expect(() => setup.sandbox.refundPayment('2005NONE')).toThrow('The sandbox has no payment 2005NONE.');
});
