import { endpoints, verifyCallback, walletEntryType } from '@pgw/protocol';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../src/catalogue/status-numbers.ts';
import { defaultTenant, type Sandbox, type Wallet } from '../../src/index.ts';
import { faultCodes } from '../fault-codes.ts';
import {
  Merchant,
  otherTenant,
  startCallbackReceiver,
  startSandboxWithMerchant,
  walletIds,
} from '../merchant.ts';

/** Long enough to observe a refund in progress on a busy machine. */
/** Only a test advances the clock of the sandbox by this time. */
const refundDelayMs = 3_600_000;
/** A delay that no test reaches. */
const neverMs = 1_000_000;
const pollOptions = { timeout: 45_000 };

function findBasicWallet(sandbox: Sandbox): Wallet {
  return sandbox.listWallets().find(({ id }) => id === walletIds.basic)!;
}

describe('a refund', () => {
  it('a refund returns the record with all properties of the interface', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
      referenceCode: 'RC-1',
    });
    const { status, body } = await setup.merchant.refund(transactionNumber);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      tenantId: Number(defaultTenant.id),
      transactionNumber,
      referenceCode: 'RC-1',
      amount: 12890,
      currencyCode: 'MYR',
      refundStatus: refundStatusNumber.refunded,
      responseMessage: 'Refunded',
      refundPaymentList: { transactionNumber: body.refundTransactionNumber, refundReason: 'Broken mug' },
    });
    expect(endpoints.refundPayment.response.parse(body).refundPaymentList).toHaveLength(1);
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      refundStatusNumber.refunded,
    );
  });

  it('a refund with a transaction number in lower case is accepted', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    expect((await setup.merchant.refund(transactionNumber.toLowerCase())).body.refundStatus).toBe(
      refundStatusNumber.refunded,
    );
  });

  it('a payment is refunded in parts and stays in Success until nothing remains', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, { amount: 12890 });
    expect((await setup.merchant.refund(transactionNumber, { amount: 5000 })).body).toMatchObject({
      amount: 5000,
      refundStatus: refundStatusNumber.refunded,
    });
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      paymentStatusNumber.success,
    );
    // A refund without an amount refunds the rest.
    expect((await setup.merchant.refund(transactionNumber)).body).toMatchObject({
      amount: 7890,
      refundStatus: refundStatusNumber.refunded,
    });
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      refundStatusNumber.refunded,
    );
  });

  it('after a partial refund, a refund above the remaining amount gets fault 2042 (refund failed)', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, { amount: 12890 });
    await setup.merchant.refund(transactionNumber, { amount: 5000 });
    expect((await setup.merchant.refund(transactionNumber, { amount: 7891 })).body).toMatchObject({
      code: faultCodes.refundFailed,
      message: expect.stringContaining('above the refundable amount (7890 of 12890 MYR minor units)'),
    });
  });

  it('after a refund of the whole amount, another refund gets fault 2010 (not found)', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    await setup.merchant.refund(transactionNumber);
    expect(await setup.merchant.refund(transactionNumber, { amount: 1 })).toMatchObject({
      status: 400,
      body: { code: faultCodes.transactionNotFound },
    });
  });

  it('a refund of a bank payment is processing first and then done, with a callback for each status', async () => {
    await using receiver = await startCallbackReceiver();
    await using setup = await startSandboxWithMerchant({ refundDelayMs });
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
      channelId: channelIds.fpx,
      providerChannelId: 'BSERI01',
      callbackUrl: receiver.url,
    });
    const { body } = await setup.merchant.refund(transactionNumber);
    expect(body.refundStatus).toBe(refundStatusNumber.processing);
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      refundStatusNumber.processing,
    );
    setup.sandbox.advanceClock(refundDelayMs);
    const callbacks = await receiver.waitForCallbacks(3);
    expect(callbacks.map((callback) => callback.body.status)).toStrictEqual([
      paymentStatusNumber.success,
      refundStatusNumber.processing,
      refundStatusNumber.refunded,
    ]);
    expect(callbacks[2]?.body).toMatchObject({
      transactionNumber,
      refundTransactionNumber: body.refundTransactionNumber,
      refundAmount: 12890,
    });
    for (const callback of callbacks)
      expect(verifyCallback(callback, receiver.url, defaultTenant.secretKey)).toBe(true);
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      refundStatusNumber.refunded,
    );
  });

  it('a whole refund of a card payment on the same day is a void', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
      channelId: channelIds.card,
    });
    expect((await setup.merchant.refund(transactionNumber)).body.refundStatus).toBe(
      refundStatusNumber.voided,
    );
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      refundStatusNumber.voided,
    );
  });

  it('a partial refund of a card payment is not a void', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
      channelId: channelIds.card,
    });
    expect((await setup.merchant.refund(transactionNumber, { amount: 1 })).body.refundStatus).toBe(
      refundStatusNumber.refunded,
    );
  });

  it('a whole refund of a card payment on the next day is not a void', async () => {
    const dayMs = 86_400_000;
    let clockOffsetMs = 0;
    await using setup = await startSandboxWithMerchant({
      now: () => Date.now() + clockOffsetMs,
      // The timestamps of the merchant are a day behind this clock.
      timestampWindowMs: 2 * dayMs,
    });
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
      channelId: channelIds.card,
    });
    clockOffsetMs = dayMs;
    await setup.merchant.login(); // the first token has expired
    expect((await setup.merchant.refund(transactionNumber)).body.refundStatus).toBe(
      refundStatusNumber.refunded,
    );
  });

  it('a charge is deducted from a refund of Merpati Pay, and is added to the account of fees', async () => {
    await using setup = await startSandboxWithMerchant();
    const readFees = () =>
      setup.sandbox.listAccounts().find(({ account }) => account === 'fees')?.balance ?? 0;
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
      channelId: channelIds.merpatiPay,
    });
    const feesBefore = readFees();
    expect((await setup.merchant.refund(transactionNumber)).body).toMatchObject({
      refundStatus: refundStatusNumber.refundedWithCharges,
      responseMessage: 'RefundWithCharges: a charge of 50 minor units was deducted.',
    });
    expect(readFees()).toBe(feesBefore + 50);
  });

  it('a refund of DuitNow QR is paid from the basic wallet, and the amount returns there when the refund fails', async () => {
    await using setup = await startSandboxWithMerchant({ refundDelayMs: neverMs });
    const { balance } = findBasicWallet(setup.sandbox);
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
      channelId: channelIds.duitNowQr,
    });
    setup.sandbox.scenario('refund-fails-later');
    const { body } = await setup.merchant.refund(transactionNumber);
    expect(findBasicWallet(setup.sandbox).balance).toBe(balance - 12890);
    setup.sandbox.decideRefund(body.refundTransactionNumber, refundStatusNumber.failed);
    expect(findBasicWallet(setup.sandbox).balance).toBe(balance);
    const [refund, reverse] = setup.sandbox.walletHistory(walletIds.basic).slice(-2);
    expect(refund?.type).toBe(walletEntryType.refund);
    expect(reverse?.type).toBe(walletEntryType.reverse);
  });

  it('a refund of DuitNow QR above the balance of the wallet is refused and moves no money', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
      channelId: channelIds.duitNowQr,
      amount: findBasicWallet(setup.sandbox).balance + 1,
    });
    const accountsBefore = setup.sandbox.listAccounts();
    expect((await setup.merchant.refund(transactionNumber)).body.code).toBe(faultCodes.refundFailed);
    expect(setup.sandbox.listAccounts()).toStrictEqual(accountsBefore);
    expect(setup.sandbox.listRefunds(transactionNumber)).toStrictEqual([]);
  });
});

