import type { Operation, Payment } from '@pgw/express';
import type { PaymentTotals } from '@pgw/sandbox';
import { expect, test } from 'vitest';
import { compareBooks } from '../../src/books/compare.ts';
import { isDecided, isOnlyInFile } from '../../src/books/judge.ts';
import { createOpenPayment, createTransaction } from '../../src/gateway/payments.ts';
import type { ShopBooks } from '../../src/shop/office.ts';

const transaction = createTransaction(1, { reference: 'A-1', amount: 1_000 });

const createPayment = (fields: Partial<Payment> = {}): Payment =>
  createOpenPayment(transaction, { state: 'paid', ...fields });

function createTotals(fields: Partial<PaymentTotals> = {}): PaymentTotals {
  const none = { held: 0, refunded: 0, charged: 0, refunding: 0 };
  const ids = { transactionNumber: 'T1', referenceCode: 'A-1', currencyCode: 'MYR' };
  return { ...ids, ...none, received: 1_000, ...fields };
}

function createOperation(fields: Partial<Operation> = {}): Operation {
  return {
    id: 'refund-1',
    kind: 'refund',
    origin: 'shop',
    reference: 'A-1',
    shortId: 'k7r2m9qd',
    state: 'done',
    requestedAmount: 300,
    amount: 300,
    charge: 0,
    currencyCode: 'MYR',
    channelId: null,
    isLast: false,
    beneficiary: null,
    receiptUrl: null,
    transactionNumber: 'R1',
    gatewayStatus: 11,
    reason: null,
    message: null,
    createdAt: 0,
    nextQueryAt: null,
    overdueDays: 0,
    version: 1,
    ...fields,
  };
}

const createBooks = (fields: Partial<ShopBooks> = {}): ShopBooks => ({
  payments: [createPayment()],
  operations: [],
  attention: [],
  ...fields,
});

test('books without a difference have none, also with letter case, charges and open refunds', () => {
  const operations = [
    createOperation({ amount: 250, charge: 50 }),
    createOperation({ id: 'refund-2', state: 'processing', amount: 100 }),
    createOperation({ id: 'refund-3', state: 'refused', amount: 100 }),
  ];
  const journal = {
    payments: [createTotals({ referenceCode: 'a-1', refunded: 300, refunding: 100 })],
    payouts: [],
  };
  expect(compareBooks(journal, createBooks({ operations }))).toEqual([]);
});

test('a refund that the shop does not have is a difference with the entry that names it', () => {
  const journal = { payments: [createTotals({ refunded: 300 })], payouts: [] };
  const attention = [{ reference: 'A-1', reason: 'refund-sum', amount: null }] as const;
  expect(compareBooks(journal, createBooks())).toEqual([
    { reference: 'A-1', currencyCode: 'MYR', field: 'refunded', journal: 300, shop: 0, shownBy: undefined },
  ]);
  expect(compareBooks(journal, createBooks({ attention }))).toMatchObject([{ shownBy: 'refund-sum' }]);
});

test.each([
  ['another kind of difference', { reference: 'A-1', reason: 'payment-reversed', amount: null }],
  ['another payment', { reference: 'A-2', reason: 'refund-sum', amount: null }],
  ['an operation of another amount', { reference: 'A-1', reason: 'refund-overdue', amount: 200 }],
  ['an operation of another kind', { reference: 'A-1', reason: 'capture-overdue', amount: 300 }],
] as const)('an entry about %s does not show a difference', (_what, entry) => {
  const journal = { payments: [createTotals({ refunded: 300 })], payouts: [] };
  const books = createBooks({ attention: [entry] });
  expect(compareBooks(journal, books)).toMatchObject([{ field: 'refunded', shownBy: undefined }]);
});

test('overdue operations show the difference that is the sum of their amounts', () => {
  const journal = { payments: [createTotals({ refunded: 300 })], payouts: [] };
  const createEntry = (amount: number) => ({ reference: 'A-1', reason: 'refund-overdue', amount }) as const;
  const books = createBooks({ attention: [createEntry(100), createEntry(200)] });
  expect(compareBooks(journal, books)).toMatchObject([{ shownBy: 'refund-overdue' }]);
});

test('a decision of a person is only about the difference at that time', () => {
  const compare = (refunded: number) =>
    compareBooks({ payments: [createTotals({ refunded })], payouts: [] }, createBooks());
  const decided = compare(300);
  expect(compare(300).map((difference) => isDecided(difference, decided))).toEqual([true]);
  expect(compare(400).map((difference) => isDecided(difference, decided))).toEqual([false]);
});

test('the settlement file is enough only for a payment without a record of the gateway', () => {
  const [difference] = compareBooks(
    { payments: [createTotals({ received: 400 })], payouts: [] },
    createBooks(),
  );
  const isEnough = (references: readonly string[], kind: 'payment' | 'refund' = 'payment') =>
    difference !== undefined &&
    isOnlyInFile(difference, {
      inSettlementFile: [{ reference: 'A-1', kind }],
      withoutRecord: new Set(references),
    });
  expect([isEnough(['A-1']), isEnough([]), isEnough(['A-1'], 'refund')]).toEqual([true, false, false]);
});

test('a payment that only one side has is a difference', () => {
  const none = { payments: [], payouts: [] };
  expect(compareBooks(none, createBooks())).toMatchObject([{ field: 'received', journal: 0, shop: 1_000 }]);
  const journal = { payments: [createTotals()], payouts: [] };
  expect(compareBooks(journal, createBooks({ payments: [] }))).toMatchObject([
    { field: 'received', journal: 1_000, shop: 0 },
  ]);
});

test.each([
  ['failed', {}, 0],
  ['authorized', { amount: 400 }, 400],
  ['paid', { amount: 400 }, 400],
  ['refunded', {}, 0],
] as const)('a payment that is %s with the capture %j has received %d', (state, capture, received) => {
  const operations = 'amount' in capture ? [createOperation({ kind: 'capture', ...capture })] : [];
  const books = createBooks({ payments: [createPayment({ state })], operations });
  expect(compareBooks({ payments: [createTotals({ received })], payouts: [] }, books)).toEqual([]);
});

test('a payout is compared by its reference', () => {
  const operations = [createOperation({ kind: 'payout', reference: 'PO-1', amount: 500 })];
  const ids = { transactionNumber: 'P1', referenceCode: 'PO-1', currencyCode: 'MYR' };
  const payouts = [{ ...ids, paidOut: 0, pending: 500 }];
  expect(compareBooks({ payments: [], payouts }, createBooks({ payments: [], operations }))).toMatchObject([
    { field: 'paidOut', journal: 0, shop: 500 },
    { field: 'pending', journal: 500, shop: 0 },
  ]);
});
