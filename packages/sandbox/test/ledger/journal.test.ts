import { walletEntryType } from '@pgw/protocol';
import { walletIds, payoutChannelId } from '../merchant.ts';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { channelIds } from '../../src/catalogue/channel-ids.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../src/status-numbers.ts';
import { openDatabase } from '../../src/ledger/database.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import { isRefusal } from '../../src/ledger/services.ts';
import { ActiveScenarios, type ScenarioName } from '../../src/scenarios.ts';

const { notAccepted, refunded, processing, failed, refundedWithCharges, reversed, voided } =
  refundStatusNumber;
const tenantId = '1001';
const lifetimeMs = 10_000;

/** Opens a ledger in memory. Only the test advances its clock, and its wallets contain little money. */
function openTestLedger() {
  const clock = { time: 1_790_000_000_000 };
  const scenarios = new ActiveScenarios();
  const database = openDatabase(':memory:');
  const ledger = new Ledger({
    database,
    scenarios,
    now: () => clock.time,
    random: randomBytes,
    onChange: () => undefined,
    refundDelayMs: 500,
    payoutDelayMs: 2000,
  });
  ledger.wallets.createWallets(tenantId);
  return { ledger, clock, scenarios, database };
}

/**
 * Resets the database to the opening top-ups: a new database for each of thousands of runs would take too
 * long.
 */
function resetLedger(
  { database, scenarios }: TestLedger,
  entries: { journal: number; history: number },
): void {
  scenarios.clear();
  for (const table of ['payments', 'refunds', 'payouts', 'captures', 'usedReferences'])
    database.exec(`DELETE FROM ${table}`);
  database.exec(`DELETE FROM postings WHERE entryId > ${entries.journal}`);
  database.exec(`DELETE FROM journal WHERE id > ${entries.journal}`);
  database.exec(`DELETE FROM walletEntries WHERE id > ${entries.history}`);
}

type TestLedger = ReturnType<typeof openTestLedger>;

const anyIndex = fc.nat(5);
const anyAmount = fc.integer({ min: 1, max: 4_000_000 });
const anyRefundStatus = fc.constantFrom(11, 12, 13, 16, 17, 18);
const scenarioNames: readonly ScenarioName[] = [
  'refund-processing',
  'refund-failed',
  'refund-fails-later',
  'refund-with-charges',
  'refund-reversed',
  'refund-voided',
  'refund-unavailable',
  'refund-timeout',
  'payout-refused',
  'payout-rejected',
  'unknown-status',
];

const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pay'),
      channelId: fc.constantFrom(2, 3, 4, 7, 8, 11, 13),
      amount: anyAmount,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('decide'),
      index: anyIndex,
      status: fc.constantFrom(1, 1, 1, 9, 9, 2, 8),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('change'),
      index: anyIndex,
      status: fc.integer({ min: 0, max: 18 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('refund'),
      index: anyIndex,
      part: fc.option(fc.integer({ min: 1, max: 120 })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('decideRefund'), index: anyIndex, status: anyRefundStatus }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('capture'),
      index: anyIndex,
      part: fc.integer({ min: 1, max: 120 }),
      isLast: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('payout'), amount: anyAmount }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('decidePayout'), index: anyIndex, isApproved: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('topUp'),
      wallet: fc.nat(2),
      amount: fc.integer({ min: -2_000_000, max: 2_000_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.nat(3000) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('scenario'), name: fc.constantFrom(...scenarioNames) }),
  },
);

type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

let referenceCount = 0;

function openPayment({ ledger, clock }: TestLedger, channelId: number, sum: number): void {
  referenceCount += 1;
  ledger.openPayment({
    tenantId,
    referenceCode: `R${referenceCount}`,
    currencyCode: 'MYR',
    amount: sum,
    channelId,
    providerChannelId: null,
    description: null,
    returnUrl: 'https://shop.example/return',
    callbackUrl: null,
    channelGroupId: null,
    hiddenChannels: [],
    expiresAt: clock.time + lifetimeMs,
  });
}

function openPayout({ ledger }: TestLedger, sum: number): void {
  referenceCount += 1;
  ledger.payouts.open({
    tenantId,
    referenceCode: `R${referenceCount}`,
    currencyCode: 'MYR',
    amount: sum,
    channelId: payoutChannelId,
    providerChannelId: 'BSERI01',
    beneficiary: 'Aminah',
    description: null,
    returnUrl: 'https://shop.example/return',
    callbackUrl: null,
  });
}

