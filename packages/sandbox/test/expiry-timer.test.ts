import { expect, it } from 'vitest';
import { startCallbackReceiver, startSandboxWithMerchant } from './merchant.ts';

it('a payment expires and sends a callback when no request arrives', async () => {
  await using receiver = await startCallbackReceiver();
  await using setup = await startSandboxWithMerchant({ paymentLifetimeMs: 60 });
  const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body;
  const [callback] = await receiver.waitForCallbacks(1);
  expect(callback?.body).toMatchObject({ status: 10, transactionNumber: result.transactionNumber });
  expect(setup.sandbox.decide(result.transactionNumber, 'approve')).toBe(false);
});
