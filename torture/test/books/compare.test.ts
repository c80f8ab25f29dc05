import type { Operation, Payment } from '@pgw/express';
import type { PaymentTotals } from '@pgw/sandbox';
import { expect, test } from 'vitest';
import { compareBooks } from '../../src/books/compare.ts';
import { createOpenPayment, createTransaction } from '../../src/payments.ts';
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

test('a refund that the shop does not have is a difference with what needs attention', () => {
  const journal = { payments: [createTotals({ refunded: 300 })], payouts: [] };
  const attention = [{ reference: 'A-1', reason: 'refund-sum' }];
  expect(compareBooks(journal, createBooks())).toEqual([
    { reference: 'A-1', currencyCode: 'MYR', field: 'refunded', journal: 300, shop: 0, shown: [] },
  ]);
  expect(compareBooks(journal, createBooks({ attention }))).toMatchObject([{ shown: ['refund-sum'] }]);
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
