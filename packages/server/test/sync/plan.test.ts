import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authType } from '@pgw/protocol';
import type { Operation } from '../../src/model/operations/operation.ts';
import { sumMovedAmounts } from '../../src/model/operations/operation.ts';
import { applyChange } from '../../src/model/payments/payment-change.ts';
import { createDiscrepancy } from '../../src/model/payments/discrepancy.ts';
import type { Payment } from '../../src/model/payments/payment.ts';
import type { DueCallback } from '../../src/model/ports/callbacks.ts';
import { samplePayment, type SampleFields } from '../stores/contract/sample-payment.ts';
import { sampleOperation } from '../stores/contract/samples.ts';
import type { RefundReport } from '../../src/sync/decisions/refund-reports.ts';
import type { PaymentRecord } from '../../src/sync/gateway-record.ts';
import {
  applyPlan,
  hasOperations,
  plan,
  selectKind,
  type PlanRules,
  type Reports,
  type Stored,
  type SyncPlan,
} from '../../src/sync/plan.ts';

const now = 10_000_000;
const amount = 10_000;
const transactionNumber = 'T-1';
const none = (): undefined => undefined;

const rules: PlanRules = {
  now,
  hooks: { onPaid: none, onAuthorized: none, onEnded: none, onRefunded: none, onReversed: none },
  getPrice: undefined,
};

const noCalls = { insert: [], change: [] };

const createPayment = (fields: SampleFields = {}): Payment =>
  samplePayment({ amount, transactionNumber, createdAt: now, gatewayStatus: 0, ...fields });

const heldCard = { state: 'sent', round: 1, sentAt: now, authType: authType.preAuth } as const;
const createAuthorized = (fields: SampleFields = {}): Payment =>
  createPayment({ state: 'authorized', gatewayStatus: 9, card: heldCard, ...fields });

const createRecord = (status: number, fields: Partial<PaymentRecord> = {}): PaymentRecord => ({
  transactionNumber,
  referenceCode: 'RC-1',
  status,
  currencyCode: 'MYR',
  amount,
  ...fields,
});

const createReports = (fields: Partial<Reports> = {}): Reports => ({
  source: 'sweep',
  received: [],
  leased: [],
  ...fields,
});

const callback: DueCallback = {
  id: 'callback-1',
  reference: 'RC-1',
  transactionNumber,
  status: 1,
  rawBody: '{}',
  receivedAt: now - 5,
};
const refundCallback: DueCallback = {
  ...callback,
  id: 'callback-2',
  status: 11,
  rawBody: JSON.stringify({
    refundTransactionNumber: 'RF-1',
    refundAmount: 4_000,
    currencyCode: 'MYR',
    status: 11,
  }),
};

const createRefundReport = (fields: Partial<RefundReport> = {}): RefundReport => ({
  transactionNumber: 'RF-1',
  amount: 4_000,
  currencyCode: 'MYR',
  status: 11,
  reason: null,
  ...fields,
});

const planStatus = (payment: Payment, status: number, reports: Partial<Reports> = {}): SyncPlan =>
  plan({ payment }, createReports({ record: createRecord(status), ...reports }), rules);

const getState = ({ payment }: SyncPlan) => payment.change.state;