describe('refusals without an envelope', () => {
  it('a refund of an unknown transaction gets fault 2010 (not found)', async () => {
    await using setup = await startSandboxWithMerchant();
    expect(await setup.merchant.refund('2005NONE')).toStrictEqual({
      status: 400,
      body: { code: faultCodes.transactionNotFound, message: 'Transaction Not Found' },
    });
  });

  it('a refund of a pending payment gets fault 2010 (not found)', async () => {
    await using setup = await startSandboxWithMerchant();
    const { transactionNumber } = (await setup.merchant.openPayment()).body.result;
    expect((await setup.merchant.refund(transactionNumber)).body.code).toBe(faultCodes.transactionNotFound);
  });

  it('a refund of a declined payment gets fault 2010 (not found)', async () => {
    await using setup = await startSandboxWithMerchant();
    const { transactionNumber } = (await setup.merchant.openPayment()).body.result;
    setup.sandbox.decide(transactionNumber, 'decline');
    expect((await setup.merchant.refund(transactionNumber)).body.code).toBe(faultCodes.transactionNotFound);
  });

  it('a refund of a payment of another merchant gets fault 2010 (not found)', async () => {
    await using setup = await startSandboxWithMerchant({ tenants: [defaultTenant, otherTenant] });
    const otherMerchant = await new Merchant(setup.sandbox.url, otherTenant).login();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    expect((await otherMerchant.refund(transactionNumber)).body.code).toBe(faultCodes.transactionNotFound);
    await setup.merchant.refund(transactionNumber);
    expect((await otherMerchant.queryRefund(transactionNumber)).body.code).toBe(
      faultCodes.transactionNotFound,
    );
  });

  it('a refund gets fault 2042 (refund failed) while another one is in progress', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
      channelId: channelIds.fpx,
      providerChannelId: 'BSERI01',
    });
    expect((await setup.merchant.refund(transactionNumber, { amount: 100 })).body.refundStatus).toBe(
      refundStatusNumber.processing,
    );
    expect((await setup.merchant.refund(transactionNumber, { amount: 100 })).body).toStrictEqual({
      code: faultCodes.refundFailed,
      message: 'Failed To Request Refund: a refund is already in progress.',
    });
  });

  it('a partial refund gets fault 2042 (refund failed) when the channel only refunds whole payments', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
      channelId: channelIds.lompatPay,
      amount: 5000,
    });
    const partialRefund = await setup.merchant.refund(transactionNumber, { amount: 4999 });
    expect(partialRefund.body).toMatchObject({
      code: faultCodes.refundFailed,
      message: expect.stringContaining('partial refunds'),
    });
    expect((await setup.merchant.refund(transactionNumber, { amount: 5000 })).body.refundStatus).toBe(
      refundStatusNumber.refunded,
    );
  });

  it('with refund-unavailable, a refund gets fault 2042 (refund failed)', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    setup.sandbox.scenario('refund-unavailable', { times: 1 });
    expect((await setup.merchant.refund(transactionNumber)).body).toMatchObject({
      code: faultCodes.refundFailed,
      message: expect.stringContaining('provider is unavailable'),
    });
    expect((await setup.merchant.refund(transactionNumber)).body.refundStatus).toBe(
      refundStatusNumber.refunded,
    );
  });

  it.each([0, -1])('a refund of the amount %i gets fault 2042 (refund failed)', async (amount) => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    expect(await setup.merchant.refund(transactionNumber, { amount })).toStrictEqual({
      status: 400,
      body: { code: faultCodes.refundFailed, message: 'Refund amount cannot be 0.' },
    });
  });

  it.each([{ reason: null }, { reason: '' }, { reason: ' ' }])(
    'a refund with $reason as its reason gets fault 2044 (missing field)',
    async (fields) => {
      await using setup = await startSandboxWithMerchant();
      const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
      const { status, body } = await setup.merchant.refund(transactionNumber, fields);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: faultCodes.missingField, message: 'Missing Require Field: reason' });
    },
  );

  it('a refund of Bintang Rewards, which has no refunds, gets fault 2130 (refunds not supported)', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
      channelId: channelIds.bintangRewards,
    });
    expect((await setup.merchant.refund(transactionNumber)).body.code).toBe(faultCodes.refundsNotSupported);
    expect((await setup.merchant.queryRefund(transactionNumber)).body.code).toBe(
      faultCodes.refundsNotSupported,
    );
  });

  it('with refund-misconfigured, a refund and a refund query get fault 2160 (invalid gateway settings)', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    setup.sandbox.scenario('refund-misconfigured');
    expect((await setup.merchant.refund(transactionNumber)).body.code).toBe(
      faultCodes.invalidGatewaySettings,
    );
    expect((await setup.merchant.queryRefund(transactionNumber)).body.code).toBe(
      faultCodes.invalidGatewaySettings,
    );
  });

  it('with refund-timeout, a refund gets fault 2124 (refund timed out), and is done later', async () => {
    await using setup = await startSandboxWithMerchant({ refundDelayMs });
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    setup.sandbox.scenario('refund-timeout', { times: 1 });
    expect((await setup.merchant.refund(transactionNumber)).body.code).toBe(faultCodes.refundTimedOut);
    expect((await setup.merchant.queryRefund(transactionNumber)).body.code).toBe(
      faultCodes.transactionNotFound,
    );
    expect((await setup.merchant.refund(transactionNumber)).body.message).toContain('already in progress');
    setup.sandbox.advanceClock(refundDelayMs);
    await expect
      .poll(async () => (await setup.merchant.queryRefund(transactionNumber)).body.refundStatus, pollOptions)
      .toBe(refundStatusNumber.refunded);
  });

  it('with refund-timeout-unprocessed, a refund gets fault 2124 (refund timed out), and no refund is ever made', async () => {
    await using setup = await startSandboxWithMerchant({ refundDelayMs });
    const { sandbox, merchant } = setup;
    const transactionNumber = await merchant.openApprovedPayment(sandbox);
    const totals = sandbox.listPaymentTotals();
    sandbox.scenario('refund-timeout-unprocessed', { times: 1 });
    expect((await merchant.refund(transactionNumber)).body.code).toBe(faultCodes.refundTimedOut);
    sandbox.advanceClock(30 * 86_400_000);
    expect(sandbox.listRefunds(transactionNumber)).toEqual([]);
    expect(sandbox.listPaymentTotals()).toEqual(totals);
  });

  it('a refund with a content type that is not JSON gets HTTP 415', async () => {
    await using setup = await startSandboxWithMerchant();
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const response = await setup.merchant.post('refundPayment', { reason: 'Broken mug' }, type);
    expect(response).toStrictEqual({
      status: 415,
      body: { code: 0, message: expect.stringContaining('send application/json') },
    });
  });

  it('a refund with an expired token gets HTTP 401', async () => {
    await using setup = await startSandboxWithMerchant();
    setup.sandbox.expireTokens();
    expect(await setup.merchant.refund('2005NONE')).toStrictEqual({
      status: 401,
      body: { code: 0, message: 'Current user did not login to the application!' },
    });
  });

  it('a refund with unknown properties is refused with their names', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    const response = await setup.merchant.refund(transactionNumber, { refundAll: true });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 0, details: expect.stringContaining('refundAll') });
    expect(setup.sandbox.listRefunds(transactionNumber)).toStrictEqual([]);
  });

  it('a refund amount above the largest int32 is refused', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    const response = await setup.merchant.refund(transactionNumber, { amount: 2 ** 31 });
    expect(response.body).toMatchObject({ code: 0, validationErrors: [{ members: ['amount'] }] });
  });
});

