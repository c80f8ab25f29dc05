import { randomBytes } from 'node:crypto';
import { walletEntryType } from '@pgw/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { channelIds } from '../../../src/catalogue/channel-ids.ts';
import { paymentStatusNumber, refundStatusNumber } from '../../../src/catalogue/status-numbers.ts';
import { openDatabase } from '../../../src/database/database.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import { ledgerTables, type Payment } from '../../../src/ledger/tables.ts';
import { isRefusal } from '../../../src/ledger/services.ts';
import { ActiveScenarios } from '../../../src/scenarios/active-scenarios.ts';
import type { ScenarioName } from '../../../src/scenarios/scenarios.ts';
import { payoutChannelId, walletIds } from '../../merchant.ts';
import { isNightly } from '../../../../../scripts/nightly.ts';

const { notAccepted, refunded, processing, failed, refundedWithCharges, reversed, voided } =
  refundStatusNumber;
const tenantId = '1001';
const lifetimeMs = 10_000;

/** Opens a ledger in memory with the wallets of one merchant. Only the test advances its clock. */
function openTestLedger() {
  const clock = { time: 1_790_000_000_000 };
  const scenarios = new ActiveScenarios();
  const database = openDatabase(':memory:', ledgerTables);
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
 * Resets the database to the opening entries. A new database for each of thousands of runs would take too
 * long.
 */
function resetLedger(
  { database, scenarios }: TestLedger,
  lastOpeningIds: { journal: number; history: number },
): void {
  scenarios.clear();
  for (const table of ['payments', 'refunds', 'payouts', 'captures', 'usedReferences'])
    database.exec(`DELETE FROM ${table}`);
  database.exec(`DELETE FROM postings WHERE entryId > ${lastOpeningIds.journal}`);
  database.exec(`DELETE FROM journal WHERE id > ${lastOpeningIds.journal}`);
  database.exec(`DELETE FROM walletEntries WHERE id > ${lastOpeningIds.history}`);
}

type TestLedger = ReturnType<typeof openTestLedger>;

/** The number of newest records from which a step selects one by its index. */
const selectableRecords = 6;
const anyIndex = fc.nat({ max: selectableRecords - 1 });
/** More records than a sequence of steps creates. */
const maxRecords = 99;
/** Part of an amount. An amount above 100 percent is refused. */
const anyPercent = fc.integer({ min: 1, max: 120 });
const anyAmount = fc.integer({ min: 1, max: 4_000_000 });
const anyRefundStatus = fc.constantFrom(refunded, processing, failed, refundedWithCharges, reversed, voided);
/** A payment status of a decision. The most frequent status is success. */
const anyDecidedStatus = fc.constantFrom(
  paymentStatusNumber.success,
  paymentStatusNumber.success,
  paymentStatusNumber.success,
  paymentStatusNumber.authorized,
  paymentStatusNumber.authorized,
  paymentStatusNumber.failed,
  paymentStatusNumber.userCanceled,
);
const scenarioNames: readonly ScenarioName[] = [
  'refund-processing',
  'refund-failed',
  'refund-fails-later',
  'refund-with-charges',
  'refund-reversed',
  'refund-voided',
  'refund-unavailable',
  'refund-timeout',
  'refund-timeout-unprocessed',
  'payout-refused',
  'payout-rejected',
  'unknown-status',
];

const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('openPayment' as const),
      channelId: fc.constantFrom(
        channelIds.fpx,
        channelIds.duitNowQr,
        channelIds.card,
        channelIds.pasarPay,
        channelIds.lompatPay,
        channelIds.merpatiPay,
        channelIds.bintangRewards,
      ),
      amount: anyAmount,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      index: anyIndex,
      status: anyDecidedStatus,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('changeStatus' as const),
      index: anyIndex,
      // Every payment status and refund status, and two undocumented ones.
      status: fc.integer({ min: paymentStatusNumber.pending, max: voided }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      index: anyIndex,
      percent: fc.option(anyPercent),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('decideRefund' as const),
      index: anyIndex,
      status: anyRefundStatus,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('capture' as const),
      index: anyIndex,
      percent: anyPercent,
      isLast: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('openPayout' as const), amount: anyAmount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('decidePayout' as const),
      index: anyIndex,
      isApproved: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('addWalletEntry' as const),
      walletId: fc.constantFrom(...Object.values(walletIds)),
      amount: fc.integer({ min: -2_000_000, max: 2_000_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(3000) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('scenario' as const), name: fc.constantFrom(...scenarioNames) }),
  },
);

type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

let referenceCount = 0;

