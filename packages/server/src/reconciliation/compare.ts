import { paymentStatus } from '@pgw/protocol';
import * as z from '@pgw/protocol/zod';
import type { Row, ComparisonTables } from './comparison-tables.ts';
import type { Difference, ReconciliationSummary, ReconciliationTotal, Side } from './settlement-record.ts';

const kindSchema = z.enum(['payment', 'refund', 'payout']);
const nullableTextSchema = z.string().nullable();

const recordColumnsSchema = z.object({
  kind: kindSchema,
  transaction_number: z.string(),
  reference: nullableTextSchema,
  amount: z.number(),
  currency: z.string(),
  status: z.number().nullable(),
});

const shopColumnsSchema = z.object({
  shop_transaction_number: nullableTextSchema,
  shop_reference: nullableTextSchema,
  shop_amount: z.number(),
  shop_currency: z.string(),
  shop_state: z.string(),
});

const shopSelection = `shop_rows.transaction_number AS shop_transaction_number, shop_rows.reference AS shop_reference, shop_rows.amount AS shop_amount,
  shop_rows.currency AS shop_currency, shop_rows.state AS shop_state`;

const repeatedCondition = `EXISTS (SELECT 1 FROM records AS earlier WHERE earlier.kind = records.kind
  AND earlier.transaction_key = records.transaction_key AND earlier.rowid < records.rowid)`;

const missingCondition =
  "expectation = 'required' AND NOT EXISTS (SELECT 1 FROM records WHERE records.match = shop_rows.id)";

export function* listDifferences(tables: ComparisonTables): Generator<Difference, void, undefined> {
  for (const row of tables.readRows(
    `SELECT kind, ${shopSelection} FROM shop_rows WHERE ${missingCondition} ORDER BY id`,
  )) {
    const missingRow = z.object({ kind: kindSchema }).parse(row);
    yield { type: 'missing', kind: missingRow.kind, fields: [], shop: readShopSide(row), gateway: null };
  }
  const records = tables.readRows(
    `SELECT records.*, shop_rows.id AS shop_id, ${repeatedCondition} AS is_repeated, ${shopSelection}
     FROM records LEFT JOIN shop_rows ON shop_rows.id = records.match ORDER BY records.rowid`,
  );
  for (const row of records) {
    const difference = findDifference(row);
    if (difference !== undefined) yield difference;
  }
}

function findDifference(row: Row): Difference | undefined {
  const record = recordColumnsSchema.parse(row);
  const gateway: Side = {
    transactionNumber: record.transaction_number,
    reference: record.reference,
    amount: record.amount,
    currencyCode: record.currency,
    state: record.status === null ? null : paymentStatus(record.status).name,
  };
  const shop = row['shop_id'] === null ? null : readShopSide(row);
  const common = { kind: record.kind, fields: [], shop, gateway };
  if (row['is_repeated'] === 1) return { ...common, type: 'duplicate' };
  if (shop === null) return { ...common, type: 'unknown' };
  const fields = listDifferentFields(record, shop);
  return fields.length === 0 ? undefined : { ...common, type: 'different', fields };
}

function readShopSide(row: Row): Side {
  const columns = shopColumnsSchema.parse(row);
  return {
    transactionNumber: columns.shop_transaction_number,
    reference: columns.shop_reference,
    amount: columns.shop_amount,
    currencyCode: columns.shop_currency,
    state: columns.shop_state,
  };
}

function listDifferentFields(record: z.output<typeof recordColumnsSchema>, shop: Side): Difference['fields'] {
  const fields: Difference['fields'][number][] = [];
  if (record.amount !== shop.amount) fields.push('amount');
  if (record.currency !== shop.currencyCode) fields.push('currency');
  if (!matchesState(record, shop.state ?? '')) fields.push('state');
  return fields;
}

/** The gateway's status of a successful payment. A record without a status counts as successful. */
const successStatus = 1;

function matchesState({ kind, status }: z.output<typeof recordColumnsSchema>, state: string): boolean {
  if (kind !== 'payment') return state !== 'refused';
  const isPaid = ['paid', 'refunding', 'refunded'].includes(state);
  const { outcome } = paymentStatus(status ?? successStatus);
  if (outcome === 'paid') return isPaid;
  if (outcome === 'refunding' || outcome === 'refunded') return state === 'refunding' || state === 'refunded';
  return !isPaid;
}

const totalRowSchema = z.object({
  kind: kindSchema,
  currency: z.string(),
  row_count: z.number(),
  amount_sum: z.number(),
});

export function summarize(tables: ComparisonTables): Omit<ReconciliationSummary, 'otherShopRecords'> {
  const totals = new Map<string, ReconciliationTotal>();
  const add = (row: Row, side: 'record' | 'shop'): void => {
    const { kind, currency: currencyCode, row_count: count, amount_sum: sum } = totalRowSchema.parse(row);
    const key = `${kind} ${currencyCode}`;
    const emptyTotal = { kind, currencyCode, records: 0, recordSum: 0, shopCount: 0, shopSum: 0 };
    const sums = side === 'record' ? { records: count, recordSum: sum } : { shopCount: count, shopSum: sum };
    totals.set(key, { ...emptyTotal, ...totals.get(key), ...sums });
  };
  const countAndSum = 'count(*) AS row_count, sum(amount) AS amount_sum';
  for (const row of tables.readRows(`SELECT kind, currency, ${countAndSum} FROM records GROUP BY 1, 2`))
    add(row, 'record');
  const shopTotals = `SELECT kind, currency, ${countAndSum} FROM shop_rows
    WHERE expectation = 'required' OR id IN (SELECT match FROM records) GROUP BY 1, 2`;
  for (const row of tables.readRows(shopTotals)) add(row, 'shop');
  const differences = { missing: 0, unknown: 0, different: 0, duplicate: 0 };
  for (const { type } of listDifferences(tables)) differences[type] += 1;
  const previousPeriodQuery =
    "SELECT count(*) AS row_count FROM shop_rows WHERE expectation = 'possibly-earlier' AND id NOT IN (SELECT match FROM records WHERE match IS NOT NULL)";
  const [countRow] = tables.readRows(previousPeriodQuery);
  return {
    records: [...totals.values()].reduce((sum, { records }) => sum + records, 0),
    differences,
    totals: [...totals.values()],
    possiblyInPreviousPeriod: Number(countRow?.['row_count'] ?? 0),
  };
}
