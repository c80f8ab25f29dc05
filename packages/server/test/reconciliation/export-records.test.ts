import { spawnSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { walletType } from '@pgw/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { fromSources } from '../../../../scripts/from-sources.mjs';
import { isNightly } from '../../../../scripts/nightly.ts';
import { run } from '../../src/cli/program.ts';
import {
  readSettlementCsv,
  walletRecords,
  type Movement,
  type MovementTotal,
} from '../../src/operator/index.ts';
import { payoutOptions, stagingPayouts } from '../payout-request.ts';
import {
  createTestClient,
  duitNowQr,
  gatewayStatus,
  kilatPay,
  openShop,
  pasarPay,
  type Shop,
} from '../shop.ts';

const dayMs = 86_400_000;
/** Its refunds have a charge. */
const merpatiPay = 11;
let shop: Shop;
let now = 0;
let start = 0;

async function openExportShop(): Promise<void> {
  start = Date.now();
  now = start;
  shop = await openShop({
    now: () => now,
    sandbox: { now: () => now, timestampWindowMs: 60 * dayMs },
    payouts: stagingPayouts,
  });
  onTestFinished(() => shop.close());
  await shop.checkout.sweep();
}

async function pay(order: string, channelId = kilatPay) {
  const { reference, transactionNumber } = await shop.startPayment({ order, channelId });
  shop.sandbox.decide(transactionNumber, 'approve');
  await shop.sandbox.waitForCallbacks();
  await shop.checkout.payments.sync(reference);
  return { reference, transactionNumber };
}

const period = () => ({ from: start - dayMs, to: now + dayMs });

async function exportAll(options = {}): Promise<{ rows: Movement[]; totals: readonly MovementTotal[] }> {
  const movements = shop.checkout.operator.records.export({ ...period(), ...options });
  const rows: Movement[] = [];
  for (;;) {
    const result = await movements.next();
    if (result.done === true) return { rows, totals: result.value };
    rows.push(result.value);
  }
}

const sum = (rows: readonly { readonly amount: number }[]): number =>
  rows.reduce((total, { amount }) => total + amount, 0);

/** Eleven days have every kind of movement. */
const days = isNightly ? 30 : 11;

/** Days with refunds by the shop and elsewhere, charges, reversals, charge-backs and payouts. */
async function simulateDays(): Promise<void> {
  const { operator } = shop.checkout;
  const channels = [kilatPay, duitNowQr, pasarPay, merpatiPay];
  for (let day = 0; day < days; day += 1) {
    now += dayMs;
    const first = await pay(`A-${day}-1`, channels[day % channels.length]);
    const second = await pay(`A-${day}-2`, channels[(day + 1) % channels.length]);
    const { transactionNumber } = await shop.startPayment({ order: `A-${day}-3`, channelId: kilatPay });
    shop.sandbox.decide(transactionNumber, 'decline');
    if (day % 3 === 0)
      await operator.refunds.create(`refund-${day}`, {
        reference: first.reference,
        amount: 100 + day,
        reason: 'Damaged',
      });
    if (day % 4 === 1) shop.sandbox.refundPayment(second.transactionNumber, { amount: 200 + day });
    if (day % 7 === 2) shop.sandbox.refundPayment(second.transactionNumber);
    if (day % 10 === 4) {
      const refund = shop.sandbox.refundPayment(first.transactionNumber, { amount: 300 });
      await shop.sandbox.waitForCallbacks();
      await shop.checkout.sweep();
      shop.sandbox.decideRefund(refund.refundNumber, gatewayStatus.refundReversed);
    }
    if (day % 9 === 5) shop.sandbox.changeStatus(first.transactionNumber, gatewayStatus.failed);
    if (day % 8 === 6) {
      const authorized = await shop.startPayment({ order: `A-${day}-4`, channelId: kilatPay });
      shop.sandbox.decide(authorized.transactionNumber, 'authorize');
      await shop.sandbox.waitForCallbacks();
      await shop.checkout.payments.sync(authorized.reference);
      await operator.captures.create(`capture-${day}`, {
        reference: authorized.reference,
        amount: 4_000 + day,
      });
    }
    if (day % 6 === 0) {
      await operator.payouts.create(`payout-${day}-0`, { ...payoutOptions, amount: 5_000 + day });
      const [payout] = shop.sandbox.listPayouts();
      shop.sandbox.decidePayout(payout?.transactionNumber ?? '', day % 12 === 0 ? 'approve' : 'reject');
    }
    await shop.sandbox.waitForCallbacks();
    for (let round = 0; round < 3; round += 1) {
      now += 120_000;
      while (await shop.checkout.sweep()) now += 1_000;
    }
  }
}

/** The references whose exported sums differ from those of the journal. */
function findWrongSums(rows: readonly Movement[]): string[] {
  const isOfPayment = ({ operationId, kind }: Movement): boolean =>
    operationId === null || kind === 'capture';
  const sumOf = (reference: string, isIncluded: (row: Movement) => boolean): number =>
    sum(rows.filter((row) => row.reference.toUpperCase() === reference.toUpperCase() && isIncluded(row)));
  const wrongPayments = shop.sandbox
    .listPaymentTotals()
    .filter(
      ({ referenceCode, received, refunded }) =>
        sumOf(referenceCode, isOfPayment) !== received ||
        sumOf(referenceCode, (row) => !isOfPayment(row)) + refunded !== 0,
    );
  const wrongPayouts = shop.sandbox
    .listPayoutTotals()
    .filter(({ referenceCode, paidOut }) => sumOf(referenceCode, () => true) + paidOut !== 0);
  return [...wrongPayments, ...wrongPayouts].map(({ referenceCode }) => referenceCode);
}

it(`the export of ${days} days equals the journal of the gateway, for each payment and payout`, async () => {
  await openExportShop();
  await simulateDays();
  // The inbox may still handle the last callbacks.
  await expect.poll(async () => findWrongSums((await exportAll()).rows), { timeout: 10_000 }).toEqual([]);
  const { rows, totals } = await exportAll();
  const kinds = rows.map(({ kind }) => kind);
  for (const kind of ['payment', 'capture', 'refund', 'payout', 'reversal'] as const)
    expect(kinds).toContain(kind);
  const journal = shop.sandbox.listPaymentTotals().reduce((total, { received }) => total + received, 0);
  expect(journal).toBeGreaterThan(days * 15_000);
  expect(sum(totals)).toBe(sum(rows));
  expect(totals.reduce((count, total) => count + total.count, 0)).toBe(rows.length);
  expect(totals.map(({ day }) => day)).toEqual(totals.map(({ day }) => day).toSorted());
});

it('the totals equal those of a comparison with the settlement file', async () => {
  await openExportShop();
  for (const order of ['A1', 'A2', 'A3']) await pay(order);
  const csv = shop.sandbox.settlementFile(period());
  const records = readSettlementCsv(Readable.from([csv]));
  const comparison = shop.checkout.operator.records.compare({ records, ...period() });
  const compared = await comparison.next();
  expect(compared.done).toBe(true);
  const { totals } = await exportAll();
  expect(compared.value).toMatchObject({ totals: [{ shopCount: 3, shopSum: sum(totals) }] });
});

it('a charge-back is in its period, also of a payment from weeks before', async () => {
  await openExportShop();
  const { reference, transactionNumber } = await pay('A1');
  now += 45 * dayMs;
  shop.sandbox.changeStatus(transactionNumber, gatewayStatus.failed);
  await expect
    .poll(async () => {
      now += 120_000;
      return (await shop.checkout.payments.sync(reference))?.state;
    })
    .toBe('reversed');
  const { rows } = await exportAll({ from: now - dayMs });
  expect(rows).toMatchObject([{ kind: 'reversal', reference, amount: -12_890, state: 'reversed' }]);
});

it('fees come from the column of a settlement file, and balances from the history of a wallet', async () => {
  await openExportShop();
  const { reference, transactionNumber } = await pay('A1', duitNowQr);
  await shop.checkout.operator.refunds.create('refund-1', { reference, amount: 500, reason: 'Damaged' });
  const title = 'TransactionNumber,Amount,CurrencyCode,Status,MDR';
  const file = Readable.from([`${title}\n${transactionNumber},128.90,MYR,1,1.29\n`]);
  const ofFile = await exportAll({ records: readSettlementCsv(file, { columns: { fee: 'MDR' } }) });
  expect(ofFile.rows.find(({ kind }) => kind === 'payment')).toMatchObject({ fee: 129, balance: null });
  const basic = shop.sandbox.listWallets().find((wallet) => wallet.walletType === walletType.basic);
  const gateway = createTestClient(shop.sandbox.url);
  const walletId = basic?.id ?? 0;
  const ofWallet = await exportAll({ records: walletRecords(gateway, { walletId, ...period() }) });
  expect(ofWallet.rows.find(({ kind }) => kind === 'refund')).toMatchObject({
    amount: -500,
    fee: null,
    balance: basic?.balance === undefined ? 0 : basic.balance,
  });
  await gateway.close();
});

/** Runs `pgw reconcile export` for the shop. */
async function runExport(...options: string[]) {
  const output = { stdout: '', stderr: '' };
  const { operator } = shop.checkout;
  const toIso = (at: number): string => new Date(at).toISOString();
  const argv = [
    'reconcile',
    'export',
    '--checkout',
    'shop.js',
    '--from',
    toIso(start - dayMs),
    '--to',
    toIso(now + dayMs),
  ];
  const code = await run([...argv, ...options], {
    program: 'pgw',
    stdout: { write: (text) => (output.stdout += text) },
    stderr: { write: (text) => (output.stderr += text) },
    load: () =>
      Promise.resolve({
        checkout: {
          payments: shop.checkout.payments,
          operator,
          ready: Promise.resolve(),
          close: () => Promise.resolve(),
        },
      }),
    readVersion: () => '1.2.3',
  });
  return { code, ...output };
}

it('the command writes CSV or JSON Lines, and the totals to stderr', async () => {
  await openExportShop();
  const { reference } = await pay('A=1+1');
  await shop.checkout.operator.refunds.create('refund-1', { reference, amount: 500, reason: 'Damaged' });
  const csv = await runExport();
  const [head, payment, refund] = csv.stdout.split('\n');
  expect(head).toBe(
    'Date,Kind,OrderId,ReferenceCode,OperationId,TransactionNumber,ChannelId,Currency,Amount,Charge,Fee,Balance,State',
  );
  expect(payment).toMatch(/,payment,A=1\+1,[^,]+,,\w+,5,MYR,128\.90,0\.00,,,paid$/);
  expect(refund).toMatch(/,refund,,[^,]+,refund-1,\w+,5,MYR,-5\.00,0\.00,,,done$/);
  expect(csv.stderr).toMatch(/channel 5 {2}payment: 1 with MYR 128\.90\n.*refund: 1 with MYR -5\.00/);
  expect(csv.code).toBe(0);
  const json = await runExport('--json');
  const lines = json.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Movement);
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['payment', 12_890],
    ['refund', -500],
  ]);
});

it('200,000 payments are exported within a heap of 64 MB', () => {
  const program = fileURLToPath(new URL('export-million.ts', import.meta.url));
  const args = [...fromSources, '--max-old-space-size=64', '--max-semi-space-size=1', program, '200000'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ rows: 200_000, sum: 200_000 * 1_000 + (199_999 * 200_000) / 2 });
});
