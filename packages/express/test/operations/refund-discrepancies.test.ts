import { expect, it } from 'vitest';
import { findRefundDiscrepancies } from '../../src/operations/refund-discrepancies.ts';
import type { RefundReport } from '../../src/operations/refund-reports.ts';
import { sampleOperation } from '../../src/stores/contract/samples.ts';
import { samplePayment } from '../../src/stores/contract/sample-payment.ts';

const report: RefundReport = {
  transactionNumber: null,
  amount: 100,
  currencyCode: 'MYR',
  status: 11,
  reason: null,
};

it('refunds that cannot be decided are one discrepancy, which a person can accept by its code', () => {
  const discrepancies = findRefundDiscrepancies(
    { now: () => 1_000 },
    {
      payment: samplePayment({ currencyCode: 'MYR' }),
      match: {
        matched: [],
        unknown: [],
        undecided: { operations: [sampleOperation({ amount: 200 })], reports: [report] },
        missing: [],
      },
      indistinct: [{ ...report, amount: 300 }],
      isQueryable: true,
    },
  );
  expect(discrepancies).toHaveLength(1);
  expect(discrepancies[0]).toMatchObject({ code: 'refund-undecided', foundAt: 1_000 });
  expect(discrepancies[0]?.message).toMatch(/MYR 1\.00 .*MYR 2\.00 .*MYR 3\.00 /);
});
