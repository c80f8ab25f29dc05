import { expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { createPayoutRequest, startSandboxWithMerchant } from '../merchant.ts';

const card = { channelId: channelIds.card, amount: 10_000 };

it('listPaymentTotals follows a payment through captures, refunds and a charge-back', async () => {
  await using setup = await startSandboxWithMerchant();
  const { sandbox, merchant } = setup;
  const { transactionNumber } = (await merchant.openPayment({ ...card, referenceCode: 'RC-1' })).body.result;
  expect(sandbox.listPaymentTotals()).toEqual([]);
  sandbox.decide(transactionNumber, 'authorize');
  const totals = {
    transactionNumber,
    referenceCode: 'RC-1',
    currencyCode: 'MYR',
    held: 10_000,
    received: 0,
    refunded: 0,
    charged: 0,
    refunding: 0,
  };
  expect(sandbox.listPaymentTotals()).toEqual([totals]);
  sandbox.capturePayment(transactionNumber, { amount: 6_000, isLast: true });
  expect(sandbox.listPaymentTotals()).toEqual([{ ...totals, held: 0, received: 6_000 }]);
  sandbox.scenario('refund-with-charges', { times: 1 });
  sandbox.refundPayment(transactionNumber, { amount: 1_000 });
  const refunded = { ...totals, held: 0, received: 6_000, refunded: 1_000, charged: 50 };
  expect(sandbox.listPaymentTotals()).toEqual([refunded]);
  sandbox.scenario('refund-processing', { times: 1 });
  const { refundNumber } = sandbox.refundPayment(transactionNumber, { amount: 2_000 });
  expect(sandbox.listPaymentTotals()).toEqual([{ ...refunded, refunding: 2_000 }]);
  sandbox.decideRefund(refundNumber, refundStatusNumber.failed);
  sandbox.changeStatus(transactionNumber, paymentStatusNumber.failed);
  expect(sandbox.listPaymentTotals()).toEqual([{ ...refunded, received: 1_000 }]);
});

it('a reversed refund is not part of the refunded total, also when a wallet paid for it', async () => {
  await using setup = await startSandboxWithMerchant();
  const { sandbox, merchant } = setup;
  const transactionNumber = await merchant.openApprovedPayment(sandbox, {
    channelId: channelIds.duitNowQr,
    amount: 5_000,
  });
  const { refundNumber } = sandbox.refundPayment(transactionNumber, { amount: 2_000 });
  expect(sandbox.listPaymentTotals()).toMatchObject([{ received: 5_000, refunded: 2_000 }]);
  sandbox.decideRefund(refundNumber, refundStatusNumber.reversed);
  expect(sandbox.listPaymentTotals()).toMatchObject([{ received: 5_000, refunded: 0, refunding: 0 }]);
});

it('listPayoutTotals shows a payout as pending, then as paid out, and a rejected payout with neither', async () => {
  await using setup = await startSandboxWithMerchant();
  const { sandbox, merchant } = setup;
  for (const referenceCode of ['PO-1', 'PO-2'])
    await merchant.post('payout', { ...createPayoutRequest(), referenceCode, amount: 25_000 });
  const [second, first] = sandbox.listPayouts();
  const pending = { currencyCode: 'MYR', paidOut: 0, pending: 25_000 };
  expect(sandbox.listPayoutTotals()).toMatchObject([pending, pending]);
  sandbox.decidePayout(first?.transactionNumber ?? '', 'approve');
  sandbox.decidePayout(second?.transactionNumber ?? '', 'reject');
  expect(sandbox.listPayoutTotals()).toMatchObject([
    { referenceCode: 'PO-1', paidOut: 25_000, pending: 0 },
    { referenceCode: 'PO-2', paidOut: 0, pending: 0 },
  ]);
});
