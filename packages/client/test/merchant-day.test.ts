import { createSandbox, defaultTenant, type Sandbox, type SandboxPreset } from '@pgw/sandbox';
import { paymentStatus, refundStatus, toMinorUnits, walletEntryType, walletType } from '@pgw/protocol';
import { afterEach, expect, test } from 'vitest';
import type { GatewayClient, WalletHistoryPage } from '../src/index.ts';
import { createClient } from './test-client.ts';

// This test simulates a day of a merchant. Amounts are in minor units, and the balances of wallets are
// decimals.

let sandbox: Sandbox;

afterEach(() => sandbox.close());

async function openSandbox(preset: SandboxPreset): Promise<void> {
  sandbox = await createSandbox({ port: 0, preset, refundDelayMs: 50, payoutDelayMs: 50 });
}

const presets: readonly SandboxPreset[] = ['observed', 'document', 'lenient'];
const { id: merchantId, secretKey, userName, password } = defaultTenant;
/** Converts an amount in ringgit to sen, the minor unit of MYR. */
const toSen = (decimal: number): number => toMinorUnits(decimal, 'MYR');

type Entry = WalletHistoryPage['walletHistories'][number];

async function readHistory(
  client: GatewayClient,
  walletId: number,
): Promise<{ entries: Entry[]; pages: number }> {
  const entries: Entry[] = [];
  let pages = 0;
  const wholePeriod = { dateTimeFrom: '2000-01-01T00:00:00Z', dateTimeTo: '2100-01-01T00:00:00Z' };
  for await (const page of client.walletHistory({ walletId, ...wholePeriod })) {
    entries.push(...page.walletHistories);
    pages += 1;
  }
  return { entries, pages };
}

/**
 * Queries a refund until its status is final, and returns the status. The gateway processes refunds with a
 * delay.
 */
async function waitForFinalRefund(client: GatewayClient, transactionNumber: string): Promise<number> {
  const queryStatus = async (): Promise<number> =>
    (await client.queryRefund({ transactionNumber })).refundStatus;
  await expect.poll(async () => refundStatus(await queryStatus()).isFinal).toBe(true);
  return queryStatus();
}

test.each(presets)(
  'with the preset %s, the wallet balance and history are correct after 20 payments, 5 refunds and 3 payouts',
  async (preset) => {
    await openSandbox(preset);
    const client = createClient(sandbox.url, {
      merchantId,
      secretKey,
      credentials: { userName, password },
      readAttempts: 3,
    });

    // Morning: 20 payments. 16 are paid, 2 are declined and 2 stay pending.
    const payments: { transactionNumber: string; amount: number }[] = [];
    for (let n = 1; n <= 20; n += 1) {
      const outcome = await client.attempt.requestPayment({
        currencyCode: 'MYR',
        amount: 1000 + n,
        referenceCode: `Day-${n}`,
        ipAddress: '203.0.113.7',
        returnUrl: 'https://shop.example/return',
      });
      if (outcome.kind !== 'done') throw outcome.error;
      payments.push(outcome.response);
    }
    for (const [n, { transactionNumber }] of payments.slice(0, 18).entries()) {
      expect(sandbox.decide(transactionNumber, n < 16 ? 'approve' : 'decline', { callback: 'never' })).toBe(
        true,
      );
    }
    const records = await Promise.all(
      payments.map(({ transactionNumber }) => client.queryPayment({ transactionNumber })),
    );
    const outcomes = records.map(({ status }) => paymentStatus(status).outcome);
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(16);
    expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === 'pending')).toHaveLength(2);
    expect(records.map(({ amount }) => amount)).toEqual(payments.map(({ amount }) => amount));

    // Noon: five refunds, two of them partial. The refund of an unpaid payment is refused.
    for (const [n, { transactionNumber, amount }] of payments.slice(0, 5).entries()) {
      const part = n < 2 ? { amount: 300 } : {};
      const outcome = await client.attempt.refundPayment({ transactionNumber, reason: 'broken', ...part });
      if (outcome.kind !== 'done') throw outcome.error;
      expect(outcome.response.amount).toBe(n < 2 ? 300 : amount);
      expect(refundStatus(await waitForFinalRefund(client, transactionNumber)).isReturned).toBe(true);
    }
    const unpaid = { transactionNumber: payments[19]?.transactionNumber ?? '', reason: 'early' };
    expect(await client.attempt.refundPayment(unpaid)).toMatchObject({
      kind: 'rejected',
      error: { fault: { code: 2010 } },
    });

    // Afternoon: three payouts debit the payout wallet. A payout above the balance is refused.
    const walletsBefore = await client.inquiryWallet({ tenantId: Number(merchantId) });
    const payoutWallet = walletsBefore.wallets.find((wallet) => wallet.walletType === walletType.payout);
    if (payoutWallet === undefined) throw new Error('no payout wallet');
    const payout = {
      channelId: client.profile.payoutChannelId.production,
      providerChannelId: 'BANGS01',
      currencyCode: 'MYR',
      ipAddress: '203.0.113.7',
      returnUrl: 'https://shop.example/receipt',
      customer: { name: 'Aisyah', username: '1234567890' },
      localCitizen: true,
    };
    for (let n = 1; n <= 3; n += 1) {
      const outcome = await client.attempt.payout({ ...payout, amount: n * 500, referenceCode: `Pay-${n}` });
      expect(outcome).toMatchObject({ kind: 'done', response: { amount: n * 500 } });
    }
    const tooMuch = { ...payout, amount: toSen(payoutWallet.balance) + 1, referenceCode: 'Pay-4' };
    expect(await client.attempt.payout(tooMuch)).toMatchObject({
      kind: 'rejected',
      error: { fault: { code: 2056 } },
    });

    // Evening: the sum of every wallet's history is its balance.
    const { wallets } = await client.inquiryWallet({ tenantId: Number(merchantId) });
    for (const { id, balance } of wallets) {
      const { entries } = await readHistory(client, id);
      expect(entries.reduce((sum, { amount }) => sum + toSen(amount), 0)).toBe(toSen(balance));
      expect(toSen(entries.at(-1)?.postTransactionWalletBalance ?? 0)).toBe(toSen(balance));
    }
    const { entries } = await readHistory(client, payoutWallet.id);
    const payoutEntries = entries.filter(
      ({ type, refenceCode }) => type === walletEntryType.payout && refenceCode?.startsWith('Pay-'),
    );
    expect(payoutEntries.map(({ amount }) => toSen(amount))).toEqual([-500, -1000, -1500]);
    const after = wallets.find(({ id }) => id === payoutWallet.id);
    expect(toSen(after?.balance ?? 0)).toBe(toSen(payoutWallet.balance) - 3000);
  },
);

test.each(presets)(
  'with the preset %s, a history of 250 entries has three pages of up to 100 entries, without repeated entries',
  async (preset) => {
    await openSandbox(preset);
    const client = createClient(sandbox.url, { merchantId, secretKey, credentials: { userName, password } });
    const { id } = sandbox.listWallets()[1] ?? { id: 0 };
    const before = (await readHistory(client, id)).entries.length;
    for (let n = before; n < 250; n += 1) sandbox.topUp(id, 100);
    const { entries, pages } = await readHistory(client, id);
    expect(pages).toBe(3);
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(250);
  },
);
