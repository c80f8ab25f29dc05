import { describe, expect, it } from 'vitest';
import type { Difference, KnownPayout, ReconciliationSummary, SettlementRecord } from '../../src/index.ts';
import type { Payment } from '../../src/payments/payment.ts';
import type { Refund } from '../../src/refunds/refund.ts';
import { reconcileWith, type ReconcileWithOptions } from '../../src/reconciliation/reconcile-with.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { samplePayment } from '../../src/stores/contract/sample-payment.ts';
import type { PaymentFilter } from '../../src/payments/store.ts';

const from = 1_000_000_000;
const to = from + 86_400_000;

function paid(n: number, fields: Partial<Payment> = {}): Payment {
  return samplePayment({
    reference: `A-${n}`,
    orderId: `A-${n}`,
    attempt: `attempt-${n}`,
    state: 'paid',
    transactionNumber: `T-${n}`,
    amount: 1_000 + n,
    createdAt: from + n,
    settledAt: from + n + 1,
    ...fields,
  });
}

function recordOf({ transactionNumber, reference, amount, currencyCode }: Payment): SettlementRecord {
  return {
    kind: 'payment',
    transactionNumber: transactionNumber ?? '',
    reference,
    amount,
    currencyCode,
    status: 1,
  };
}

interface Compared {
  readonly differences: Difference[];
  readonly summary: ReconciliationSummary;
}

async function compare(
  store: Parameters<typeof reconcileWith>[0],
  records: Parameters<typeof reconcileWith>[1],
  options: Partial<ReconcileWithOptions> = {},
): Promise<Compared> {
  const compared = reconcileWith(store, records, { from, to, ...options });
  const differences: Difference[] = [];
  for (;;) {
    const next = await compared.next();
    if (next.done === true) return { differences, summary: next.value };
    differences.push(next.value);
  }
}

async function storeWith(payments: readonly Payment[]) {
  const store = memoryStore();
  await store.open();
  for (const payment of payments)
    await store.insertPayment(payment, {
      reference: payment.reference,
      at: 0,
      source: 'start',
      text: 'Stored.',
    });
  return store;
}

const short = ({ type, fields, shop, gateway }: Difference): string =>
  [type, ...fields, shop?.reference ?? gateway?.transactionNumber].join(' ');

