import { moneyText } from '@pgw/protocol';
import { toPrintable } from '@pgw/protocol/internal';
import { stringify } from 'csv-stringify/sync';
import type { Difference, ReconciliationSummary, Side } from '../reconciliation/settlement-record.ts';

/** The minimum widths of the columns in characters. The last column has none. */
const widths = [9, 7, 24, 36] as const;

function toRow(cells: readonly string[]): string {
  return `${cells
    .map((cell, index) => toPrintable(cell).padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd()}\n`;
}

/** The header of the table of differences. */
export const tableHead = toRow(['Type', 'Kind', 'Transaction', 'Reference', 'Shop → gateway']);

/** Formats a difference as a line of the table. */
export function formatDifference({ type, kind, shop, gateway }: Difference): string {
  const number = gateway?.transactionNumber ?? shop?.transactionNumber ?? '';
  const reference = gateway?.reference ?? shop?.reference ?? '';
  return toRow([type, kind, number, reference, `${formatSide(shop)} → ${formatSide(gateway)}`]);
}

function formatSide(side: Side | null): string {
  if (side === null) return 'nothing';
  const { amount, currencyCode, state } = side;
  return [moneyText({ amount, currencyCode }), ...(state === null ? [] : [state])].join(' ');
}

/** Formats the counts and sums as text. Without `hasPayments`, the totals of payments are left out. */
export function formatSummary(
  summary: ReconciliationSummary,
  { hasPayments }: { readonly hasPayments: boolean },
): string {
  const { differences, totals, possiblyInPreviousPeriod, otherShopRecords } = summary;
  const visibleTotals = totals.filter(({ kind }) => hasPayments || kind !== 'payment');
  const totalLines = visibleTotals.map(({ kind, currencyCode, records, recordSum, shopCount, shopSum }) => {
    const gateway = `gateway ${records} with ${moneyText({ amount: recordSum, currencyCode })}`;
    return `${kind}s: ${gateway}, shop ${shopCount} with ${moneyText({ amount: shopSum, currencyCode })}\n`;
  });
  const { missing, unknown, different, duplicate } = differences;
  const counts = `${missing} missing, ${unknown} unknown, ${different} different, ${duplicate} duplicate\n`;
  const previousPeriodText =
    possiblyInPreviousPeriod === 0
      ? ''
      : `${possiblyInPreviousPeriod} may be in the file of the previous period.\n`;
  const otherShopText =
    otherShopRecords === 0 ? '' : `${otherShopRecords} records have the mark of another shop.\n`;
  return [...totalLines, counts, previousPeriodText, otherShopText].join('');
}

const differenceColumns: readonly (readonly [title: string, read: (difference: Difference) => unknown])[] = [
  ['Type', ({ type }) => type],
  ['Kind', ({ kind }) => kind],
  ['Fields', ({ fields }) => fields.join(' ')],
  ['TransactionNumber', ({ gateway, shop }) => gateway?.transactionNumber ?? shop?.transactionNumber],
  ['ReferenceCode', ({ gateway, shop }) => gateway?.reference ?? shop?.reference],
  ['ShopAmount', ({ shop }) => shop?.amount],
  ['GatewayAmount', ({ gateway }) => gateway?.amount],
  ['ShopCurrency', ({ shop }) => shop?.currencyCode],
  ['GatewayCurrency', ({ gateway }) => gateway?.currencyCode],
  ['ShopState', ({ shop }) => shop?.state],
  ['GatewayState', ({ gateway }) => gateway?.state],
];

export function formatDifferenceCsvHead(): string {
  return stringify([differenceColumns.map(([title]) => title)]);
}

/** Amounts are in minor units. Texts that a spreadsheet would treat as a formula are escaped. */
export function formatDifferenceCsvLine(difference: Difference): string {
  return stringify([differenceColumns.map(([, read]) => read(difference))], { escape_formulas: true });
}
