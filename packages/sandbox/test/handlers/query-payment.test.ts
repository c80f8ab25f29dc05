import { endpoints, type JsonValue } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { paymentStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { faultCodes } from '../fault-codes.ts';
import { createPaymentRequest, readNumberOfUrl, startSandboxWithMerchant } from '../merchant.ts';

it('a payment query returns the payment record', async () => {
  await using setup = await startSandboxWithMerchant();
  const data: Record<string, JsonValue> = {
    ...createPaymentRequest(),
    channelId: channelIds.fpx,
    providerChannelId: 'bseri01',
    description: 'Two mugs',
  };
  const { result } = (await setup.merchant.post('requestPayment', data)).body;
  const { body } = await setup.merchant.queryPayment(result.transactionNumber);
  expect(endpoints.queryPayment.response.parse(body)).toMatchObject({
    transactionNumber: result.transactionNumber,
    paymentSessionNumber: null,
    referenceCode: data['referenceCode'],
    status: paymentStatusNumber.pending,
    currencyCode: 'MYR',
    amount: 12890,
    channelId: channelIds.fpx,
    providerChannelId: 'BSERI01',
    providerPaymentMethod: 'Bank Seri',
    remark: 'Two mugs',
  });
});

it("a payment query for an unknown transaction gets fault 2010 (not found) in the gateway's error format", async () => {
  await using setup = await startSandboxWithMerchant();
  expect(await setup.merchant.queryPayment('2005B8D7E2EE1DE5C61250625')).toStrictEqual({
    status: 400,
    body: {
      result: null,
      targetUrl: null,
      success: false,
      error: {
        code: faultCodes.transactionNotFound,
        message: 'Transaction Not Found',
        details: null,
        validationErrors: null,
      },
      unAuthorizedRequest: false,
      __abp: true,
    },
  });
});

it.each([
  ['without a number', {}],
  ['with a transaction number of 101 characters', { transactionNumber: 'x'.repeat(101) }],
])('a payment query %s is refused', async (_name, query) => {
  await using setup = await startSandboxWithMerchant();
  const response = await setup.merchant.get('queryPayment', { ...query, timestamp: Date.now() });
  expect(response.status).toBe(400);
  expect(response.body.error.message).toBe('Your request is not valid!');
});

it('a payment query with a transaction number and another session number gets fault 2010 (not found)', async () => {
  await using setup = await startSandboxWithMerchant();
  const { channelId: _omitted, ...data } = createPaymentRequest();
  const session = (await setup.merchant.post('initialSession', data)).body.result;
  const form = new URLSearchParams({ channel: String(channelIds.pasarPay) });
  const attempt = await fetch(session.redirectUrl, { method: 'POST', body: form });
  const transactionNumber = readNumberOfUrl(attempt.url);
  const query = async (sessionNumber: string) =>
    (await setup.merchant.get('queryPayment', { transactionNumber, sessionNumber, timestamp: Date.now() }))
      .body;
  expect(await query(session.sessionNumber.toLowerCase())).toMatchObject({
    transactionNumber,
    status: paymentStatusNumber.pending,
  });
  expect((await query('2037NONE')).error.code).toBe(faultCodes.transactionNotFound);
});

it('after the deadline of a pending payment, its query returns the status expired', async () => {
  let clockOffsetMs = 0;
  await using setup = await startSandboxWithMerchant({
    now: () => Date.now() + clockOffsetMs,
    paymentLifetimeMs: 60_000,
  });
  const { result } = (await setup.merchant.openPayment()).body;
  clockOffsetMs = 61_000;
  const timestamp = Date.now() + clockOffsetMs;
  const { body } = await setup.merchant.get('queryPayment', {
    transactionNumber: result.transactionNumber,
    timestamp,
  });
  expect(body.status).toBe(paymentStatusNumber.expired);
});

it('the record of a failed payment has the name of its status as providerErrorMessage', async () => {
  await using setup = await startSandboxWithMerchant();
  const { result } = (await setup.merchant.openPayment()).body;
  setup.sandbox.decide(result.transactionNumber, 'insufficient-funds');
  const { body } = await setup.merchant.queryPayment(result.transactionNumber);
  expect(body).toMatchObject({
    status: paymentStatusNumber.insufficientFunds,
    providerErrorMessage: 'InsufficientFunds',
  });
});