describe('a payment', () => {
  it('without a record is queried later, and nothing is written to its timeline', () => {
    const planned = plan({ payment: createPayment() }, createReports({ record: null }), rules);
    expect(planned).toMatchObject({ notes: [], hooks: noCalls, endedCallbacks: [], events: [] });
    expect(planned.payment.change).toEqual({ schedule: { queriedAt: now, nextQueryAt: now + 20_000 } });
  });

  it('on the hosted page expires after its deadline', () => {
    const payment = createPayment({ channel: null, expiresAt: now - 300_000 });
    const planned = plan({ payment }, createReports({ record: null }), rules);
    expect(getState(planned)).toBe('expired');
    expect(planned.hooks.insert).toMatchObject([{ name: 'onEnded', reason: 'expired' }]);
  });

  it('with the reference of a payout is not paid by it, and the discrepancy is found', () => {
    const reports = createReports({ record: null, payoutNumber: 'P-1' });
    const { discrepancies, payment } = plan({ payment: createPayment() }, reports, rules);
    expect(payment.change.state).toBeUndefined();
    expect(discrepancies).toMatchObject({
      codes: ['payout-reference'],
      found: [{ code: 'payout-reference' }],
    });
  });

  it('that was not queried is not changed', () => {
    const planned = plan({ payment: createPayment(), operations: [] }, createReports(), rules);
    expect(planned.payment.change).toEqual({});
  });

  it.each([
    [9, 'authorized', 'onAuthorized'],
    [2, 'failed', 'onEnded'],
    [18, 'refunded', 'onEnded'],
    [0, 'open', undefined],
  ] as const)('with the status %i becomes %s, with the hook %s', (status, state, hook) => {
    const { payment, hooks, firstTry } = planStatus(createPayment(), status);
    expect(payment.change.state).toBe(state);
    expect(hooks.insert.map(({ name }) => name)).toEqual(hook === undefined ? [] : [hook]);
    expect(payment.change.transitions).toBe(hook === undefined ? undefined : 1);
    expect(firstTry).toBeUndefined();
  });

  it('that is paid makes its fulfillment due', () => {
    const { payment, hooks, firstTry } = planStatus(createPayment(), 1);
    expect(payment.change).toMatchObject({
      state: 'paid',
      fulfillment: { state: 'due' },
    });
    expect(hooks.insert).toMatchObject([{ name: 'onPaid', attempts: 0, nextAttemptAt: now }]);
    expect(firstTry).toBeUndefined();
  });

  it.each([
    ['received', { received: [callback] }, 'onPaid'],
    ['leased', { leased: [callback] }, undefined],
    ['received and leased', { received: [callback], leased: [refundCallback] }, undefined],
  ])('with callbacks that were %s, the first try of onPaid commits with it: %#', (_, inbox, name) => {
    const { firstTry, endedCallbacks, notes } = planStatus(createPayment(), 1, {
      source: 'callback',
      ...inbox,
    });
    expect(firstTry?.name).toBe(name);
    expect(endedCallbacks).toHaveLength(Object.values(inbox).flat().length);
    expect(notes[0]).toMatchObject({ at: callback.receivedAt, kind: 'callback-received' });
  });

  it.each<[Reports['source'], string | undefined]>([
    ['return', 'onPaid'],
    ['operator', 'onPaid'],
    ['sweep', undefined],
    ['refund', undefined],
    ['capture', undefined],
  ])(
    'because of %s, the first try of onPaid commits with it if no sweep repeats the sync',
    (source, name) => {
      expect(planStatus(createPayment(), 1, { source }).firstTry?.name).toBe(name);
      expect(planStatus(createPayment(), 2, { source }).firstTry).toBeUndefined();
    },
  );

  it('with another reference in its record is in review, and its operations are not changed', () => {
    const record = createRecord(1, { referenceCode: 'RC-2' });
    const planned = plan({ payment: createAuthorized() }, createReports({ record }), rules);
    expect(getState(planned)).toBe('review');
    expect(hasOperations(planned)).toBe(false);
  });

  it('that may be tried again on the hosted page ends later', () => {
    const payment = createPayment({ channel: null, expiresAt: now + 60_000 });
    const record = createRecord(2, { paymentSessionNumber: 'S-1' });
    const { hooks } = plan(
      { payment },
      createReports({ source: 'callback', record, received: [callback] }),
      rules,
    );
    expect(hooks.insert).toMatchObject([{ name: 'onEnded', nextAttemptAt: now + 360_000 }]);
  });
});

describe('a payment with another price than its order', () => {
  const payment = createPayment({ changedPrice: { amount: 12_000, currencyCode: 'MYR' } });

  it('is in review if it is lower', () => {
    const { difference, notes } = planStatus(payment, 1);
    expect(getState(planStatus(payment, 1))).toBe('review');
    expect(difference).toMatchObject({ isRefused: true });
    expect(notes.at(-1)).toMatchObject({ kind: 'price-differs' });
  });

  it('is paid, with the difference, if it is higher', () => {
    const higher = createPayment({ changedPrice: { amount: 9_000, currencyCode: 'MYR' } });
    expect(getState(planStatus(higher, 1))).toBe('paid');
    expect(planStatus(higher, 1).difference).toMatchObject({ isRefused: false });
  });

  it('is paid if another payment has paid the order, or the price is compared in the transaction', () => {
    const reports = createReports({ record: createRecord(1) });
    expect(getState(plan({ payment, payingPayment: createPayment() }, reports, rules))).toBe('paid');
    const later = { ...rules, getPrice: () => null };
    expect(getState(plan({ payment }, reports, later))).toBe('paid');
  });
});

