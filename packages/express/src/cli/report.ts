import { moneyText } from '@pgw/protocol';
import type { Difference, ReconciliationSummary, Side } from '../reconciliation/settlement-record.ts';

const widths = [9, 7, 24, 36] as const;

function line(cells: readonly string[]): string {
  return `${cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd()}\n`;
}

/** The header of the table of differences. */
export const tableHead = line(['Type', 'Kind', 'Transaction', 'Reference', 'Shop → gateway']);

/** One difference as a line of the table. */
export function differenceLine({ type, kind, shop, gateway }: Difference): string {
  const number = gateway?.transactionNumber ?? shop?.transactionNumber ?? '';
  const reference = gateway?.reference ?? shop?.reference ?? '';
  return line([type, kind, number, reference, `${sideText(shop)} → ${sideText(gateway)}`]);
}

function sideText(side: Side | null): string {
  if (side === null) return 'nothing';
  const { amount, currencyCode, state } = side;
  return [moneyText({ amount: amount, currencyCode }), ...(state === null ? [] : [state])].join(' ');
}

/** Counts and sums as text. */
export function summaryText(summary: ReconciliationSummary, hasPayments: boolean): string {
  const { differences, totals, atTheEdge } = summary;
  const shown = totals.filter(({ kind }) => hasPayments || kind !== 'payment');
  const sums = shown.map(({ kind, currencyCode, records, recordSum, shopCount, shopSum }) => {
    const gateway = `gateway ${records} with ${moneyText({ amount: recordSum, currencyCode })}`;
    return `${kind}s: ${gateway}, shop ${shopCount} with ${moneyText({ amount: shopSum, currencyCode })}\n`;
  });
  const { missing, unknown, different, doubled } = differences;
  const counts = `${missing} missing, ${unknown} unknown, ${different} different, ${doubled} doubled\n`;
  const edge = atTheEdge === 0 ? '' : `${atTheEdge} may be in the file of the previous period.\n`;
  return [...sums, counts, edge].join('');
}