describe('reconcileWith', () => {
  it('finds no difference if both sides are equal in any letter case, and sums both', async () => {
    const payments = [paid(1), paid(2, { state: 'refunded' }), paid(3, { currencyCode: 'SGD' })];
    const store = await storeWith(payments);
    const records = payments.map((payment) => ({
      ...recordOf(payment),
      transactionNumber: (payment.transactionNumber ?? '').toLowerCase(),
    }));
    const { differences, summary } = await compare(store, records);
    expect(differences).toEqual([]);
    expect(summary.totals).toEqual([
      { kind: 'payment', currencyCode: 'MYR', records: 2, recordSum: 2_003, shopCount: 2, shopSum: 2_003 },
      { kind: 'payment', currencyCode: 'SGD', records: 1, recordSum: 1_003, shopCount: 1, shopSum: 1_003 },
    ]);
  });

  it('finds missing, unknown, different and doubled payments', async () => {
    const store = await storeWith([
      paid(1),
      paid(2),
      paid(3),
      paid(4, { state: 'open', settledAt: null }),
      paid(5),
      paid(6, { state: 'expired' }),
    ]);
    const records = [
      recordOf(paid(2, { amount: 1 })),
      recordOf(paid(3)),
      recordOf(paid(3)),
      recordOf(paid(4)),
      recordOf(paid(5, { currencyCode: 'SGD' })),
      recordOf(paid(9)),
      { ...recordOf(paid(6)), status: 10 },
    ];
    const { differences, summary } = await compare(store, records);
    expect(differences.map(short)).toEqual([
      'missing A-1',
      'different amount A-2',
      'doubled A-3',
      'different state A-4',
      'different currency A-5',
      'unknown T-9',
    ]);
    expect(summary.differences).toEqual({ missing: 1, unknown: 1, different: 3, doubled: 1 });
  });

  it('does not report payments of the previous period as missing, and finds payments of any age', async () => {
    const day = 86_400_000;
    const store = await storeWith([
      paid(1, { createdAt: from - 5_000 }),
      paid(2, { createdAt: from - 30 * day, settledAt: from - 29 * day }),
      paid(3, { createdAt: to - 1, settledAt: to }),
    ]);
    const { differences, summary } = await compare(store, [recordOf(paid(2))]);
    expect(differences).toEqual([]);
    expect(summary.atTheEdge).toBe(1);
  });

  it('compares refunds and payouts with a wallet’s history', async () => {
    const payment = paid(1, { state: 'refunding' });
    const store = await storeWith([payment]);
    const refund: Refund = {
      key: 'k1',
      reference: payment.reference,
      state: 'done',
      amount: 100,
      reason: 'Torn',
      refundTransactionNumber: 'RF-1',
      gatewayStatus: 11,
      message: null,
      createdAt: from,
      nextQueryAt: null,
      version: 1,
    };
    const at = { reference: payment.reference, at: 0, source: 'refund', text: 'Stored.' } as const;
    expect(await store.insertRefund(payment, refund, at)).toBe(true);
    const payouts: KnownPayout[] = [
      { reference: 'P-1', transactionNumber: 'PT-1', amount: 500, currencyCode: 'MYR' },
    ];
    const entry = { currencyCode: 'MYR', status: null } as const;
    const records: SettlementRecord[] = [
      recordOf(payment),
      { ...entry, kind: 'refund', transactionNumber: 'RF-1', reference: payment.reference, amount: 100 },
      { ...entry, kind: 'refund', transactionNumber: 'RF-2', reference: 'OTHER', amount: 70 },
      // Of the same payment and amount as the refund that the shop knows, with a number of its own.
      { ...entry, kind: 'refund', transactionNumber: 'RF-3', reference: payment.reference, amount: 100 },
      { ...entry, kind: 'payout', transactionNumber: 'PT-1', reference: 'P-1', amount: 501 },
      { ...entry, kind: 'payout', transactionNumber: 'PT-9', reference: 'P-9', amount: 9 },
    ];
    const { differences } = await compare(store, records, { payouts });
    expect(differences.map(short)).toEqual([
      'unknown RF-2',
      'unknown RF-3',
      'different amount P-1',
      'unknown PT-9',
    ]);
    const withoutPayouts = await compare(store, records);
    expect(withoutPayouts.differences.map(short)).toEqual(['unknown RF-2', 'unknown RF-3']);
  });

  it('refuses an invalid record with its number, and a period that ends before it begins', async () => {
    const store = await storeWith([]);
    const wrong = [recordOf(paid(1)), { ...recordOf(paid(2)), amount: 1.5 }];
    await expect(compare(store, wrong)).rejects.toThrow('Record 2: amount must be an integer of minor units');
    await expect(compare(store, [], { to: from })).rejects.toThrow('from must be before to');
  });

  // The nightly run has so many payments that memory which grows with them would exceed the limit.
  const count = process.env['PGW_NIGHTLY'] === '1' ? 100_000 : 10_000;
  it(`finds exactly the planted differences among ${count} payments in constant memory`, async () => {
    const planted = count / 500;
    const each = planted / 4;
    const payment = (n: number): Payment => paid(n, { amount: 1_000 + (n % 9_000) });
    // A store that makes each page when it is requested, so that only memory of reconcileWith can grow.
    const store = {
      findPayments: ({ hasRefunds, after, limit = 50 }: PaymentFilter): Promise<Payment[]> => {
        const next = after === undefined ? count - 1 : Number(after.reference.slice(2)) - 1;
        const length = hasRefunds === true ? 0 : Math.min(limit, next + 1);
        return Promise.resolve(Array.from({ length }, (_, index) => payment(next - index)));
      },
      findPayment: () => Promise.resolve(undefined),
      refundsOf: () => Promise.resolve([]),
    };
    const expected = new Map<string, number>();
    const plant = (what: string): void => void expected.set(what, (expected.get(what) ?? 0) + 1);
    let recordSum = 0;
    let peak = 0;
    function* records(): Generator<SettlementRecord> {
      for (let n = 0; n < count; n += 1) {
        if (n % 10_000 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed);
        const record = recordOf(payment(n));
        const kind =
          n % 500 === 7 ? ['missing', 'amount', 'doubled', 'unknown'][Math.floor(n / 500) % 4] : '';
        if (kind !== '') plant(kind ?? '');
        const made =
          kind === 'missing'
            ? []
            : kind === 'amount'
              ? [{ ...record, amount: record.amount + 1 }]
              : kind === 'doubled'
                ? [record, record]
                : kind === 'unknown'
                  ? [record, { ...record, transactionNumber: `X-${n}`, reference: `X-${n}` }]
                  : [record];
        for (const one of made) {
          recordSum += one.amount;
          yield one;
        }
      }
    }
    const before = process.memoryUsage().heapUsed;
    const { differences, summary } = await compare(store, records());
    expect(Object.fromEntries(expected)).toEqual({
      missing: each,
      amount: each,
      doubled: each,
      unknown: each,
    });
    expect(summary.differences).toEqual({ missing: each, different: each, doubled: each, unknown: each });
    expect(differences).toHaveLength(planted);
    expect(new Set(differences.flatMap(({ fields }) => fields))).toEqual(new Set(['amount']));
    const shopSum = Array.from({ length: count }, (_, n) => payment(n).amount).reduce(
      (sum, one) => sum + one,
    );
    expect(summary.totals).toEqual([
      { kind: 'payment', currencyCode: 'MYR', records: count + each, recordSum, shopCount: count, shopSum },
    ]);
    expect(peak - before).toBeLessThan(100 * 1024 * 1024);
  });
});
