import { verifyCallback, redirectionType as redirectionTypes } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { paymentStatusNumber } from '../src/catalogue/status-numbers.ts';
import { createSandbox, defaultTenant } from '../src/index.ts';
import { startCallbackReceiver, startSandboxWithMerchant } from './merchant.ts';

it('a payment is requested, approved on the bank page, reported by a signed callback, and found by a query', async () => {
  await using receiver = await startCallbackReceiver();
  await using setup = await startSandboxWithMerchant();
  const { merchant } = setup;
  const startResponse = await merchant.openPayment({ callbackUrl: `${receiver.url}?a=1` });
  expect(startResponse).toMatchObject({ status: 200, body: { success: true, error: null, __abp: true } });
  const { transactionNumber, redirectUrl, redirectionType } = startResponse.body.result;
  expect(redirectionType).toBe(redirectionTypes.url);

  const page = await fetch(redirectUrl);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Approve');
  const submitResponse = await fetch(redirectUrl, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'approve', callback: 'now', return: 'now' }),
  });
  expect(await submitResponse.text()).toContain('Approved. Returning to Sandbox merchant');

  const callback = (await receiver.waitForCallbacks(1))[0]!;
  expect(callback.body).toMatchObject({
    status: paymentStatusNumber.success,
    amount: 12890,
    transactionNumber,
  });
  expect(verifyCallback(callback, `${receiver.url}?a=1`, defaultTenant.secretKey)).toBe(true);
  const queryResponse = await merchant.queryPayment(transactionNumber.toLowerCase());
  expect(queryResponse).toMatchObject({
    status: 200,
    body: { transactionNumber, status: paymentStatusNumber.success, amount: 12890 },
  });
});

it('findPayment finds a payment by number or reference, in any letter case', async () => {
  await using setup = await startSandboxWithMerchant();
  const { result } = (await setup.merchant.openPayment({ referenceCode: 'Ord-1' })).body;
  const payment = setup.sandbox.findPayment('oRD-1');
  expect(payment).toStrictEqual(setup.sandbox.findPayment(result.transactionNumber.toLowerCase()));
  expect(payment).toMatchObject({
    transactionNumber: result.transactionNumber,
    referenceCode: 'Ord-1',
    status: paymentStatusNumber.pending,
  });
  expect(setup.sandbox.findPayment('none')).toBeUndefined();
});

it('listPayments lists the newest payment first', async () => {
  await using setup = await startSandboxWithMerchant();
  for (const referenceCode of ['A1', 'A2', 'A3']) await setup.merchant.openPayment({ referenceCode });
  expect(setup.sandbox.listPayments(2).map((payment) => payment.referenceCode)).toStrictEqual(['A3', 'A2']);
});

it('decide throws for an unknown payment', async () => {
  await using setup = await startSandboxWithMerchant();
  expect(() => setup.sandbox.decide('2005NONE', 'approve')).toThrow('The sandbox has no payment 2005NONE.');
});

it('after close, the port can be used again', async () => {
  const first = await createSandbox({ port: 0 });
  await first.close();
  const second = await createSandbox({ port: Number(new URL(first.url).port) });
  expect(second.url).toBe(first.url);
  await second.close();
});