describe('the refunds of a payment', () => {
  const payment = createPayment({ state: 'paid', gatewayStatus: 1, fulfillment: { state: 'done' } });

  it('that were made elsewhere are imported, with a hook and an event', () => {
    const refunds = { queried: [createRefundReport()] };
    const reports = createReports({ record: createRecord(1), refunds });
    const planned = plan({ payment, operations: [] }, reports, rules);
    expect(planned.operations.insert).toMatchObject([{ id: 'gateway:RF-1', state: 'done', amount: 4_000 }]);
    expect(planned.hooks.insert).toMatchObject([{ name: 'onRefunded', operationId: 'gateway:RF-1' }]);
    expect(planned.events).toMatchObject([{ event: 'refund-imported' }]);
    expect(planned.discrepancies?.found).toEqual([]);
  });

  it('keep the callback due that a running request may explain', () => {
    const requested = sampleOperation({ requestedAmount: 4_000, createdAt: now - 1_000 });
    const reports = createReports({
      record: createRecord(1),
      refunds: { queried: [createRefundReport()] },
      received: [callback, refundCallback],
    });
    const planned = plan({ payment, operations: [requested] }, reports, rules);
    expect(planned.endedCallbacks).toEqual([callback.id]);
    expect(hasOperations(planned)).toBe(false);
  });

  it('without a refund query are those of callbacks', () => {
    const reports = createReports({
      record: createRecord(11),
      refunds: { queried: undefined },
      leased: [refundCallback],
    });
    const { operations } = plan({ payment, operations: [] }, reports, rules);
    expect(operations.insert).toMatchObject([{ transactionNumber: 'RF-1', amount: 4_000 }]);
  });

  it.each([
    [18, 1, 1],
    [18, 18, 0],
  ])('without a refund query are whole with the new status %i after %i: %i', (status, before, count) => {
    const stored = { payment: { ...payment, gatewayStatus: before }, operations: [] };
    const open = sampleOperation({ state: 'processing', requestedAmount: amount, amount });
    const reports = createReports({ record: createRecord(status), refunds: { queried: undefined } });
    expect(plan({ ...stored, operations: [open] }, reports, rules).operations.change).toHaveLength(count);
  });

  it('of a payment that is voided on the day of its capture are imported, and the payment is refunded', () => {
    const reports = createReports({ record: createRecord(18), refunds: { queried: undefined } });
    const planned = plan({ payment, operations: [] }, reports, rules);
    expect(getState(planned)).toBe('refunded');
    expect(planned.hooks.insert).toMatchObject([{ name: 'onRefunded' }]);
  });
});

describe('the captures of a payment', () => {
  const capture = (fields: Partial<Operation> = {}): Operation =>
    sampleOperation({
      id: 'capture-1',
      kind: 'capture',
      state: 'unknown',
      requestedAmount: amount,
      amount,
      isLast: true,
      createdAt: now - 1_000,
      ...fields,
    });
  const planCaptures = (payment: Payment, captures: readonly Operation[], status: number): SyncPlan =>
    plan({ payment, operations: captures }, createReports({ record: createRecord(status) }), rules);
  const getOutcomes = ({ operations }: SyncPlan) => operations.change.map(({ change }) => change.state);

  it.each([
    ['paid', createAuthorized({ capturedAmount: amount }), 1, ['done']],
    ['voided', createAuthorized({ capturedAmount: amount }), 18, ['refused']],
    ['failed', createAuthorized({ capturedAmount: amount }), 2, ['refused']],
    ['authorized', createAuthorized({ capturedAmount: amount }), 9, []],
  ])('have an outcome when the payment is %s', (_, payment, status, outcomes) => {
    expect(getOutcomes(planCaptures(payment, [capture()], status))).toEqual(outcomes);
  });

  it('are refused after two minutes while the gateway holds the whole authorization, if they are the last', () => {
    const payment = createAuthorized({ capturedAmount: amount });
    const old = { createdAt: now - 121_000 };
    expect(getOutcomes(planCaptures(payment, [capture(old)], 9))).toEqual(['refused']);
    expect(getOutcomes(planCaptures(payment, [capture({ ...old, isLast: false })], 9))).toEqual([]);
  });

  it('of an unknown part are imported once, and the payment is in review', () => {
    const payment = createAuthorized();
    const planned = planCaptures(payment, [], 1);
    expect(planned.operations.insert).toMatchObject([{ origin: 'gateway', state: 'unknown', amount }]);
    expect(getState(planned)).toBe('review');
    const again = planCaptures(payment, planned.operations.insert, 1);
    expect(again.operations.insert).toEqual([]);
    expect(getState(again)).toBe('review');
  });

  it.each([
    ['the last capture', [capture({ state: 'done', amount: 4_000 })]],
    ['captures of the whole amount', [capture({ state: 'done', isLast: false })]],
  ])('explain a paid payment by %s', (_, captures) => {
    const planned = planCaptures(createAuthorized({ capturedAmount: 4_000 }), captures, 1);
    expect(planned.operations.insert).toEqual([]);
    expect(getState(planned)).toBe('paid');
  });

  it('without an outcome are never refused because a paid payment is reversed', () => {
    const discrepancy = createDiscrepancy('payment-reversed', now - 60_000);
    const fulfillment = { state: 'done' } as const;
    const payment = createPayment({
      state: 'paid',
      gatewayStatus: 2,
      card: heldCard,
      capturedAmount: amount,
      discrepancy,
      fulfillment,
    });
    const planned = planCaptures(payment, [capture()], 2);
    expect(getState(planned)).toBe('reversed');
    expect(getOutcomes(planned)).toEqual([]);
  });
});

