import { insertOperation } from '../stores/contract/writes.ts';
import { expect, it } from 'vitest';
import type {
  Difference,
  ShopPayout,
  ReconciliationSummary,
  SettlementRecord,
} from '../../src/operator/index.ts';
import type { Payment } from '../../src/model/payments/payment.ts';
import { sampleOperation } from '../stores/contract/samples.ts';
import {
  compareRecords,
  type CompareRecordsOptions,
  type ReconciliationContext,
} from '../../src/reconciliation/compare-records.ts';
import { References } from '../../src/engine/references.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { samplePayment } from '../stores/contract/sample-payment.ts';
import type { PaymentFilter, Searched } from '../../src/model/ports/kinds.ts';
import { gatewayStatus } from '../shop.ts';
import { isNightly } from '../../../../scripts/nightly.ts';

const dayMs = 86_400_000;
const from = 1_000_000_000;
const to = from + dayMs;

function createPaidPayment(n: number, fields: Partial<Payment> = {}): Payment {
  return samplePayment({
    reference: `A-${n}`,
    orderId: `A-${n}`,
    attempt: `attempt-${n}`,
    state: 'paid',
    transactionNumber: `T-${n}`,
    amount: 1_000 + n,
    createdAt: from + n,
    stateChangedAt: from + n + 1,
    ...fields,
  });
}

function createRecord({ transactionNumber, reference, amount, currencyCode }: Payment): SettlementRecord {
  return {
    kind: 'payment',
    transactionNumber: transactionNumber ?? '',
    reference,
    amount,
    currencyCode,
    status: gatewayStatus.success,
  };
}

interface Comparison {
  readonly differences: Difference[];
  readonly summary: ReconciliationSummary;
}

async function compare(
  store: ReconciliationContext['store'],
  records: CompareRecordsOptions['records'],
  { hasPayouts = false, ...options }: Partial<CompareRecordsOptions> & { readonly hasPayouts?: boolean } = {},
): Promise<Comparison> {
  const payouts = hasPayouts ? ({ merchantId: 1 } as const) : undefined;
  const context = { store, references: new References(), payouts };
  const reconciliation = compareRecords(context, { records, from, to, ...options });
  const differences: Difference[] = [];
  for (;;) {
    const next = await reconciliation.next();
    if (next.done === true) return { differences, summary: next.value };
    differences.push(next.value);
  }
}

async function openStoreWith(payments: readonly Payment[]) {
  const store = memoryStore();
  await store.open();
  for (const payment of payments)
    await store.insert('payment', {
      payment,
      note: {
        reference: payment.reference,
        at: 0,
        source: 'start',
        kind: 'payment-created',
        text: 'Stored.',
      },
    });
  return store;
}

const toLine = ({ type, fields, shop, gateway }: Difference): string =>
  [type, ...fields, shop?.reference ?? gateway?.transactionNumber].join(' ');

it('compareRecords finds no difference between equal records and payments, ignores letter case, and sums both per currency', async () => {
  const payments = [
    createPaidPayment(1),
    createPaidPayment(2, { state: 'refunded' }),
    createPaidPayment(3, { currencyCode: 'SGD' }),
  ];
  const store = await openStoreWith(payments);
  const records = payments.map((payment) => ({
    ...createRecord(payment),
    transactionNumber: (payment.transactionNumber ?? '').toLowerCase(),
  }));
  const { differences, summary } = await compare(store, records);
  expect(differences).toEqual([]);
  expect(summary.totals).toEqual([
    { kind: 'payment', currencyCode: 'MYR', records: 2, recordSum: 2_003, shopCount: 2, shopSum: 2_003 },
    { kind: 'payment', currencyCode: 'SGD', records: 1, recordSum: 1_003, shopCount: 1, shopSum: 1_003 },
  ]);
});

