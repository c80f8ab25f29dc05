import { listPayments } from '../engine/list-payments.ts';
import type { AccountOption } from '../engine/payment-context.ts';
import { InvalidRequestError, type TimeInput } from '@pgw/protocol';
import { formatViolations, violationsOf, parseInput, readTime } from '@pgw/protocol/internal';
import type { Payment } from '../model/payments/payment.ts';
import type { References } from '../engine/references.ts';
import type { Operation } from '../model/operations/operation.ts';
import type { PayoutOptions } from '../model/operations/payouts.ts';
import type { Store } from '../model/ports/store.ts';
import { listDifferences, summarize } from './compare.ts';
import { ComparisonTables } from './comparison-tables.ts';
import {
  settlementRecordSchema,
  type Difference,
  type ShopPayout,
  type ReconciliationSummary,
  type SettlementRecord,
} from './settlement-record.ts';

/** The options of `operator.records.compare`. */
export interface CompareRecordsOptions extends AccountOption {
  /** The records of the gateway, for example from `readSettlementCsv` or `walletRecords`. */
  readonly records: AsyncIterable<SettlementRecord> | Iterable<SettlementRecord>;
  /** The start of the period that the records cover. */
  readonly from: TimeInput;
  /** The end of the period. Exclusive, and later than `from`. */
  readonly to: TimeInput;
  /**
   * The payouts that the shop has requested in the period, if they are not in the store. Default: the payouts in the
   * store, if the checkout has the option `payouts`. Otherwise payouts among the records are not compared.
   */
  readonly payouts?: AsyncIterable<ShopPayout> | Iterable<ShopPayout> | undefined;
}

export interface ReconciliationContext {
  readonly store: Pick<Store, 'search' | 'find' | 'list'>;
  readonly references: References;
  readonly payouts: PayoutOptions | undefined;
}

/** Yields each difference. After the last difference, the iterator returns the summary. */
export type Differences = AsyncGenerator<Difference, ReconciliationSummary, undefined>;

const dayMs = 86_400_000;
/** Payments that take longer than this time to settle are found by the reference of a record. */
const maxPaymentTimeMs = 8 * dayMs;

/**
 * Compares payments with a settlement file, and refunds and payouts with the history of a wallet. Both sides may
 * have any length: the memory use is constant.
 */
export async function* compareRecords(
  { store, references, payouts: payoutOptions }: ReconciliationContext,
  { records, payouts, ...range }: CompareRecordsOptions,
): Differences {
  const [from, to] = [readTime(range.from), readTime(range.to)];
  // The comparison is also false for NaN.
  if (!(from < to))
    throw new InvalidRequestError('Reconciliation', [{ path: 'from', message: 'must be before to' }]);
  const tables = new ComparisonTables();
  try {
    const hasPayouts = payouts !== undefined || payoutOptions !== undefined;
    await addRecords(tables, records, { references, hasPayouts });
    const period = { since: from - maxPaymentTimeMs, before: to };
    for await (const payment of listPayments(store, period)) addPayment(tables, payment, { from, to });
    for await (const payment of listPayments(store, { hasRefunds: true, before: to })) {
      for (const refund of await store.list('refunds', payment.reference)) addRefund(tables, payment, refund);
    }
    const storedPayouts = hasPayouts ? listPayouts(store, period.since) : [];
    for await (const payout of payouts ?? storedPayouts) addPayout(tables, payout);
    tables.createIndexes();
    await addReferencedPayments(tables, store);
    tables.match();
    const otherShopRecords = tables.deleteRecordsOfOtherShops();
    yield* listDifferences(tables);
    return { ...summarize(tables), otherShopRecords };
  } finally {
    tables.close();
  }
}

async function addRecords(
  tables: ComparisonTables,
  records: AsyncIterable<SettlementRecord> | Iterable<SettlementRecord>,
  { references, hasPayouts }: { readonly references: References; readonly hasPayouts: boolean },
): Promise<void> {
  let number = 0;
  for await (const record of records) {
    number += 1;
    const result = parseInput(settlementRecordSchema, record);
    if (!result.success) {
      const message = formatViolations(violationsOf(result.error));
      throw new InvalidRequestError(`Record ${number}`, [{ path: '', message }]);
    }
    const { kind, reference } = result.data;
    if (kind === 'payout' && !hasPayouts) continue;
    const isOfOtherShop = reference !== null && references.findMarkOfOtherShop(reference) !== undefined;
    tables.addRecord(result.data, { isOfOtherShop });
  }
}

const pageSize = 500;

/** Yields the newest payouts first. A payout that was made elsewhere can be stored after the period of its record. */
async function* listPayouts(
  store: Pick<Store, 'search'>,
  since: number,
): AsyncGenerator<Operation, void, undefined> {
  for (let after: Operation | undefined; ;) {
    const page = await store.search('operations', { kind: 'payout', after, limit: pageSize });
    for (const payout of page) {
      if (payout.createdAt < since) return;
      yield payout;
    }
    after = page.at(-1);
    if (after === undefined || page.length < pageSize) return;
  }
}

const settledStates: readonly Payment['state'][] = ['paid', 'refunding', 'refunded'];

function addPayment(
  tables: ComparisonTables,
  payment: Payment,
  { from, to }: { from: number; to: number },
): void {
  const { stateChangedAt, createdAt } = payment;
  const isSettled = settledStates.includes(payment.state) && stateChangedAt !== null;
  const isInPeriod = isSettled && stateChangedAt >= from && stateChangedAt < to;
  const expectation = !isInPeriod ? 'optional' : createdAt >= from ? 'required' : 'possibly-earlier';
  tables.addShopRow({ ...toShopRow(payment), kind: 'payment', uniqueKey: payment.reference, expectation });
}

function toShopRow({ reference, transactionNumber, amount, capturedAmount, currencyCode, state }: Payment) {
  return { reference, transactionNumber, amount: capturedAmount ?? amount, currencyCode, state };
}

function addRefund(tables: ComparisonTables, payment: Payment, refund: Operation): void {
  const { currencyCode, reference } = payment;
  const { id, amount, state } = refund;
  const transactionNumber = refund.transactionNumber ?? payment.transactionNumber;
  const side = { reference, transactionNumber, amount, currencyCode, state };
  tables.addShopRow({ ...side, kind: 'refund', uniqueKey: id, expectation: 'optional' });
}

function addPayout(tables: ComparisonTables, payout: ShopPayout | Operation): void {
  const { reference, transactionNumber, amount, currencyCode } = payout;
  const state = 'state' in payout ? payout.state : 'requested';
  const side = { reference, transactionNumber, amount, currencyCode, state };
  tables.addShopRow({ ...side, kind: 'payout', uniqueKey: reference, expectation: 'optional' });
}

/** Adds payments outside of the period whose reference a record contains. */
async function addReferencedPayments(tables: ComparisonTables, store: Pick<Store, 'find'>): Promise<void> {
  for (const references of tables.listUnmatchedReferences(pageSize)) {
    // The calls of a page share a few statements of the store.
    const payments = await Promise.all(references.map((reference) => store.find('payment', reference)));
    for (const payment of payments) {
      if (payment === undefined) continue;
      const row = { ...toShopRow(payment), kind: 'payment', uniqueKey: payment.reference } as const;
      tables.addShopRow({ ...row, expectation: 'optional' });
    }
  }
}
