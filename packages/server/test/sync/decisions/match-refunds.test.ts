import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchRefunds } from '../../../src/sync/decisions/match-refunds.ts';
import {
  createSentReason,
  operationStates,
  type Operation,
} from '../../../src/model/operations/operation.ts';
import type { RefundReport } from '../../../src/sync/decisions/refund-reports.ts';
import { sampleOperation } from '../../stores/contract/samples.ts';

const now = 1_000_000;

function createReport(fields: Partial<RefundReport> = {}): RefundReport {
  return { transactionNumber: 'RF-1', amount: 100, currencyCode: 'MYR', status: 11, reason: null, ...fields };
}

const unknownRefund = sampleOperation({ state: 'unknown' });

it('a report belongs to the refund with its number, in any letter case', () => {
  const operation = sampleOperation({ state: 'done', transactionNumber: 'rf-1' });
  const report = createReport({ reason: 'Another reason' });
  expect(matchRefunds([operation], [report], now).matched).toEqual([{ operation, report }]);
});

it('a report belongs to the refund whose short id is at the end of its reason', () => {
  const other = sampleOperation({ id: 'operation-1', shortId: 'abcdefgh', state: 'unknown' });
  const report = createReport({ reason: createSentReason(other) });
  expect(matchRefunds([unknownRefund, other], [report], now).matched).toEqual([{ operation: other, report }]);
});

it.each([
  ['the reason of the operator without the short id', unknownRefund.reason],
  ['another reason', 'From the dashboard'],
  ['the short id of another refund', 'Damaged #zzzzzzzz'],
])('a report with %s is a refund that was made elsewhere', (_description, reason) => {
  const report = createReport({ reason });
  const { matched, unknown } = matchRefunds([unknownRefund], [report], now);
  expect([matched, unknown]).toEqual([[], [report]]);
});

it.each([
  ['no reason', null],
  ['an empty reason', ' '],
  ['the cut beginning of the sent reason', 'Dama'],
])('a report with %s belongs to the only refund that can be meant', (_description, reason) => {
  const report = createReport({ reason });
  const { matched, undecided } = matchRefunds([unknownRefund], [report], now);
  expect(matched).toEqual([{ operation: unknownRefund, report }]);
  expect(undecided.operations).toEqual([]);
});

it.each([
  ['has another amount', [], createReport({ amount: unknownRefund.requestedAmount - 1 })],
  ['is at a gateway that keeps reasons', ['bbbbbbbb'], createReport()],
])('a person decides when a report without a reason %s', (_description, otherShortIds, report) => {
  const others = otherShortIds.map((shortId) =>
    sampleOperation({ id: 'operation-1', shortId, state: 'done' }),
  );
  const otherReports = others.map((other) =>
    createReport({ transactionNumber: 'RF-2', reason: createSentReason(other) }),
  );
  const result = matchRefunds([unknownRefund, ...others], [...otherReports, report], now);
  expect(result.undecided).toEqual({ operations: [unknownRefund], reports: [report] });
  expect(result.matched).toHaveLength(others.length);
});

it('a report without a reason with more than the requested amount is a refund that was made elsewhere', () => {
  const report = createReport({ amount: unknownRefund.requestedAmount + 1 });
  const { matched, unknown, undecided } = matchRefunds([unknownRefund], [report], now);
  expect([matched, unknown, undecided.reports]).toEqual([[], [report], []]);
});

it('when two reports without a reason can belong to a refund, a person decides', () => {
  const reports = [createReport(), createReport({ transactionNumber: 'RF-2' })];
  const { matched, undecided, unknown } = matchRefunds([unknownRefund], reports, now);
  expect(undecided).toEqual({ operations: [unknownRefund], reports });
  expect([matched, unknown]).toEqual([[], []]);
});

it('when a report without a reason can belong to two refunds, a person decides', () => {
  const operations = [unknownRefund, { ...unknownRefund, id: 'operation-1', shortId: 'abcdefgh' }];
  const { matched, undecided } = matchRefunds(operations, [createReport()], now);
  expect([matched, undecided.operations]).toEqual([[], operations]);
});

it('a report without a reason is not assigned to a refund whose response may still arrive', () => {
  const requested = sampleOperation({ createdAt: now - 1_000 });
  const { matched, undecided, unknown } = matchRefunds([requested], [createReport()], now);
  expect([matched, undecided.operations, unknown]).toEqual([[], [], []]);
});

it('a refund that was refused does not take a report without its short id', () => {
  const report = createReport();
  const { matched, unknown } = matchRefunds([{ ...unknownRefund, state: 'refused' }], [report], now);
  expect([matched, unknown]).toEqual([[], [report]]);
});

it('no report is assigned to two refunds, and no refund to two reports', () => {
  const number = fc.option(fc.constantFrom('N-1', 'n-1', 'N-2', 'N-3'));
  const operations = fc.array(
    fc.record({
      state: fc.constantFrom(...operationStates),
      origin: fc.constantFrom('shop', 'gateway'),
      transactionNumber: number,
      shortId: fc.constantFrom('aaaaaaaa', 'bbbbbbbb'),
    }),
    { maxLength: 4 },
  );
  const reports = fc.array(
    fc.record({
      transactionNumber: number,
      reason: fc.option(fc.constantFrom('Damaged #aaaaaaaa', 'Damaged #bbbbbbbb', 'Dam', 'Other', '')),
      amount: fc.constantFrom(50, 100, 150),
    }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(operations, reports, (operationFields, reportFields) => {
      const refunds: Operation[] = operationFields.map((fields, n) =>
        sampleOperation({ id: `o-${n}`, ...fields }),
      );
      const allReports = reportFields.map((fields) => createReport(fields));
      const { matched, unknown, undecided, missing } = matchRefunds(refunds, allReports, now);
      const usedReports = [...matched.map(({ report }) => report), ...unknown, ...undecided.reports];
      const usedRefunds = [...matched.map(({ operation }) => operation), ...undecided.operations, ...missing];
      expect(new Set(usedReports).size).toBe(usedReports.length);
      // No refund is in flight, so each report is in a list.
      expect(usedReports).toHaveLength(allReports.length);
      expect(new Set(usedRefunds).size).toBe(usedRefunds.length);
      expect(usedRefunds).toHaveLength(refunds.length);
    }),
  );
});

it('a report without a reason and the stored amount after a charge belongs to the refund that is done', () => {
  const operation = sampleOperation({ state: 'done', requestedAmount: 100, amount: 95, charge: 5 });
  const report = createReport({ amount: 95, status: 16 });
  expect(matchRefunds([operation], [report], now)).toMatchObject({
    matched: [{ operation, report }],
    undecided: { operations: [] },
  });
});