const itemAt = <Item>(items: readonly Item[], index: number) => items[index % items.length];

function runStep(testLedger: TestLedger, step: Step): void {
  const { ledger, clock, scenarios } = testLedger;
  const callback = { delayMs: 0, scenarios: [] };
  const payment = 'index' in step ? itemAt(ledger.payments.list(6), step.index) : undefined;
  const transactionNumber = payment?.transactionNumber ?? '';
  if ('channelId' in step) openPayment(testLedger, step.channelId, step.amount);
  else if ('wallet' in step)
    ledger.wallets.addEntry(walletIds.basic + step.wallet, {
      type: walletEntryType.unknown,
      amount: step.amount,
      transactionNumber: 'T',
    });
  else if ('amount' in step) openPayout(testLedger, step.amount);
  else if ('ms' in step) clock.time += step.ms;
  else if ('name' in step) scenarios.set(step.name, { times: 1 });
  else if ('isApproved' in step) {
    const payout = itemAt(ledger.payoutTable.list(6), step.index);
    if (payout)
      ledger.payouts.decide(payout.transactionNumber, step.isApproved ? 'approve' : 'reject', callback);
  } else if ('isLast' in step) {
    const sum = Math.ceil(((payment?.heldAmount ?? 0) * step.part) / 100);
    const isLast = step.isLast || sum === payment?.heldAmount;
    ledger.capture(transactionNumber, sum, isLast);
  } else if ('part' in step) {
    const sum = step.part === null ? undefined : Math.ceil(((payment?.amount ?? 0) * step.part) / 100);
    const isSameDay = () => true;
    ledger.refunds.request({ tenantId, transactionNumber, amount: sum, reason: 'x', isSameDay });
  } else if (step.kind === 'decideRefund') {
    const refund = itemAt(ledger.refundTable.list(6), step.index);
    if (refund) ledger.refunds.decide(refund.refundNumber, step.status, callback);
  } else if (payment && step.kind === 'decide') ledger.decide(transactionNumber, { status: step.status });
  else if (payment) ledger.changeStatus(transactionNumber, { status: step.status });
  ledger.applyDueChanges();
}

const sumAmounts = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
/** Statuses of refunds whose amount is returned, or reserved for them. */
const committedStatuses: readonly number[] = [notAccepted, refunded, processing, refundedWithCharges, voided];
const isCommitted = ({ status }: { status: number }) => committedStatuses.includes(status);

/** Describes the differences between the journal and the payments, refunds, payouts and histories. */
function findDefects({ ledger }: TestLedger): string[] {
  const brokenRules: string[] = [];
  const check = (isTrue: boolean, rule: string): void => {
    if (!isTrue) brokenRules.push(rule);
  };
  const balances = ledger.journal.listBalances();
  const balanceOf = (name: string) =>
    sumAmounts(
      balances
        .filter(({ account }) => account === name || account.startsWith(`${name}/`))
        .map(({ balance }) => balance),
    );
  check(sumAmounts(balances.map(({ balance }) => balance)) === 0, 'the balances of all accounts sum to zero');

  const payments = ledger.payments.list(99);
  const refunds = ledger.refundTable.list(99);
  const payouts = ledger.payoutTable.list(99);
  for (const { transactionNumber, amount: orderAmount, status, paidAmount, heldAmount } of payments) {
    const committedRefunds = refunds.filter(
      (one) => one.transactionNumber === transactionNumber && isCommitted(one),
    );
    check(
      sumAmounts(committedRefunds.map((one) => one.amount)) <= paidAmount,
      'refunds do not exceed the paid amount',
    );
    check(heldAmount >= 0 && paidAmount >= 0, 'no amount of a payment is negative');
    check(
      heldAmount === 0 || status >= paymentStatusNumber.authorized,
      'a payment that is pending, paid or failed holds no amount',
    );
    check(paidAmount + heldAmount <= orderAmount, 'paid and held amounts do not exceed the order');
  }
  const fromReceivable = refunds.filter((one) => one.walletId === null && isCommitted(one));
  const receivable =
    sumAmounts(payments.map((one) => one.paidAmount)) - sumAmounts(fromReceivable.map((one) => one.amount));
  check(balanceOf('receivable') === receivable, 'the receivable account has the paid amounts minus refunds');
  const amountsInProgress =
    sumAmounts(payments.map((one) => one.heldAmount)) +
    sumAmounts(
      refunds
        .filter(({ status }) => status === notAccepted || status === processing)
        .map((one) => one.amount),
    ) +
    sumAmounts(
      payouts.filter(({ status }) => status === paymentStatusNumber.pending).map((one) => one.amount),
    );
  check(
    balanceOf('clearing') === amountsInProgress,
    'the clearing accounts have the amounts of held payments, pending refunds and pending payouts',
  );
  const paidOutAmount = sumAmounts(
    payouts.filter(({ status }) => status === paymentStatusNumber.success).map((one) => one.amount),
  );
  check(
    balanceOf('beneficiaries') === paidOutAmount,
    'the account of beneficiaries has the amounts of approved payouts',
  );
  for (const { id, balance } of ledger.wallets.list()) {
    let entrySum = 0;
    for (const entry of ledger.wallets.readHistory(id)) {
      entrySum += entry.amount;
      check(entry.balanceAfter === entrySum, 'each entry has the sum of all entries so far');
      check(entrySum >= 0, 'the balance of a wallet is never negative');
    }
    check(entrySum === balance, 'the entries of a wallet sum to its balance');
  }
  return brokenRules;
}

