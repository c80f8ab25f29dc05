import { paymentStatus } from '@pgw/protocol';
import { z } from 'zod';
import type { Row, Scratch } from './scratch.ts';
import type { Difference, ReconciliationSummary, ReconciliationTotal, Side } from './settlement-record.ts';

const kind = z.enum(['payment', 'refund', 'payout']);
const text = z.string().nullable();

const recordColumns = z.object({
  kind,
  transaction_number: z.string(),
  reference: text,
  amount: z.number(),
  currency: z.string(),
  status: z.number().nullable(),
});

const ownColumns = z.object({
  own_transaction_number: text,
  own_reference: text,
  own_amount: z.number(),
  own_currency: z.string(),
  own_state: z.string(),
});

const ownSelection = `ours.transaction_number AS own_transaction_number, ours.reference AS own_reference, ours.amount AS own_amount,
  ours.currency AS own_currency, ours.state AS own_state`;

const isRepeated = `EXISTS (SELECT 1 FROM records AS earlier WHERE earlier.kind = records.kind
  AND earlier.transaction_key = records.transaction_key AND earlier.rowid < records.rowid)`;

const isMissing = 'is_expected = 1 AND NOT EXISTS (SELECT 1 FROM records WHERE records.match = ours.id)';

/** Reads the differences of two matched sides, one by one. */
export function* differencesOf(scratch: Scratch): Generator<Difference, void, undefined> {
  for (const row of scratch.rows(`SELECT kind, ${ownSelection} FROM ours WHERE ${isMissing} ORDER BY id`)) {
    const found = z.object({ kind }).parse(row);
    yield { type: 'missing', kind: found.kind, fields: [], shop: shopSide(row), gateway: null };
  }
  const records = scratch.rows(
    `SELECT records.*, ours.id AS own_id, ${isRepeated} AS is_repeated, ${ownSelection}
     FROM records LEFT JOIN ours ON ours.id = records.match ORDER BY records.rowid`,
  );
  for (const row of records) {
    const difference = differenceOf(row);
    if (difference !== undefined) yield difference;
  }
}

function differenceOf(row: Row): Difference | undefined {
  const record = recordColumns.parse(row);
  const gateway: Side = {
    transactionNumber: record.transaction_number,
    reference: record.reference,
    amount: record.amount,
    currencyCode: record.currency,
    state: record.status === null ? null : paymentStatus(record.status).name,
  };
  const shop = row['own_id'] === null ? null : shopSide(row);
  const about = { kind: record.kind, fields: [], shop, gateway };
  if (row['is_repeated'] === 1) return { ...about, type: 'doubled' };
  if (shop === null) return { ...about, type: 'unknown' };
  const fields = fieldsThatDiffer(record, shop);
  return fields.length === 0 ? undefined : { ...about, type: 'different', fields };
}

function shopSide(row: Row): Side {
  const own = ownColumns.parse(row);
  return {
    transactionNumber: own.own_transaction_number,
    reference: own.own_reference,
    amount: own.own_amount,
    currencyCode: own.own_currency,
    state: own.own_state,
  };
}

function fieldsThatDiffer(record: z.output<typeof recordColumns>, shop: Side): Difference['fields'] {
  const fields: Difference['fields'][number][] = [];
  if (record.amount !== shop.amount) fields.push('amount');
  if (record.currency !== shop.currencyCode) fields.push('currency');
  if (!fitsState(record, shop.state ?? '')) fields.push('state');
  return fields;
}

/**
 * True if a record's status matches the state in the shop. A record without a status counts as successful.
 */
function fitsState({ kind: of, status }: z.output<typeof recordColumns>, state: string): boolean {
  if (of === 'refund') return state !== 'refused';
  if (of === 'payout') return true;
  const isPaid = ['paid', 'refunding', 'refunded'].includes(state);
  const { outcome } = paymentStatus(status ?? 1);
  if (outcome === 'paid') return isPaid;
  return outcome === 'refunding' || outcome === 'refunded' ? isPaid && state !== 'paid' : !isPaid;
}

const totalRow = z.object({ kind, currency: z.string(), number: z.number(), total: z.number() });

/** Counts and sums both sides. */
export function summaryOf(scratch: Scratch): ReconciliationSummary {
  const totals = new Map<string, ReconciliationTotal>();
  const add = (row: Row, side: 'record' | 'shop'): void => {
    const { kind: of, currency: currencyCode, number, total } = totalRow.parse(row);
    const key = `${of} ${currencyCode}`;
    const none = { kind: of, currencyCode, records: 0, recordSum: 0, shopCount: 0, shopSum: 0 };
    const sums =
      side === 'record' ? { records: number, recordSum: total } : { shopCount: number, shopSum: total };
    totals.set(key, { ...none, ...totals.get(key), ...sums });
  };
  const sums = 'count(*) AS number, sum(amount) AS total';
  for (const row of scratch.rows(`SELECT kind, currency, ${sums} FROM records GROUP BY 1, 2`))
    add(row, 'record');
  const own = `SELECT kind, currency, ${sums} FROM ours
    WHERE is_expected = 1 OR id IN (SELECT match FROM records) GROUP BY 1, 2`;
  for (const row of scratch.rows(own)) add(row, 'shop');
  const differences = { missing: 0, unknown: 0, different: 0, doubled: 0 };
  for (const { type } of differencesOf(scratch)) differences[type] += 1;
  const edge =
    'SELECT count(*) AS number FROM ours WHERE is_expected = 2 AND id NOT IN (SELECT match FROM records WHERE match IS NOT NULL)';
  const [atTheEdge] = scratch.rows(edge);
  return {
    records: [...totals.values()].reduce((sum, { records }) => sum + records, 0),
    differences,
    totals: [...totals.values()],
    atTheEdge: Number(atTheEdge?.['number'] ?? 0),
  };
}
