import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyCallback } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { channelIds } from '../../../src/catalogue/channel-ids.ts';
import { paymentStatusNumber } from '../../../src/catalogue/status-numbers.ts';
import { createSandbox, defaultTenant, type CallbackEvent } from '../../../src/index.ts';
import { faultCodes } from '../../fault-codes.ts';
import { startCallbackReceiver, Merchant, startSandboxWithMerchant } from '../../merchant.ts';

it('the signature of a callback is computed from the exact callback URL, and the body has all fields', async () => {
  await using receiver = await startCallbackReceiver();
  await using setup = await startSandboxWithMerchant();
  const callbackUrl = `${receiver.url}/Case?Order=A1`;
  const { result } = (await setup.merchant.openPayment({ callbackUrl, referenceCode: 'RC-77' })).body;
  setup.sandbox.decide(result.transactionNumber, 'approve');
  const callback = (await receiver.waitForCallbacks(1))[0]!;
  expect(callback.path).toBe('/pgw/callback/Case?Order=A1');
  expect(callback.body).toStrictEqual({
    amount: 12890,
    channelId: channelIds.pasarPay,
    currencyCode: 'MYR',
    providerTransactionNumber: expect.stringMatching(/^P[0-9A-F]+$/),
    referenceCode: 'RC-77',
    status: paymentStatusNumber.success,
    transactionNumber: result.transactionNumber,
  });
  expect(verifyCallback(callback, callbackUrl, defaultTenant.secretKey)).toBe(true);
  expect(verifyCallback(callback, `${receiver.url}/other`, defaultTenant.secretKey)).toBe(false);
});

it.each([500, 404, 302])('a callback that gets HTTP %i is repeated until a 2xx response', async (status) => {
  const events: CallbackEvent[] = [];
  await using receiver = await startCallbackReceiver((count) => (count < 3 ? status : 202));
  await using setup = await startSandboxWithMerchant({ onCallback: (event) => events.push(event) });
  const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body;
  setup.sandbox.decide(result.transactionNumber, 'approve');
  await receiver.waitForCallbacks(3);
  await expect
    .poll(() => events.map(({ response }) => response))
    .toStrictEqual([`HTTP ${status}`, `HTTP ${status}`, 'HTTP 202']);
  expect(new Set(receiver.callbacks.map(({ rawBody }) => rawBody.toString())).size).toBe(1);
  expect(setup.sandbox.listCallbacks(result.transactionNumber)).toMatchObject([
    { state: 'delivered', tries: 3, lastResponse: 'HTTP 202' },
  ]);
});

it('a callback that gets a redirect is not sent to the location of the redirect', async () => {
  await using receiver = await startCallbackReceiver((count) => (count === 1 ? 302 : 204));
  await using setup = await startSandboxWithMerchant();
  const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body;
  setup.sandbox.decide(result.transactionNumber, 'approve');
  const callbacks = await receiver.waitForCallbacks(2);
  const { pathname } = new URL(receiver.url);
  expect(callbacks.map(({ path }) => path)).toStrictEqual([pathname, pathname]);
});

it('a callback is given up after the last retry of callbackRetryMs', async () => {
  await using receiver = await startCallbackReceiver(() => 500);
  await using setup = await startSandboxWithMerchant({ callbackRetryMs: [5, 5] });
  const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body;
  setup.sandbox.decide(result.transactionNumber, 'decline');
  await expect
    .poll(() => setup.sandbox.listCallbacks(result.transactionNumber)[0])
    .toMatchObject({ state: 'given-up', tries: 3 });
  expect(receiver.callbacks).toHaveLength(3);
});

it('listCallbacks shows the reason when the host of the callback URL cannot be reached', async () => {
  await using setup = await startSandboxWithMerchant({ callbackRetryMs: [] });
  const { result } = (await setup.merchant.openPayment({ callbackUrl: 'http://127.0.0.1:1/callback' })).body;
  setup.sandbox.decide(result.transactionNumber, 'approve');
  await expect
    .poll(() => setup.sandbox.listCallbacks(result.transactionNumber)[0]?.lastResponse)
    .toMatch(/^no response/);
});

it('changeStatus sends another callback', async () => {
  await using receiver = await startCallbackReceiver();
  await using setup = await startSandboxWithMerchant();
  const { result } = (await setup.merchant.openPayment({ callbackUrl: receiver.url })).body;
  setup.sandbox.decide(result.transactionNumber, 'decline');
  await receiver.waitForCallbacks(1);
  setup.sandbox.changeStatus(result.transactionNumber, paymentStatusNumber.success);
  const statuses = (await receiver.waitForCallbacks(2)).map(({ body }) => body.status);
  expect(statuses).toStrictEqual([paymentStatusNumber.failed, paymentStatusNumber.success]);
  expect((await setup.merchant.queryPayment(result.transactionNumber)).body.status).toBe(
    paymentStatusNumber.success,
  );
});

it('after a restart, payments, used references and tokens are kept, and waiting callbacks are sent', async () => {
  const data = await mkdtemp(join(tmpdir(), 'pgw-sandbox-'));
  let isReceiverUp = false;
  await using receiver = await startCallbackReceiver(() => (isReceiverUp ? 204 : 503));
  const options = { port: 0, data, callbackRetryMs: Array.from({ length: 5 }, () => 60) };
  const first = await createSandbox(options);
  const merchant = await new Merchant(first.url).login();
  const { result } = (await merchant.openPayment({ callbackUrl: receiver.url, referenceCode: 'KEPT' })).body;
  first.decide(result.transactionNumber, 'approve');
  await receiver.waitForCallbacks(1);
  await first.close();

  isReceiverUp = true;
  const earlierCount = receiver.callbacks.length;
  const second = await createSandbox(options);
  const secondMerchant = new Merchant(second.url);
  secondMerchant.token = merchant.token;
  const callbacks = await receiver.waitForCallbacks(earlierCount + 1);
  expect(callbacks.at(-1)?.body).toMatchObject({
    status: paymentStatusNumber.success,
    referenceCode: 'KEPT',
  });
  expect((await secondMerchant.queryPayment(result.transactionNumber)).body.status).toBe(
    paymentStatusNumber.success,
  );
  // References are compared without letter case.
  expect((await secondMerchant.openPayment({ referenceCode: 'kept' })).body.error.code).toBe(
    faultCodes.duplicateTransaction,
  );
  await second.close();
  await rm(data, { recursive: true });
});
