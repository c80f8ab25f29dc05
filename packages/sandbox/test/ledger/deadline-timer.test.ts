import { expect, it } from 'vitest';
import { paymentStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { startCallbackReceiver, startSandboxWithMerchant } from '../merchant.ts';

it('at its deadline, a payment expires and its callback is sent, without a request to the sandbox', async () => {
  await using receiver = await startCallbackReceiver();
  await using setup = await startSandboxWithMerchant({ paymentLifetimeMs: 60 });
  const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body;
  const [callback] = await receiver.waitForCallbacks(1);
  expect(callback?.body).toMatchObject({
    status: paymentStatusNumber.expired,
    transactionNumber: result.transactionNumber,
  });
  expect(setup.sandbox.decide(result.transactionNumber, 'approve')).toBe(false);
});
