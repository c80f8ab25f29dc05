import { expect, it } from 'vitest';
import {
  findRefundDiscrepancies,
  storeRefundDiscrepancies,
} from '../../../src/operations/refunds/refund-discrepancies.ts';
import type { RefundReport } from '../../../src/operations/refunds/refund-reports.ts';
import { sampleOperation } from '../../stores/contract/samples.ts';
import { memoryStore } from '../../../src/stores/memory.ts';
import type { PaymentContext } from '../../../src/engine/payment-context.ts';
import { samplePayment } from '../../stores/contract/sample-payment.ts';

const report: RefundReport = {
  transactionNumber: null,
  amount: 100,
  currencyCode: 'MYR',
  status: 11,
  reason: null,
};

it('refunds that cannot be decided are one discrepancy, which a person can accept by its code', () => {
  const discrepancies = findRefundDiscrepancies({
    payment: samplePayment({ currencyCode: 'MYR' }),
    match: {
      matched: [],
      unknown: [],
      undecided: { operations: [sampleOperation({ amount: 200 })], reports: [report] },
      postponed: [],
      missing: [],
    },
    indistinct: [{ ...report, amount: 300 }],
    isQueryable: true,
  });
  expect(discrepancies).toHaveLength(1);
  expect(discrepancies[0]).toMatchObject({ code: 'refund-undecided' });
  expect(discrepancies[0]?.message).toMatch(/MYR 1\.00 .*MYR 2\.00 .*MYR 3\.00 /);
});

it('a refund that was reversed contradicts refunds of the whole amount', async () => {
  const store = memoryStore();
  await store.open();
  const payment = samplePayment({ currencyCode: 'MYR', amount: 6_618 });
  const refund = sampleOperation({ state: 'done', amount: 6_214, charge: 404, currencyCode: 'MYR' });
  const events: unknown[] = [];
  const context = { store, now: () => 1_000, emit: (event: unknown) => void events.push(event) };
  for (const [refunds, count] of [
    [[refund], 1],
    [[refund, { ...refund, state: 'reversed' as const, amount: 404, charge: 0 }], 1],
    [[{ ...refund, charge: 0 }], 0],
  ] as const) {
    // The function uses these members of the context only.
    await storeRefundDiscrepancies(context as unknown as PaymentContext, payment, {
      refunds,
      gatewayStatus: 17,
      discrepancies: [],
      isQueryable: true,
    });
    expect(await store.listDiscrepancies({ reference: payment.reference, limit: 10 })).toHaveLength(count);
  }
  expect(events).toMatchObject([{ event: 'discrepancy-found', discrepancyCode: 'refund-sum' }]);
  await store.close();
});

it('a discrepancy that several comparisons find at the same time is reported once', async () => {
  const store = memoryStore();
  await store.open();
  const payment = samplePayment({ currencyCode: 'MYR', amount: 6_618 });
  const refund = sampleOperation({ state: 'done', amount: 7_000, currencyCode: 'MYR' });
  const events: unknown[] = [];
  const context = { store, now: () => 1_000, emit: (event: unknown) => void events.push(event) };
  const compare = () =>
    // The function uses these members of the context only.
    storeRefundDiscrepancies(context as unknown as PaymentContext, payment, {
      refunds: [refund],
      gatewayStatus: 1,
      discrepancies: [],
      isQueryable: true,
    });
  await Promise.all([compare(), compare(), compare()]);
  expect(events).toMatchObject([{ event: 'discrepancy-found', discrepancyCode: 'refund-sum' }]);
  await store.close();
});

it('a discrepancy that was accepted and has ended is listed when it is found again', async () => {
  const store = memoryStore();
  await store.open();
  const payment = samplePayment();
  const { reference } = payment;
  const events: unknown[] = [];
  const context = { store, now: () => 1_000, emit: (event: unknown) => void events.push(event) };
  const missing = [{ code: 'refund-missing', message: 'A refund is missing.' }] as const;
  const compare = (discrepancies: typeof missing | readonly []) =>
    // The function uses these members of the context only.
    storeRefundDiscrepancies(context as unknown as PaymentContext, payment, {
      refunds: [],
      gatewayStatus: 1,
      discrepancies,
      isQueryable: true,
    });
  await compare(missing);
  const note = {
    reference,
    at: 1_000,
    source: 'operator',
    kind: 'payment-changed',
    text: 'Accepted',
  } as const;
  await store.acceptDiscrepancy({ reference, code: 'refund-missing' }, note);
  await compare(missing);
  expect(events).toHaveLength(1);
  await compare([]);
  await compare(missing);
  expect(await store.listDiscrepancies({ reference, limit: 10 })).toHaveLength(1);
  expect(events).toHaveLength(2);
  await store.close();
});

it.each([
  [true, []],
  [false, ['refund-undecided']],
])(
  'with refund queries (%s), a comparison that finds nothing leaves the discrepancies %j',
  async (isQueryable, codes) => {
    const store = memoryStore();
    await store.open();
    const payment = samplePayment({ currencyCode: 'MYR', amount: 6_618 });
    // The function uses these members of the context only.
    const context = { store, now: () => 1_000, emit: () => undefined } as unknown as PaymentContext;
    const found = { code: 'refund-undecided', message: 'A callback has reported a refund.' } as const;
    for (const discrepancies of [[found], []])
      await storeRefundDiscrepancies(context, payment, {
        refunds: [],
        gatewayStatus: 1,
        discrepancies,
        isQueryable,
      });
    const stored = await store.listDiscrepancies({ reference: payment.reference, limit: 10 });
    expect(stored.map(({ code }) => code)).toEqual(codes);
  },
);

it.each([
  ['expired', 10, 'none', ['refund-unpaid']],
  ['unknown', 10, 'none', ['refund-unpaid']],
  ['unknown', 0, 'none', []],
  ['reversed', 10, 'done', []],
] as const)(
  'refunds of a payment in state %s with the status %i and the fulfillment %s are the discrepancies %j',
  async (state, gatewayStatus, fulfillment, codes) => {
    const store = memoryStore();
    await store.open();
    const sample = samplePayment({ currencyCode: 'MYR', amount: 6_618, state });
    const payment = { ...sample, fulfillment: { ...sample.fulfillment, state: fulfillment } };
    const refund = sampleOperation({ state: 'reversed', amount: 500, currencyCode: 'MYR' });
    // The function uses these members of the context only.
    const context = { store, now: () => 1_000, emit: () => undefined } as unknown as PaymentContext;
    await storeRefundDiscrepancies(context, payment, {
      refunds: [refund],
      gatewayStatus,
      discrepancies: [],
      isQueryable: true,
    });
    const stored = await store.listDiscrepancies({ reference: payment.reference, limit: 10 });
    expect(stored.map(({ code }) => code)).toEqual(codes);
  },
);