function openPayment({ ledger, clock }: TestLedger, channelId: number, amount: number): void {
  referenceCount += 1;
  ledger.openPayment({
    tenantId,
    referenceCode: `R${referenceCount}`,
    currencyCode: 'MYR',
    amount,
    channelId,
    providerChannelId: null,
    description: null,
    details: null,
    returnUrl: 'https://shop.example/return',
    callbackUrl: null,
    channelGroupId: null,
    hiddenChannels: [],
    expiresAt: clock.time + lifetimeMs,
  });
}

function openPayout({ ledger }: TestLedger, amount: number): void {
  referenceCount += 1;
  ledger.payouts.open({
    tenantId,
    referenceCode: `R${referenceCount}`,
    currencyCode: 'MYR',
    amount,
    channelId: payoutChannelId,
    providerChannelId: 'BSERI01',
    beneficiary: 'Aminah',
    description: null,
    returnUrl: 'https://shop.example/return',
    callbackUrl: null,
  });
}

const selectItem = <Item>(items: readonly Item[], index: number) => items[index % items.length];
const computePart = (amount: number, percent: number): number => Math.ceil((amount * percent) / 100);
const callbackOptions = { delayMs: 0, scenarios: [] };

/** Runs a step. A step does nothing when its payment, refund or payout does not exist. */
function runStep(testLedger: TestLedger, step: Step): void {
  const { ledger, clock, scenarios } = testLedger;
  const payment =
    'index' in step ? selectItem(ledger.payments.listNewest(selectableRecords), step.index) : undefined;
  switch (step.kind) {
    case 'openPayment':
      openPayment(testLedger, step.channelId, step.amount);
      break;
    case 'decide':
      if (payment) ledger.decide(payment.transactionNumber, { status: step.status });
      break;
    case 'changeStatus':
      if (payment) ledger.changeStatus(payment.transactionNumber, { status: step.status });
      break;
    case 'refund':
      if (payment) requestRefund(testLedger, payment, step.percent);
      break;
    case 'decideRefund': {
      const refund = selectItem(ledger.refundTable.listNewest(selectableRecords), step.index);
      if (refund) ledger.refunds.decide(refund.refundNumber, step.status, callbackOptions);
      break;
    }
    case 'capture':
      if (payment) {
        const amount = computePart(payment.heldAmount, step.percent);
        const isLast = step.isLast || amount === payment.heldAmount;
        ledger.capture(payment.transactionNumber, { amount, isLast });
      }
      break;
    case 'openPayout':
      openPayout(testLedger, step.amount);
      break;
    case 'decidePayout': {
      const payout = selectItem(ledger.payoutTable.listNewest(selectableRecords), step.index);
      const outcome = step.isApproved ? 'approve' : 'reject';
      if (payout) ledger.payouts.decide(payout.transactionNumber, outcome, callbackOptions);
      break;
    }
    case 'addWalletEntry':
      ledger.wallets.addEntry(step.walletId, {
        type: walletEntryType.unknown,
        amount: step.amount,
        transactionNumber: 'T',
      });
      break;
    case 'wait':
      clock.time += step.ms;
      break;
    case 'scenario':
      scenarios.set(step.name, { times: 1 });
      break;
  }
  ledger.applyDueChanges();
}

/** Requests the refund of a part of a payment, or with `null` of the whole remaining amount. */
function requestRefund({ ledger }: TestLedger, payment: Payment, percent: number | null): void {
  ledger.refunds.request({
    tenantId,
    transactionNumber: payment.transactionNumber,
    amount: percent === null ? undefined : computePart(payment.amount, percent),
    reason: 'x',
    isSameDay: () => true,
  });
}

const sumAmounts = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
/** Statuses of refunds whose amount was returned to the shopper, or is reserved for the refund. */
const committedStatuses: readonly number[] = [notAccepted, refunded, processing, refundedWithCharges, voided];
const isCommitted = ({ status }: { status: number }) => committedStatuses.includes(status);

