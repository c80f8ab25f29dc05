import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { startShop } from '../merchant.ts';

it('a refund query finds a refund by the number of the payment or of the refund, in any letter case', async () => {
  await using shop = await startShop();
  const number = await shop.merchant.openApprovedPayment(shop.sandbox);
  const { refundTransactionNumber } = (await shop.merchant.refund(number)).body;
  for (const queriedNumber of [
    number,
    number.toLowerCase(),
    refundTransactionNumber,
    refundTransactionNumber.toLowerCase(),
  ])
    expect((await shop.merchant.queryRefund(queriedNumber)).body).toMatchObject({
      transactionNumber: number,
      refundTransactionNumber,
      refundStatus: 11,
    });
});

it('a refund query returns one refund as an object, several as a list, and the newest in the main record', async () => {
  await using shop = await startShop();
  const number = await shop.merchant.openApprovedPayment(shop.sandbox);
  const first = (await shop.merchant.refund(number, { amount: 100, reason: 'One' })).body;
  expect((await shop.merchant.queryRefund(number)).body.refundPaymentList).toStrictEqual({
    transactionNumber: first.refundTransactionNumber,
    amount: 100,
    currencyCode: 'MYR',
    refundReason: 'One',
    refundStatus: 11,
  });
  await shop.merchant.refund(number, { amount: 200, reason: 'Two' });
  const { body } = await shop.merchant.queryRefund(number);
  expect(body).toMatchObject({ amount: 200, refundPaymentList: [{ amount: 100 }, { amount: 200 }] });
  expect(endpoints.queryRefund.response.parse(body).refundPaymentList).toHaveLength(2);
  const one = (await shop.merchant.queryRefund(first.refundTransactionNumber)).body;
  expect(one).toMatchObject({ amount: 100, refundPaymentList: { refundReason: 'One' } });
});

it('the parameter names of a refund query match in any letter case', async () => {
  await using shop = await startShop();
  const number = await shop.merchant.openApprovedPayment(shop.sandbox);
  await shop.merchant.refund(number);
  const query = { TRANSACTIONNUMBER: number, tIMESTAMP: Date.now() };
  expect((await shop.merchant.get('queryRefund', query)).body.refundStatus).toBe(11);
});

it('a refund query gets 2010 before the first refund', async () => {
  await using shop = await startShop();
  const number = await shop.merchant.openApprovedPayment(shop.sandbox);
  expect(await shop.merchant.queryRefund(number)).toMatchObject({ status: 400, body: { code: 2010 } });
});

it('a refund query for Sentuh eWallet, which does not support it, gets 2043', async () => {
  await using shop = await startShop();
  const number = await shop.merchant.openApprovedPayment(shop.sandbox, { channelId: 6 });
  expect((await shop.merchant.refund(number)).body.refundStatus).toBe(11);
  expect(await shop.merchant.queryRefund(number)).toMatchObject({ status: 400, body: { code: 2043 } });
});

it('a refund that was due while the sandbox was closed is resolved afterwards', async () => {
  const data = await mkdtemp(join(tmpdir(), 'pgw-sandbox-'));
  try {
    let number = '';
    {
      await using shop = await startShop({ data, refundDelayMs: 50 });
      number = await shop.merchant.openApprovedPayment(shop.sandbox, { channelId: 12 });
      expect((await shop.merchant.refund(number)).body.refundStatus).toBe(12);
    }
    await using shop = await startShop({ data, refundDelayMs: 50, now: () => Date.now() + 1000 });
    expect((await shop.merchant.queryRefund(number)).body.refundStatus).toBe(11);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});