it('compareRecords compares the captured amount of a payment that was captured in part', async () => {
  const payment = createPaidPayment(1, { amount: 1_000, capturedAmount: 700 });
  const store = await openStoreWith([payment]);
  const captured = await compare(store, [{ ...createRecord(payment), amount: 700 }]);
  expect(captured.differences).toEqual([]);
  expect(captured.summary.totals).toMatchObject([{ recordSum: 700, shopSum: 700 }]);
  const authorized = await compare(store, [createRecord(payment)]);
  expect(authorized.differences.map(toLine)).toEqual(['different amount A-1']);
});

it('compareRecords finds missing, unknown, different and duplicate payments', async () => {
  const store = await openStoreWith([
    createPaidPayment(1),
    createPaidPayment(2),
    createPaidPayment(3),
    createPaidPayment(4, { state: 'open', stateChangedAt: null }),
    createPaidPayment(5),
    createPaidPayment(6, { state: 'expired' }),
  ]);
  const records = [
    createRecord(createPaidPayment(2, { amount: 1 })),
    createRecord(createPaidPayment(3)),
    createRecord(createPaidPayment(3)),
    createRecord(createPaidPayment(4)),
    createRecord(createPaidPayment(5, { currencyCode: 'SGD' })),
    createRecord(createPaidPayment(9)),
    { ...createRecord(createPaidPayment(6)), status: gatewayStatus.expired },
  ];
  const { differences, summary } = await compare(store, records);
  expect(differences.map(toLine)).toEqual([
    'missing A-1',
    'different amount A-2',
    'duplicate A-3',
    'different state A-4',
    'different currency A-5',
    'unknown T-9',
  ]);
  expect(summary.differences).toEqual({ missing: 1, unknown: 1, different: 3, duplicate: 1 });
});

it('compareRecords reports no payment of another period as missing, and finds a payment of any age for a record', async () => {
  const store = await openStoreWith([
    // Created before the period and settled in it. It may be in the records of the previous period.
    createPaidPayment(1, { createdAt: from - 5_000 }),
    // Created and settled long before the period. The records below contain it.
    createPaidPayment(2, { createdAt: from - 30 * dayMs, stateChangedAt: from - 29 * dayMs }),
    // Created in the period and settled after it.
    createPaidPayment(3, { createdAt: to - 1, stateChangedAt: to }),
  ]);
  const { differences, summary } = await compare(store, [createRecord(createPaidPayment(2))]);
  expect(differences).toEqual([]);
  expect(summary.possiblyInPreviousPeriod).toBe(1);
});

it('compareRecords compares refunds and payouts with the history of a wallet', async () => {
  const payment = createPaidPayment(1, { state: 'refunding' });
  const store = await openStoreWith([payment]);
  const refund = sampleOperation({
    reference: payment.reference,
    state: 'done',
    transactionNumber: 'RF-1',
    createdAt: from,
  });
  const note = {
    reference: payment.reference,
    at: 0,
    source: 'refund',
    kind: 'operation-changed',
    text: 'Stored.',
  } as const;
  expect(await insertOperation(store, refund, note, payment)).toBe(true);
  const payouts: ShopPayout[] = [
    { reference: 'P-1', transactionNumber: 'PT-1', amount: 500, currencyCode: 'MYR' },
  ];
  const entry = { currencyCode: 'MYR', status: null } as const;
  const records: SettlementRecord[] = [
    createRecord(payment),
    { ...entry, kind: 'refund', transactionNumber: 'RF-1', reference: payment.reference, amount: 100 },
    { ...entry, kind: 'refund', transactionNumber: 'RF-2', reference: 'OTHER', amount: 70 },
    // This refund has the payment and amount of the shop's refund, but another number.
    { ...entry, kind: 'refund', transactionNumber: 'RF-3', reference: payment.reference, amount: 100 },
    { ...entry, kind: 'payout', transactionNumber: 'PT-1', reference: 'P-1', amount: 501 },
    { ...entry, kind: 'payout', transactionNumber: 'PT-9', reference: 'P-9', amount: 9 },
  ];
  const { differences } = await compare(store, records, { payouts });
  expect(differences.map(toLine)).toEqual([
    'unknown RF-2',
    'unknown RF-3',
    'different amount P-1',
    'unknown PT-9',
  ]);
  const withoutPayouts = await compare(store, records);
  expect(withoutPayouts.differences.map(toLine)).toEqual(['unknown RF-2', 'unknown RF-3']);
});

