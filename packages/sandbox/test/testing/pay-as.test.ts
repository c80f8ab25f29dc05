import { expect, it } from 'vitest';
import { paymentStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { createSandbox } from '../../src/testing/index.ts';
import type { PayOutcome } from '../../src/testing/pay-as.ts';
import { Merchant, startCallbackReceiver } from '../merchant.ts';

it.each<[PayOutcome, number]>([
  ['paid', paymentStatusNumber.success],
  ['declined', paymentStatusNumber.failed],
  ['insufficient-funds', paymentStatusNumber.insufficientFunds],
  ['over-limit', paymentStatusNumber.limitExceeded],
  ['below-minimum', paymentStatusNumber.minimumNotMet],
  ['invalid', paymentStatusNumber.invalidTransaction],
  ['canceled', paymentStatusNumber.userCanceled],
  ['expired', paymentStatusNumber.expired],
  ['authorized', paymentStatusNumber.authorized],
])('payAs(%j) sets the status %i, and resolves after the shop has the callback', async (outcome, status) => {
  await using receiver = await startCallbackReceiver();
  await using sandbox = await createSandbox();
  const merchant = await new Merchant(sandbox.url).login();
  await merchant.openPayment({ callbackUrl: receiver.url });
  expect((await sandbox.payAs(outcome)).status).toBe(status);
  expect(receiver.callbacks.map(({ body }) => body.status)).toStrictEqual([status]);
});

it('pays the newest pending payment, or the one that the test names', async () => {
  await using sandbox = await createSandbox();
  const merchant = await new Merchant(sandbox.url).login();
  for (const referenceCode of ['FIRST', 'SECOND', 'THIRD']) await merchant.openPayment({ referenceCode });
  await sandbox.payAs('declined', { payment: 'FIRST' });
  expect((await sandbox.payAs('paid')).referenceCode).toBe('THIRD');
  expect((await sandbox.payAs('paid')).referenceCode).toBe('SECOND');
});

it('returns the URL of the shop with the parameters of the gateway', async () => {
  await using sandbox = await createSandbox();
  const merchant = await new Merchant(sandbox.url).login();
  await merchant.openPayment({ referenceCode: 'RC', returnUrl: 'http://127.0.0.1:3000/return?order=A1' });
  const { returnUrl, transactionNumber } = await sandbox.payAs('paid');
  expect([...new URL(returnUrl).searchParams.values()]).toStrictEqual(['A1', 'RC', transactionNumber]);
});

it('says which payment is missing or not pending', async () => {
  await using sandbox = await createSandbox();
  await expect(sandbox.payAs('paid')).rejects.toThrow('payAs: the gateway has no payment yet.');
  const merchant = await new Merchant(sandbox.url).login();
  await merchant.openPayment({ referenceCode: 'RC' });
  await sandbox.payAs('paid');
  await expect(sandbox.payAs('paid')).rejects.toThrow(
    /^payAs: the payment RC \(\w+\) is not pending: it has the status 1\.$/,
  );
  await expect(sandbox.payAs('paid', { payment: 'OTHER' })).rejects.toThrow('has no payment OTHER.');
});

it('names the outcomes and the options when it gets another one', async () => {
  await using sandbox = await createSandbox();
  // @ts-expect-error A caller without TypeScript can pass any text.
  await expect(sandbox.payAs('refused')).rejects.toThrow(
    "payAs('refused'): a payment ends as paid, declined, insufficient-funds, over-limit, below-minimum, invalid, canceled, expired, authorized.",
  );
  // @ts-expect-error A caller without TypeScript can pass any object.
  await expect(sandbox.payAs('paid', { callback: 'thrice' })).rejects.toThrow(
    'payAs options(…): callback must be one of now, late, twice, never, wrongly-signed.',
  );
});
