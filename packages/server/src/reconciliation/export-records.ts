import type { DatabaseSync } from 'node:sqlite';
import { InvalidRequestError, normalizeReference, type TimeInput } from '@pgw/protocol';
import { formatViolations, parseInput, readTime, violationsOf } from '@pgw/protocol/internal';
import { openTemporaryDatabase } from './comparison-tables.ts';
import { listPayments } from '../engine/list-payments.ts';
import type { Operation, OperationKind } from '../model/operations/operation.ts';
import type { Payment } from '../model/payments/payment.ts';
import type { Store } from '../model/ports/store.ts';
import { type CompareRecordsOptions, type Differences } from './compare-records.ts';
import { settlementRecordSchema, type SettlementRecord } from './settlement-record.ts';

/** The options of `operator.records.export`. */
export interface ExportRecordsOptions {
  /** The start of the period. */
  readonly from: TimeInput;
  /** The end of the period. Exclusive, and later than `from`. */
  readonly to: TimeInput;
  /** Records of the gateway with fees or balances, for example from `readSettlementCsv` or `walletRecords`. Default: none. */
  readonly records?: AsyncIterable<SettlementRecord> | Iterable<SettlementRecord> | undefined;
}

/** A movement of money in the books of the shop. Amounts are integers of minor units. */
export interface Movement {
  /**
   * What moved the money. A payment that was captured in parts has only its captures. A `reversal` takes a payment, a refund or a payout back.
   */
  readonly kind: 'payment' | 'capture' | 'refund' | 'payout' | 'reversal';
  /** When a payment was fulfilled or paid, and when another movement was stored, in milliseconds since the Unix epoch. */
  readonly at: number;
  /** The reference of the payment or payout. */
  readonly reference: string;
  /** The order of a payment; null for operations. */
  readonly orderId: string | null;
  /** The id of the operation; null for a payment. */
  readonly operationId: string | null;
  /** The gateway's number of the payment or operation; null until the gateway has reported it. */
  readonly transactionNumber: string | null;
  /** The gateway's id of the channel; null when it is not known. */
  readonly channelId: number | null;
  /** 3-letter ISO 4217 code in upper case. */
  readonly currencyCode: string;
  /** Negative for money that leaves the shop. A refund includes its charge. */
  readonly amount: number;
  /** The part of a refund that the provider kept. */
  readonly charge: number;
  /** The fee in the records; null if they have none. */
  readonly fee: number | null;
  /** The balance of the wallet after the movement in the records; null if they have none. */
  readonly balance: number | null;
  /** The state of the payment or operation. */
  readonly state: string;
}

/** The movements of a day, a channel, a currency and a kind. */
export interface MovementTotal extends Pick<Movement, 'kind' | 'channelId' | 'currencyCode'> {
  /** The day in UTC, such as `2026-01-31`. */
  readonly day: string;
  /** The number of movements. */
  readonly count: number;
  /** The sum of the amounts, in minor units. */
  readonly amount: number;
}

/** Yields each movement. After the last one, the iterator returns the totals. */
export type Movements = AsyncGenerator<Movement, readonly MovementTotal[], undefined>;

/** Comparisons with records of the gateway, and exports. */
export interface OperatorRecords {
  /**
   * Compares the store with the records. Yields each difference, then returns the totals. Changes nothing. See
   * `CompareRecordsOptions` and docs/restoring.md.
   */
  compare(options: CompareRecordsOptions): Differences;
  /**
   * Exports the payments, captures, refunds, reversals and payouts of a period. Yields each movement, then returns the totals per
   * day, channel and currency. See `ExportRecordsOptions`.
   */
  export(options: ExportRecordsOptions): Movements;
  /** The same as the lines of a CSV file, the titles first. Amounts are decimals of major units. */
  exportCsv(options: ExportRecordsOptions): MovementLines;
}

/** Yields each line. After the last one, the iterator returns the totals. */
export type MovementLines = AsyncGenerator<string, readonly MovementTotal[], undefined>;

/** The reads of an export. */
export type ExportStore = Pick<Store, 'search' | 'list'>;

const dayMs = 86_400_000;
/** A payment can be captured or paid so long after it was started. Its money can be taken back later. */
const maxPaymentTimeMs = 31 * dayMs;
const pageSize = 500;

/**
 * Exports the movements of a period: payments first, then captures, refunds and payouts, each newest first. The memory use depends
 * only on the number of totals.
 */
export async function* exportRecords(
  store: ExportStore,
  { records = [], ...range }: ExportRecordsOptions,
): Movements {
  const [from, to] = [readTime(range.from), readTime(range.to)];
  if (!(from < to)) throw new InvalidRequestError('Export', [{ path: 'from', message: 'must be before to' }]);
  const details = new RecordDetails();
  const totals = new Map<string, MovementTotal>();
  try {
    for await (const record of records) details.add(record);
    for await (const movement of listMovements(store, { from, to })) {
      if (movement.at < from || movement.at >= to) continue;
      addTotal(totals, movement);
      yield { ...movement, ...details.find(movement) };
    }
    return [...totals.values()].sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
  } finally {
    details.close();
  }
}

type Found = Omit<Movement, 'fee' | 'balance'>;
interface Period {
  readonly from: number;
  readonly to: number;
}