it('with the option payouts of createCheckout, compareRecords compares the payouts in the store', async () => {
  const store = await openStoreWith([]);
  const note = {
    reference: 'PO-1',
    at: 0,
    source: 'payout',
    kind: 'operation-changed',
    text: 'Stored.',
  } as const;
  const states = ['done', 'done', 'failed', 'refused', 'processing'] as const;
  for (const [index, state] of states.entries()) {
    const reference = `PO-${index}`;
    const fields = {
      kind: 'payout',
      id: `payout-000${index}`,
      reference,
      state,
      createdAt: from + index,
    } as const;
    const transactionNumber = state === 'done' ? `PT-${index}` : null;
    await insertOperation(store, sampleOperation({ ...fields, transactionNumber, amount: 500 }), note);
  }
  const toEntry = (transactionNumber: string, reference: string | null, amount = 500): SettlementRecord => ({
    kind: 'payout',
    transactionNumber,
    reference,
    amount,
    currencyCode: 'MYR',
    status: null,
  });
  const records = [
    toEntry('PT-0', null),
    toEntry('PT-1', 'PO-1', 400),
    toEntry('PT-2', 'PO-2'),
    toEntry('PT-3', 'PO-3'),
    toEntry('PT-4', 'PO-4'),
    toEntry('PT-9', 'PO-9'),
  ];
  const { differences } = await compare(store, records, { hasPayouts: true });
  expect(differences.map(toLine)).toEqual(['different amount PO-1', 'different state PO-3', 'unknown PT-9']);
  expect((await compare(store, records)).differences).toEqual([]);
  expect((await compare(store, records, { hasPayouts: true, payouts: [] })).differences).toHaveLength(6);
});

it('compareRecords compares more stored payouts than fit on a page', async () => {
  const store = await openStoreWith([]);
  const note = {
    reference: 'PO-1',
    at: 0,
    source: 'payout',
    kind: 'operation-changed',
    text: 'Stored.',
  } as const;
  const records: SettlementRecord[] = [];
  for (let n = 0; n < 501; n += 1) {
    const [id, reference, transactionNumber] = [`payout-${1_000 + n}`, `PO-${n}`, `PT-${n}`];
    const fields = { kind: 'payout', id, reference, transactionNumber, state: 'done', amount: 500 } as const;
    await insertOperation(store, sampleOperation({ ...fields, createdAt: from }), note);
    const entry = { amount: 500, currencyCode: 'MYR', status: null } as const;
    records.push({ kind: 'payout', transactionNumber, reference, ...entry });
  }
  const { differences, summary } = await compare(store, records, { hasPayouts: true });
  expect(differences).toEqual([]);
  expect(summary.totals).toMatchObject([{ kind: 'payout' }]);
});

it('the error of compareRecords for an invalid record names its position', async () => {
  const store = await openStoreWith([]);
  const records = [
    createRecord(createPaidPayment(1)),
    { ...createRecord(createPaidPayment(2)), amount: 1.5 },
  ];
  await expect(compare(store, records)).rejects.toThrow('Record 2: amount must be an integer of minor units');
});

it('compareRecords refuses a period whose end is not after its start', async () => {
  const store = await openStoreWith([]);
  await expect(compare(store, [], { to: from })).rejects.toThrow('from must be before to');
});

