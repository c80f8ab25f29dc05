import { expect, it } from 'vitest';
import { planRefundImports } from '../../../src/sync/decisions/refunds.ts';
import { combineReports, type RefundReport } from '../../../src/sync/decisions/refund-reports.ts';
import { samplePayment } from '../../stores/contract/sample-payment.ts';

const now = 1_000_000;
const payment = samplePayment({ transactionNumber: 'T-1', currencyCode: 'MYR' });

function createReport(fields: Partial<RefundReport> = {}): RefundReport {
  return { transactionNumber: null, amount: 100, currencyCode: 'MYR', status: 11, reason: 'A', ...fields };
}

it('each import has an id of its own, and further refunds without a number are not imported', () => {
  const reports = [
    createReport(),
    createReport({ amount: 200 }),
    createReport({ transactionNumber: 'RF-1', amount: 300 }),
  ];
  const { insert, indistinct } = planRefundImports(payment, [], { reports, now });
  expect(insert.map(({ id, amount }) => [id, amount])).toEqual([
    ['gateway:T-1', 100],
    ['gateway:RF-1', 300],
  ]);
  expect(indistinct).toEqual([reports[1]]);
  expect(planRefundImports(payment, insert, { reports: indistinct, now })).toEqual({
    insert: [],
    indistinct,
  });
});

it('an amount that cannot be stored is not imported', () => {
  const reports = [createReport({ amount: 44.5 }), createReport({ currencyCode: 'SGD' })];
  expect(planRefundImports(payment, [], { reports, now })).toEqual({ insert: [], indistinct: [] });
});

it.each([
  [[12, 11], 11],
  [[11, 12], 11],
  [[12, 17, 11], 17],
  [[13, 12], 13],
] as const)('of the reports %j of one number, the one with status %d remains', (statuses, status) => {
  const reports = statuses.map((entry, n) =>
    createReport({ transactionNumber: n === 0 ? 'RF-1' : 'rf-1', status: entry }),
  );
  expect(combineReports(reports)).toEqual([expect.objectContaining({ status })]);
});

it('reports without a number are all kept', () => {
  expect(combineReports([createReport(), createReport()])).toHaveLength(2);
});