// `npm test` always checks the same sequences, and the nightly run checks random ones.
const isNightly = process.env['PGW_NIGHTLY'] === '1';

it('for any sequence of operations, the accounts balance and refunds never exceed payments', () => {
  const reachedStatuses = new Set<string>();
  const testLedger = openTestLedger();
  const findLastId = (table: string) =>
    Number(testLedger.database.prepare(`SELECT max(id) AS id FROM ${table}`).get()?.['id']);
  const openingIds = { journal: findLastId('journal'), history: findLastId('walletEntries') };
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 4, maxLength: 24, size: 'max' }), (steps) => {
      resetLedger(testLedger, openingIds);
      for (const step of steps) runStep(testLedger, step);
      expect(findDefects(testLedger)).toStrictEqual([]);
      for (const { status } of testLedger.ledger.refundTable.list(99))
        reachedStatuses.add(`refund ${status}`);
      for (const { status } of testLedger.ledger.payoutTable.list(99))
        reachedStatuses.add(`payout ${status}`);
    }),
    isNightly ? { numRuns: 2000 } : { numRuns: 300, seed: 8 },
  );
  if (isNightly) return;
  // With this seed, the sequences reach every final status.
  for (const status of [refunded, processing, failed, refundedWithCharges, reversed, voided])
    expect(reachedStatuses).toContain(`refund ${status}`);
  const { pending, success, failed: rejected } = paymentStatusNumber;
  for (const status of [pending, success, rejected]) expect(reachedStatuses).toContain(`payout ${status}`);
});

it('an entry that does not balance is refused', () => {
  const { journal } = openTestLedger().ledger;
  const entry = { kind: 'x', transactionNumber: 'T', currencyCode: 'MYR' };
  expect(() => journal.post({ ...entry, postings: [{ account: 'fees', amount: 1 }] })).toThrow(
    'does not balance',
  );
  const fractions = [
    { account: 'fees', amount: 0.5 },
    { account: 'customers', amount: -0.5 },
  ];
  expect(() => journal.post({ ...entry, postings: fractions })).toThrow('does not balance');
});

it('a charge-back returns exactly the amount that was not refunded', () => {
  const testLedger = openTestLedger();
  const { ledger } = testLedger;
  openPayment(testLedger, channelIds.pasarPay, 1000);
  const transactionNumber = ledger.payments.list(1)[0]?.transactionNumber ?? '';
  ledger.decide(transactionNumber, { status: paymentStatusNumber.success });
  const isSameDay = () => true;
  const refund = ledger.refunds.request({
    tenantId,
    transactionNumber,
    amount: 300,
    reason: 'x',
    isSameDay,
  });
  expect(isRefusal(refund)).toBe(false);
  ledger.changeStatus(transactionNumber, { status: paymentStatusNumber.failed });
  expect(ledger.journal.readBalance('customers', 'MYR')).toBe(0);
  expect(ledger.payments.find(transactionNumber)).toMatchObject({
    status: paymentStatusNumber.failed,
    paidAmount: 300,
  });
});
