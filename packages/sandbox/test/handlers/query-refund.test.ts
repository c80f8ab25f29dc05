import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { refundStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { faultCodes } from '../fault-codes.ts';
import { startSandboxWithMerchant } from '../merchant.ts';

it('a refund query finds a refund by the number of the payment or of the refund, in any letter case', async () => {
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
  const { refundTransactionNumber } = (await setup.merchant.refund(transactionNumber)).body;
  for (const queriedNumber of [
    transactionNumber,
    transactionNumber.toLowerCase(),
    refundTransactionNumber,
    refundTransactionNumber.toLowerCase(),
  ])
    expect((await setup.merchant.queryRefund(queriedNumber)).body).toMatchObject({
      transactionNumber,
      refundTransactionNumber,
      refundStatus: refundStatusNumber.refunded,
    });
});

it('a query for a payment with one refund returns this refund as an object', async () => {
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
  const { body: refund } = await setup.merchant.refund(transactionNumber, { amount: 100, reason: 'One' });
  expect((await setup.merchant.queryRefund(transactionNumber)).body.refundPaymentList).toStrictEqual({
    transactionNumber: refund.refundTransactionNumber,
    amount: 100,
    currencyCode: 'MYR',
    refundReason: 'One',
    refundStatus: refundStatusNumber.refunded,
  });
});

it('a query for a payment with two refunds returns the newest refund and a list of both', async () => {
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
  await setup.merchant.refund(transactionNumber, { amount: 100 });
  await setup.merchant.refund(transactionNumber, { amount: 200 });
  const { body } = await setup.merchant.queryRefund(transactionNumber);
  expect(body).toMatchObject({ amount: 200, refundPaymentList: [{ amount: 100 }, { amount: 200 }] });
  expect(endpoints.queryRefund.response.parse(body).refundPaymentList).toHaveLength(2);
});

it('a query for one of two refunds returns only this refund', async () => {
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
  const { body: refund } = await setup.merchant.refund(transactionNumber, { amount: 100, reason: 'One' });
  await setup.merchant.refund(transactionNumber, { amount: 200, reason: 'Two' });
  expect((await setup.merchant.queryRefund(refund.refundTransactionNumber)).body).toMatchObject({
    amount: 100,
    refundPaymentList: { refundReason: 'One' },
  });
});

it('the parameter names of a refund query match in any letter case', async () => {
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
  await setup.merchant.refund(transactionNumber);
  const query = { TRANSACTIONNUMBER: transactionNumber, tIMESTAMP: Date.now() };
  expect((await setup.merchant.get('queryRefund', query)).body.refundStatus).toBe(
    refundStatusNumber.refunded,
  );
});

it('a refund query gets fault 2010 (not found) before the first refund', async () => {
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
  expect(await setup.merchant.queryRefund(transactionNumber)).toMatchObject({
    status: 400,
    body: { code: faultCodes.transactionNotFound },
  });
});

it('a refund query for Sentuh eWallet, which does not support refund queries, gets fault 2043 (refund query failed)', async () => {
  await using setup = await startSandboxWithMerchant();
  const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
    channelId: channelIds.sentuh,
  });
  expect((await setup.merchant.refund(transactionNumber)).body.refundStatus).toBe(
    refundStatusNumber.refunded,
  );
  expect(await setup.merchant.queryRefund(transactionNumber)).toMatchObject({
    status: 400,
    body: { code: faultCodes.refundQueryFailed },
  });
});

it('a refund that was due while the sandbox was closed gets its final status after the restart', async () => {
  const data = await mkdtemp(join(tmpdir(), 'pgw-sandbox-'));
  try {
    let transactionNumber = '';
    {
      await using setup = await startSandboxWithMerchant({ data, refundDelayMs: 50 });
      transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
        channelId: channelIds.ansur,
      });
      expect((await setup.merchant.refund(transactionNumber)).body.refundStatus).toBe(
        refundStatusNumber.processing,
      );
    }
    await using setup = await startSandboxWithMerchant({
      data,
      refundDelayMs: 50,
      now: () => Date.now() + 1000,
    });
    expect((await setup.merchant.queryRefund(transactionNumber)).body.refundStatus).toBe(
      refundStatusNumber.refunded,
    );
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});
