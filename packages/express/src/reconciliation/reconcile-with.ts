import { InvalidRequestError } from '@pgw/protocol';
import { listViolations, violationsOf } from '@pgw/protocol/internal';
import type { Payment } from '../payments/payment.ts';
import type { PaymentFilter, Store } from '../payments/store.ts';
import { listDifferences, summarize } from './compare.ts';
import { Scratch } from './scratch.ts';
import {
  settlementRecordSchema,
  type Difference,
  type ShopPayout,
  type ReconciliationSummary,
  type SettlementRecord,
} from './settlement-record.ts';

/** The options of a reconciliation. */
export interface ReconcileWithOptions {
  /** The start of the period that the records cover, in milliseconds since the Unix epoch. */
  readonly from: number;
  /** The end of the period, in milliseconds since the Unix epoch. Exclusive, and later than `from`. */
  readonly to: number;
  /**
   * The payouts that the shop has requested in the period. Without this option, payouts among the records are
   * not compared.
   */
  readonly payouts?: AsyncIterable<ShopPayout> | Iterable<ShopPayout> | undefined;
}

/** Yields each difference. After the last difference, the iterator returns the summary. */
export type Differences = AsyncGenerator<Difference, ReconciliationSummary, undefined>;

/** The maximum time between the creation of a payment and its settlement. The sweep stops before it. */
const maxPaymentTimeMs = 8 * 86_400_000;

/**
 * Compares the store with the gateway's records. Payments are compared with a settlement file, and refunds
 * and payouts with the history of a wallet. Both sides may have any length, and the memory use is constant.
 * Changes nothing.
 *
 * @throws InvalidRequestError when the period or a record breaks a rule. The message contains the number of
 * the record.
 * @throws PgwError `store-unavailable` when the store fails.
 */
export async function* reconcileWith(
  store: Pick<Store, 'findPayments' | 'findPayment' | 'listRefunds'>,
  records: AsyncIterable<SettlementRecord> | Iterable<SettlementRecord>,
  { from, to, payouts }: ReconcileWithOptions,
): Differences {
  if (!(from < to))
    throw new InvalidRequestError('Reconciliation', [{ path: 'from', message: 'must be before to' }]);
  const scratch = new Scratch();
  try {
    await addRecords(scratch, records, { hasPayouts: payouts !== undefined });
    const period = { since: from - maxPaymentTimeMs, before: to };
    for await (const payment of listPayments(store, period)) addPayment(scratch, payment, { from, to });
    for await (const payment of listPayments(store, { hasRefunds: true, before: to })) {
      for (const refund of await store.listRefunds(payment.reference)) addRefund(scratch, payment, refund);
    }
    for await (const payout of payouts ?? []) addPayout(scratch, payout);
    scratch.createIndexes();
    await addNamedPayments(scratch, store);
    scratch.match();
    yield* listDifferences(scratch);
    return summarize(scratch);
  } finally {
    scratch.close();
  }
}

async function addRecords(
  scratch: Scratch,
  records: AsyncIterable<SettlementRecord> | Iterable<SettlementRecord>,
  { hasPayouts }: { readonly hasPayouts: boolean },
): Promise<void> {
  let number = 0;
  for await (const record of records) {
    number += 1;
    const result = settlementRecordSchema.safeParse(record);
    if (!result.success) {
      const message = listViolations(violationsOf(result.error));
      throw new InvalidRequestError(`Record ${number}`, [{ path: '', message }]);
    }
    if (result.data.kind !== 'payout' || hasPayouts) scratch.addRecord(result.data);
  }
}

const pageSize = 500;

/** Yields all payments that match a filter, and loads them page by page. */
async function* listPayments(
  store: Pick<Store, 'findPayments'>,
  filter: PaymentFilter,
): AsyncGenerator<Payment, void, undefined> {
  for (let after: PaymentFilter['after']; ;) {
    const page = await store.findPayments({ ...filter, after, limit: pageSize });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = { createdAt: last.createdAt, reference: last.reference };
  }
}

const settledStates: readonly Payment['state'][] = ['paid', 'refunding', 'refunded'];

function addPayment(scratch: Scratch, payment: Payment, { from, to }: { from: number; to: number }): void {
  const { settledAt, createdAt } = payment;
  const isSettled = settledStates.includes(payment.state) && settledAt !== null;
  const isInPeriod = isSettled && settledAt >= from && settledAt < to;
  const expected = isInPeriod ? (createdAt >= from ? 1 : 2) : 0;
  scratch.addShopRow({ ...toShopRow(payment), kind: 'payment', groupKey: payment.reference, expected });
}

function toShopRow({ reference, transactionNumber, amount, capturedAmount, currencyCode, state }: Payment) {
  return { reference, transactionNumber, amount: capturedAmount ?? amount, currencyCode, state };
}

function addRefund(
  scratch: Scratch,
  payment: Payment,
  refund: Awaited<ReturnType<Store['listRefunds']>>[number],
): void {
  const { currencyCode, reference } = payment;
  const { key, amount, state, refundTransactionNumber } = refund;
  const transactionNumber = refundTransactionNumber ?? payment.transactionNumber;
  const side = { reference, transactionNumber, amount, currencyCode, state };
  scratch.addShopRow({ ...side, kind: 'refund', groupKey: key, expected: 0 });
}

function addPayout(scratch: Scratch, payout: ShopPayout): void {
  scratch.addShopRow({
    ...payout,
    state: 'requested',
    kind: 'payout',
    groupKey: payout.reference,
    expected: 0,
  });
}

/** Adds payments outside of the period whose reference a record contains. */
async function addNamedPayments(scratch: Scratch, store: Pick<Store, 'findPayment'>): Promise<void> {
  for (let row = scratch.nextUnmatched(0); row !== undefined; row = scratch.nextUnmatched(row.id)) {
    const payment = await store.findPayment(row.reference);
    if (payment !== undefined)
      scratch.addShopRow({
        ...toShopRow(payment),
        kind: 'payment',
        groupKey: payment.reference,
        expected: 0,
      });
  }
}
