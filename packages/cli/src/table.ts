import { currencyExponent } from '@pgw/protocol';
import { toPrintable, decimalText } from '@pgw/protocol/internal';

/** The value of a cell. Null and undefined give an empty cell. */
type Cell = string | number | boolean | null | undefined;

interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Cell;
}

/** Formats rows as a table. Numeric columns are aligned to the right. */
export function formatTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  if (rows.length === 0) return 'None.';
  const paddedColumns = columns.map(({ title, cell }) => {
    const cells = rows.map(cell);
    const isNumeric = cells.every((value) => value == null || /^-?[\d.,]+$/.test(String(value)));
    const texts = [title, ...cells.map(toText)];
    const width = Math.max(...texts.map((text) => text.length));
    return texts.map((text) => (isNumeric ? text.padStart(width) : text.padEnd(width)));
  });
  const [header, ...lines] = [undefined, ...rows].map((_row, index) =>
    paddedColumns
      .map((column) => column[index] ?? '')
      .join('  ')
      .trimEnd(),
  );
  const rule = paddedColumns.map(([first = '']) => '-'.repeat(first.length)).join('  ');
  return [header, rule, ...lines].join('\n');
}

/** Formats names and values, one per line. Empty values are omitted. */
export function formatList(entries: readonly (readonly [name: string, value: Cell])[]): string {
  const visibleEntries = entries.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(...visibleEntries.map(([name]) => name.length));
  return visibleEntries.map(([name, value]) => `${name.padEnd(width)}  ${toText(value)}`).join('\n');
}

function toText(value: Cell): string {
  return value == null ? '' : toPrintable(String(value));
}

/** Formats an amount with its currency: 12345 in MYR is 123.45 MYR. */
export function formatMoney(amount: number, currencyCode: string): string {
  return `${decimalText({ amount: Math.round(amount), currencyCode })} ${currencyCode}`;
}

/** Formats a decimal amount: 5025 in MYR is 5025.00. A number with more digits than its currency keeps all digits. */
export function formatDecimal(amount: number, currencyCode: string): string {
  const digits = currencyExponent(currencyCode);
  return Number(amount.toFixed(digits)) === amount ? amount.toFixed(digits) : String(amount);
}

/** Creates a function that converts a number to its name. */
export function nameNumbers(numbers: Readonly<Record<string, number>>): (value: number) => string {
  const names = new Map(Object.entries(numbers).map(([name, value]) => [value, name]));
  return (value) => names.get(value) ?? String(value);
}