async function* listMovements(
  store: ExportStore,
  { from, to }: Period,
): AsyncGenerator<Found, void, undefined> {
  const since = from - maxPaymentTimeMs;
  for await (const payment of listPayments(store, { since, before: to }))
    yield* toPaymentMovements(store, payment);
  for await (const payment of listPayments(store, { states: ['reversed'], before: since }))
    yield* toPaymentMovements(store, payment);
  for (const kind of ['capture', 'refund', 'payout'] as const)
    for await (const operation of listOperations(store, kind, { from, to }))
      yield* toOperationMovements(operation);
}

async function* listOperations(
  store: ExportStore,
  kind: OperationKind,
  { from, to }: Period,
): AsyncGenerator<Operation, void, undefined> {
  for (let after: Operation | undefined; ;) {
    const page = await store.search('operations', { kind, before: to, after, limit: pageSize });
    for (const operation of page) {
      if (operation.createdAt < from) return;
      yield operation;
    }
    after = page.at(-1);
    if (after === undefined || page.length < pageSize) return;
  }
}

const movedStates: readonly Payment['state'][] = ['paid', 'refunding', 'refunded', 'reversed'];

async function* toPaymentMovements(
  store: ExportStore,
  payment: Payment,
): AsyncGenerator<Found, void, undefined> {
  const { reference, orderId, transactionNumber, channel, currencyCode, amount, state, fulfillment } =
    payment;
  // The captures of a payment are movements of their own.
  if (!movedStates.includes(state) || payment.capturedAmount !== null) return;
  const stateChangedAt = payment.stateChangedAt ?? payment.createdAt;
  let at = stateChangedAt;
  if (state !== 'paid') {
    // An authorization that was voided before anything was captured is `refunded` too.
    const refunds =
      state !== 'reversed' && fulfillment.state === 'none'
        ? await store.list('refunds', reference)
        : [payment];
    if (refunds.length === 0) return;
    const notes = await store.list('notes', reference);
    at = notes.find(({ kind }) => kind === 'order-fulfilled')?.at ?? payment.createdAt;
  }
  const common = { reference, orderId, operationId: null, transactionNumber, channelId: channel?.id ?? null };
  const paid = { ...common, currencyCode, charge: 0, state };
  yield { ...paid, kind: 'payment', at, amount };
  if (state === 'reversed') yield { ...paid, kind: 'reversal', at: stateChangedAt, amount: -amount };
}

function* toOperationMovements(operation: Operation): Generator<Found, void, undefined> {
  const {
    kind,
    reference,
    id: operationId,
    transactionNumber,
    channelId,
    currencyCode,
    state,
    charge,
  } = operation;
  if (state !== 'done' && state !== 'reversed') return;
  const amount = kind === 'capture' ? operation.amount : -(operation.amount + charge);
  const common = { reference, orderId: null, operationId, transactionNumber, channelId, currencyCode, state };
  yield { ...common, kind, at: operation.createdAt, amount, charge };
  if (state === 'reversed')
    yield { ...common, kind: 'reversal', at: operation.createdAt, amount: -amount, charge: -charge };
}

function addTotal(
  totals: Map<string, MovementTotal>,
  { at, kind, channelId, currencyCode, amount }: Found,
): void {
  const total = {
    day: new Date(at).toISOString().slice(0, 10),
    kind,
    channelId,
    currencyCode,
    count: 0,
    amount: 0,
  };
  const key = toKey(total);
  const before = totals.get(key) ?? total;
  totals.set(key, { ...before, count: before.count + 1, amount: before.amount + amount });
}

const toKey = ({ day, channelId, currencyCode, kind }: Omit<MovementTotal, 'count' | 'amount'>): string =>
  [day, String(channelId ?? '').padStart(6), currencyCode, kind].join(' ');

/** The fees and balances of records, in a temporary database on disk. */
class RecordDetails {
  readonly #database: DatabaseSync;
  readonly #insert;
  readonly #select;
  #count = 0;

  constructor() {
    this.#database = openTemporaryDatabase(
      'CREATE TABLE details (key TEXT PRIMARY KEY, fee INTEGER, balance INTEGER);',
    );
    this.#insert = this.#database.prepare('INSERT OR REPLACE INTO details VALUES (?, ?, ?)');
    this.#select = this.#database.prepare('SELECT fee, balance FROM details WHERE key = ?');
  }

  add(record: SettlementRecord): void {
    this.#count += 1;
    const { success, data, error } = parseInput(settlementRecordSchema, record);
    if (!success)
      throw new InvalidRequestError(`Record ${this.#count}`, [
        { path: '', message: formatViolations(violationsOf(error)) },
      ]);
    const key = `${data.kind} ${normalizeReference(data.transactionNumber)}`;
    this.#insert.run(key, data.fee ?? null, data.balance ?? null);
  }

  find({ kind, transactionNumber }: Found): Pick<Movement, 'fee' | 'balance'> {
    const row =
      this.#count === 0 || transactionNumber === null
        ? undefined
        : this.#select.get(`${kind} ${normalizeReference(transactionNumber)}`);
    const read = (value: unknown): number | null => (typeof value === 'number' ? value : null);
    return { fee: read(row?.['fee']), balance: read(row?.['balance']) };
  }

  close(): void {
    this.#database.close();
  }
}