/** Describes the differences between the journal and the payments, refunds, payouts and histories. */
function findBrokenRules({ ledger }: TestLedger): string[] {
  const brokenRules: string[] = [];
  const check = (isKept: boolean, rule: string): void => {
    if (!isKept) brokenRules.push(rule);
  };
  const balances = ledger.journal.listBalances();
  const sumBalances = (name: string) =>
    sumAmounts(
      balances
        .filter(({ account }) => account === name || account.startsWith(`${name}/`))
        .map(({ balance }) => balance),
    );
  check(sumAmounts(balances.map(({ balance }) => balance)) === 0, 'the balances of all accounts sum to zero');

  const payments = ledger.payments.listNewest(maxRecords);
  const refunds = ledger.refundTable.listNewest(maxRecords);
  const payouts = ledger.payoutTable.listNewest(maxRecords);
  const totalsByNumber = new Map(
    ledger.journal.listPaymentTotals().map((totals) => [totals.transactionNumber, totals]),
  );
  for (const { transactionNumber, amount: orderAmount, status, paidAmount, heldAmount } of payments) {
    const committedRefunds = refunds.filter(
      (refund) => refund.transactionNumber === transactionNumber && isCommitted(refund),
    );
    check(
      sumAmounts(committedRefunds.map((refund) => refund.amount)) <= paidAmount,
      'refunds do not exceed the paid amount',
    );
    check(heldAmount >= 0 && paidAmount >= 0, 'no amount of a payment is negative');
    // The numbers of pending, paid and failed payments are below that of `authorized`.
    check(
      heldAmount === 0 || status >= paymentStatusNumber.authorized,
      'a payment that is pending, paid or failed holds no amount',
    );
    check(paidAmount + heldAmount <= orderAmount, 'paid and held amounts do not exceed the order');
    const totals = totalsByNumber.get(transactionNumber);
    check((totals?.held ?? 0) === heldAmount, 'the total of the held amount is that of the payment');
    check((totals?.received ?? 0) === paidAmount, 'the total of the received amount is the paid amount');
    check(
      (totals?.refunded ?? 0) + (totals?.refunding ?? 0) ===
        sumAmounts(committedRefunds.map((refund) => refund.amount)),
      'the totals of refunds are the amounts of refunds that are done or in progress',
    );
  }
  const refundsFromReceivable = refunds.filter((refund) => refund.walletId === null && isCommitted(refund));
  const receivable =
    sumAmounts(payments.map(({ paidAmount }) => paidAmount)) -
    sumAmounts(refundsFromReceivable.map(({ amount }) => amount));
  check(
    sumBalances('receivable') === receivable,
    'the receivable account has the paid amounts minus refunds',
  );
  const amountsInProgress =
    sumAmounts(payments.map(({ heldAmount }) => heldAmount)) +
    sumAmounts(
      refunds
        .filter(({ status }) => status === notAccepted || status === processing)
        .map(({ amount }) => amount),
    ) +
    sumAmounts(
      payouts.filter(({ status }) => status === paymentStatusNumber.pending).map(({ amount }) => amount),
    );
  check(
    sumBalances('clearing') === amountsInProgress,
    'the clearing accounts have the amounts of held payments, pending refunds and pending payouts',
  );
  const paidOutAmount = sumAmounts(
    payouts.filter(({ status }) => status === paymentStatusNumber.success).map(({ amount }) => amount),
  );
  check(
    sumBalances('beneficiaries') === paidOutAmount,
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

it('for any sequence of operations, the accounts balance and refunds never exceed payments', () => {
  const reachedStatuses = new Set<string>();
  const testLedger = openTestLedger();
  const findLastId = (table: string) =>
    Number(testLedger.database.prepare(`SELECT max(id) AS id FROM ${table}`).get()?.['id']);
  const lastOpeningIds = { journal: findLastId('journal'), history: findLastId('walletEntries') };
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 4, maxLength: 24, size: 'max' }), (steps) => {
      resetLedger(testLedger, lastOpeningIds);
      for (const step of steps) runStep(testLedger, step);
      expect(findBrokenRules(testLedger)).toStrictEqual([]);
      for (const { status } of testLedger.ledger.refundTable.listNewest(maxRecords))
        reachedStatuses.add(`refund ${status}`);
      for (const { status } of testLedger.ledger.payoutTable.listNewest(maxRecords))
        reachedStatuses.add(`payout ${status}`);
    }),
    { numRuns: isNightly ? 2000 : 300 },
  );
  if (isNightly) return;
  // With the seed of `npm test`, the sequences reach every final status.
  for (const status of [refunded, processing, failed, refundedWithCharges, reversed, voided])
    expect(reachedStatuses).toContain(`refund ${status}`);
  const { pending, success, failed: rejected } = paymentStatusNumber;
  for (const status of [pending, success, rejected]) expect(reachedStatuses).toContain(`payout ${status}`);
});

it('a journal entry is refused when its amounts do not sum to zero or are not integers', () => {
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

it('a payment that fails after a partial refund returns only the amount that was not refunded', () => {
  const testLedger = openTestLedger();
  const { ledger } = testLedger;
  openPayment(testLedger, channelIds.pasarPay, 1000);
  const { transactionNumber } = ledger.payments.listNewest(1)[0]!;
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