// The nightly run has ten times as many payments. If memory grew with their number, it would exceed the
// limit.
const count = isNightly ? 100_000 : 10_000;
it(`compareRecords finds exactly the inserted differences among ${count} payments in constant memory`, async () => {
  const paymentsPerDifference = 500;
  const insertedCount = count / paymentsPerDifference;
  const countPerKind = insertedCount / 4;
  const createPayment = (n: number): Payment => createPaidPayment(n, { amount: 1_000 + (n % 9_000) });
  // This store creates each page when it is requested, so that only the memory of compareRecords can grow. The
  // first page begins with the newest payment, A-9999 of 10,000 payments, and `after` is the last payment of
  // the page before.
  const store = {
    search: (kind: keyof Searched, filter: PaymentFilter) => {
      if (kind !== 'payments') return Promise.resolve([]);
      const { hasRefunds, after, limit = 50 } = filter;
      const next = after === undefined ? count - 1 : Number(after.reference.replace('A-', '')) - 1;
      const length = hasRefunds === true ? 0 : Math.min(limit, next + 1);
      return Promise.resolve(Array.from({ length }, (_, index) => createPayment(next - index)));
    },
    find: () => Promise.resolve(undefined),
    list: () => Promise.resolve([]),
  };
  const kinds = ['missing', 'amount', 'duplicate', 'unknown'] as const;
  const insertedPerKind = { missing: 0, amount: 0, duplicate: 0, unknown: 0 };
  /** Replaces a record by records with one difference. The four kinds of differences alternate. */
  const insertDifference = (record: SettlementRecord, n: number): SettlementRecord[] => {
    const kind = kinds[Math.floor(n / paymentsPerDifference) % kinds.length] ?? 'missing';
    insertedPerKind[kind] += 1;
    if (kind === 'missing') return [];
    if (kind === 'amount') return [{ ...record, amount: record.amount + 1 }];
    if (kind === 'duplicate') return [record, record];
    return [record, { ...record, transactionNumber: `X-${n}`, reference: `X-${n}` }];
  };
  let recordSum = 0;
  let peakBytes = 0;
  function* createRecords(): Generator<SettlementRecord> {
    for (let n = 0; n < count; n += 1) {
      if (n % 10_000 === 0) peakBytes = Math.max(peakBytes, process.memoryUsage().heapUsed);
      const record = createRecord(createPayment(n));
      // One payment of each group has a difference. Any remainder can be used.
      const hasDifference = n % paymentsPerDifference === 7;
      for (const sentRecord of hasDifference ? insertDifference(record, n) : [record]) {
        recordSum += sentRecord.amount;
        yield sentRecord;
      }
    }
  }
  const bytesBefore = process.memoryUsage().heapUsed;
  const { differences, summary } = await compare(store, createRecords());
  expect(insertedPerKind).toEqual({
    missing: countPerKind,
    amount: countPerKind,
    duplicate: countPerKind,
    unknown: countPerKind,
  });
  expect(summary.differences).toEqual({
    missing: countPerKind,
    different: countPerKind,
    duplicate: countPerKind,
    unknown: countPerKind,
  });
  expect(differences).toHaveLength(insertedCount);
  expect(new Set(differences.flatMap(({ fields }) => fields))).toEqual(new Set(['amount']));
  const shopSum = Array.from({ length: count }, (_, n) => createPayment(n).amount).reduce(
    (sum, amount) => sum + amount,
  );
  expect(summary.totals).toEqual([
    {
      kind: 'payment',
      currencyCode: 'MYR',
      records: count + countPerKind,
      recordSum,
      shopCount: count,
      shopSum,
    },
  ]);
  expect(peakBytes - bytesBefore).toBeLessThan(100 * 1024 * 1024);
});

it(`${count} unknown records are compared in less than ten seconds of CPU time and in constant memory`, async () => {
  const store = await openStoreWith([]);
  let peakBytes = 0;
  function* createRecords(): Generator<SettlementRecord> {
    for (let n = 0; n < count; n += 1) yield createRecord(createPaidPayment(n));
  }
  const bytesBefore = process.memoryUsage().heapUsed;
  const before = process.cpuUsage();
  const reconciliation = compareRecords(
    { store, references: new References(), payouts: undefined },
    { records: createRecords(), from, to },
  );
  let unknownCount = 0;
  for await (const { type } of reconciliation) {
    if (type === 'unknown') unknownCount += 1;
    if (unknownCount % 1_000 === 0) peakBytes = Math.max(peakBytes, process.memoryUsage().heapUsed);
  }
  expect(unknownCount).toBe(count);
  expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
  expect(peakBytes - bytesBefore).toBeLessThan(100 * 1024 * 1024);
  await store.close();
});