/** The rows of a payment, and the calls of hooks that were planned. */
interface Rows {
  readonly payment: Payment;
  readonly operations: readonly Operation[];
  readonly hooks: readonly string[];
  readonly fulfillmentCount: number;
}

/** Commits a plan as the store does, with hooks that succeed. */
function commitTo(rows: Rows, planned: SyncPlan): Rows {
  const payment = applyChange(rows.payment, planned.payment.change);
  const isPaid = payment.fulfillment.state === 'due';
  return {
    payment: isPaid ? { ...payment, fulfillment: { ...payment.fulfillment, state: 'done' } } : payment,
    operations: applyPlan(rows.operations, planned),
    hooks: [...rows.hooks, ...planned.hooks.insert.map(({ key }) => key)],
    fulfillmentCount: rows.fulfillmentCount + (isPaid ? 1 : 0),
  };
}

const refundReports = fc
  .uniqueArray(fc.constantFrom('RF-1', 'RF-2', 'RF-3'), { maxLength: 3 })
  .chain((numbers) =>
    fc.tuple(
      ...numbers.map((number) =>
        fc.constantFrom(11, 12, 13, 16, 17, 18).map((status) =>
          // The amount of a refund is the same in each report.
          createRefundReport({ transactionNumber: number, status, amount: Number(number.slice(3)) * 1_000 }),
        ),
      ),
    ),
  );

const steps = fc.array(
  fc.record({
    status: fc.constantFrom(0, 1, 2, 3, 9, 10, 11, 12, 13, 16, 17, 18, 99),
    amount: fc.oneof(
      { weight: 9, arbitrary: fc.constant(amount) },
      { weight: 1, arbitrary: fc.constant(99) },
    ),
    refunds: fc.option(refundReports, { nil: undefined }),
    hasRecord: fc.boolean(),
    afterMs: fc.constantFrom(0, 3_000, 61_000, 400_000),
  }),
  { maxLength: 12 },
);

it('for any order of reports, sums never fall behind the gateway’s, a hook is planned once per transition, and a second plan is empty', () => {
  const start = fc.constantFrom(createPayment(), createAuthorized(), createPayment({ channel: null }));
  fc.assert(
    fc.property(start, steps, (payment, reportsInOrder) => {
      let rows: Rows = { payment, operations: [], hooks: [], fulfillmentCount: 0 };
      let at = now;
      for (const { status, amount: reported, refunds, hasRecord, afterMs } of reportsInOrder) {
        at += afterMs;
        const record =
          hasRecord || refunds === undefined ? createRecord(status, { amount: reported }) : undefined;
        const reports = createReports({ record, refunds: refunds && { queried: refunds } });
        const planAgain = (): SyncPlan => {
          const stored: Stored = { payment: rows.payment, operations: rows.operations };
          return plan(stored, reports, { ...rules, now: at });
        };
        rows = commitTo(rows, planAgain());
        const returned = (refunds ?? []).filter((report) => [11, 16, 18].includes(report.status));
        const stored = sumMovedAmounts(selectKind(rows.operations, 'refund'));
        expect(stored).toBeGreaterThanOrEqual(returned.reduce((sum, report) => sum + report.amount, 0));
        const again = planAgain();
        expect(again).toMatchObject({ notes: [], hooks: noCalls, events: [], endedCallbacks: [] });
        expect(hasOperations(again)).toBe(false);
        expect(again.payment.change.state ?? rows.payment.state).toBe(rows.payment.state);
      }
      expect(new Set(rows.hooks).size).toBe(rows.hooks.length);
      expect(rows.fulfillmentCount).toBeLessThanOrEqual(1);
    }),
    { numRuns: 500 },
  );
});
