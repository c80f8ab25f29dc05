import { expect, it } from 'vitest';
import { findRefundDiscrepancies, type ComparedRefunds } from '../../../src/sync/decisions/discrepancies.ts';
import type { RefundReport } from '../../../src/sync/decisions/refund-reports.ts';
import { sampleOperation } from '../../stores/contract/samples.ts';
import { samplePayment } from '../../stores/contract/sample-payment.ts';

const report: RefundReport = {
  transactionNumber: null,
  amount: 100,
  currencyCode: 'MYR',
  status: 11,
  reason: null,
};

const equal: ComparedRefunds = {
  match: {
    matched: [],
    unknown: [],
    undecided: { operations: [], reports: [] },
    postponed: [],
    missing: [],
  },
  indistinct: [],
  refunds: [],
  gatewayStatus: 1,
  isQueryable: true,
};

const findCodes = (...options: Parameters<typeof findRefundDiscrepancies>): readonly string[] =>
  findRefundDiscrepancies(...options).found.map(({ code }) => code);

it('refunds that cannot be decided are one discrepancy, which a person can accept by its code', () => {
  const undecided = { operations: [sampleOperation({ amount: 200 })], reports: [report] };
  const { found } = findRefundDiscrepancies(samplePayment({ currencyCode: 'MYR' }), {
    ...equal,
    match: { ...equal.match, undecided },
    indistinct: [{ ...report, amount: 300 }],
  });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ code: 'refund-undecided' });
  expect(found[0]?.message).toMatch(/MYR 1\.00 .*MYR 2\.00 .*MYR 3\.00 /);
});

const refund = sampleOperation({ state: 'done', amount: 6_214, charge: 404, currencyCode: 'MYR' });

it.each([
  [[refund], ['refund-sum']],
  [[refund, { ...refund, state: 'reversed' as const, amount: 404, charge: 0 }], ['refund-sum']],
  [[{ ...refund, charge: 0 }], []],
])('a refund that was reversed contradicts refunds of the whole amount (%#)', (refunds, codes) => {
  const payment = samplePayment({ currencyCode: 'MYR', amount: 6_618 });
  expect(findCodes(payment, { ...equal, refunds, gatewayStatus: 17 })).toEqual(codes);
});

it.each([
  [true, ['refund-undecided', 'refund-missing', 'refund-amount', 'refund-unpaid', 'refund-sum']],
  [false, ['refund-unpaid', 'refund-sum']],
])('with refund queries (%s), a comparison that finds nothing ends %j', (isQueryable, codes) => {
  const comparison = findRefundDiscrepancies(samplePayment(), { ...equal, isQueryable });
  expect(comparison).toEqual({ codes, found: [] });
});

it.each([
  ['expired', 10, 'none', ['refund-unpaid']],
  ['unknown', 10, 'none', ['refund-unpaid']],
  ['unknown', 0, 'none', []],
  ['reversed', 10, 'done', []],
] as const)(
  'refunds of a payment in state %s with the status %i and the fulfillment %s are the discrepancies %j',
  (state, gatewayStatus, fulfillment, codes) => {
    const sample = samplePayment({ currencyCode: 'MYR', amount: 6_618, state });
    const payment = { ...sample, fulfillment: { ...sample.fulfillment, state: fulfillment } };
    const refunds = [sampleOperation({ state: 'reversed', amount: 500, currencyCode: 'MYR' })];
    expect(findCodes(payment, { ...equal, refunds, gatewayStatus })).toEqual(codes);
  },
);

it('a refund that is done and not in the refund query is a discrepancy, and one without an outcome is none', () => {
  const missing = [sampleOperation({ state: 'done' }), sampleOperation({ state: 'unknown' })];
  const compared = { ...equal, match: { ...equal.match, missing } };
  expect(findCodes(samplePayment(), compared)).toEqual(['refund-missing']);
  expect(findCodes(samplePayment(), { ...compared, isQueryable: false })).toEqual([]);
});

it('an amount that cannot be stored is a discrepancy', () => {
  const unknown = [{ ...report, amount: 44.5 }];
  const match = { ...equal.match, unknown };
  expect(findCodes(samplePayment({ currencyCode: 'MYR' }), { ...equal, match })).toEqual(['refund-amount']);
});