describe('after a refund failed', () => {
  it('after a failed whole refund, the payment has status 13 (failed refund)', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    setup.sandbox.scenario('refund-failed', { times: 1 });
    expect((await setup.merchant.refund(transactionNumber)).body.refundStatus).toBe(
      refundStatusNumber.failed,
    );
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      refundStatusNumber.failed,
    );
  });

  it('after a failed whole refund, another refund gets fault 2010 (not found)', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    setup.sandbox.scenario('refund-failed', { times: 1 });
    await setup.merchant.refund(transactionNumber);
    expect(await setup.merchant.refund(transactionNumber)).toMatchObject({
      status: 400,
      body: { code: faultCodes.transactionNotFound },
    });
  });

  it('after a failed partial refund, the payment is in Success and can be refunded', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    setup.sandbox.scenario('refund-failed', { times: 1 });
    expect((await setup.merchant.refund(transactionNumber, { amount: 100 })).body.refundStatus).toBe(
      refundStatusNumber.failed,
    );
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(
      paymentStatusNumber.success,
    );
    expect((await setup.merchant.refund(transactionNumber)).body.refundStatus).toBe(
      refundStatusNumber.refunded,
    );
  });
});

describe('every status', () => {
  const { refunded, refundedWithCharges, reversed } = refundStatusNumber;

  it.each([
    ['refund-processing', ['processing', 'refunded']],
    ['refund-failed', ['failed']],
    ['refund-fails-later', ['processing', 'failed']],
    ['refund-with-charges', ['refundedWithCharges']],
    ['refund-reversed', ['refunded', 'reversed']],
    ['refund-voided', ['voided']],
  ] as const)('with the scenario %s, a refund gets the statuses %j', async (scenario, statusNames) => {
    const statuses = statusNames.map((name) => refundStatusNumber[name]);
    await using setup = await startSandboxWithMerchant({ refundDelayMs });
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    setup.sandbox.scenario(scenario);
    const { refundStatus } = (await setup.merchant.refund(transactionNumber)).body;
    expect(refundStatus).toBe(statuses[0]);
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(statuses[0]);
    setup.sandbox.advanceClock(refundDelayMs);
    await expect
      .poll(async () => (await setup.merchant.queryRefund(transactionNumber)).body.refundStatus, pollOptions)
      .toBe(statuses.at(-1));
    expect((await setup.merchant.queryPayment(transactionNumber)).body.status).toBe(statuses.at(-1));
  });

  it('decideRefund only makes allowed status changes', async () => {
    await using setup = await startSandboxWithMerchant({ refundDelayMs: neverMs });
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox, {
      channelId: channelIds.ansur,
    });
    const { refundTransactionNumber } = (await setup.merchant.refund(transactionNumber)).body;
    const decide = (status: number) => setup.sandbox.decideRefund(refundTransactionNumber, status);
    expect(decide(reversed)).toBe(false);
    expect(decide(refundedWithCharges)).toBe(true);
    expect(decide(refunded)).toBe(false);
    expect(decide(reversed)).toBe(true);
  });

  it('decideRefund throws for an unknown refund', async () => {
    await using setup = await startSandboxWithMerchant();
    expect(() => setup.sandbox.decideRefund('2011NONE', refunded)).toThrow(
      'The sandbox has no refund 2011NONE.',
    );
  });

  it('after a reversed refund, another refund gets fault 2010 (not found) until the payment is in Success again', async () => {
    await using setup = await startSandboxWithMerchant();
    const transactionNumber = await setup.merchant.openApprovedPayment(setup.sandbox);
    const { refundTransactionNumber } = (await setup.merchant.refund(transactionNumber)).body;
    setup.sandbox.decideRefund(refundTransactionNumber, reversed);
    expect((await setup.merchant.refund(transactionNumber)).body.code).toBe(faultCodes.transactionNotFound);
    setup.sandbox.changeStatus(transactionNumber, paymentStatusNumber.success);
    expect((await setup.merchant.refund(transactionNumber)).body.refundStatus).toBe(refunded);
  });

  it('a refund scenario that is set on the bank page applies only to that payment', async () => {
    await using setup = await startSandboxWithMerchant();
    const { redirectUrl, transactionNumber } = (await setup.merchant.openPayment()).body.result;
    const form = new URLSearchParams({ outcome: 'approve', scenario: 'refund-failed' });
    await fetch(redirectUrl, { method: 'POST', body: form });
    expect((await setup.merchant.refund(transactionNumber)).body.refundStatus).toBe(
      refundStatusNumber.failed,
    );
    const second = await setup.merchant.openApprovedPayment(setup.sandbox);
    expect((await setup.merchant.refund(second)).body.refundStatus).toBe(refundStatusNumber.refunded);
  });
});
