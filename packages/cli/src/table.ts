import { toPrintable } from '@pgw/protocol/internal';

/** The value of a cell. Null and undefined give an empty cell. */
export type Cell = string | number | boolean | null | undefined;

export interface Column<Row> {
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
  return [
    formatHeader(paddedColumns),
    ...rows.map((_row, index) => formatLine(paddedColumns, index + 1)),
  ].join('\n');
}

/** Formats names and values, one per line. Empty values are omitted. */
export function formatList(entries: readonly (readonly [name: string, value: Cell])[]): string {
  const visibleEntries = entries.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(...visibleEntries.map(([name]) => name.length));
  return visibleEntries.map(([name, value]) => `${name.padEnd(width)}  ${toText(value)}`).join('\n');
}

function formatHeader(columns: readonly (readonly string[])[]): string {
  const rule = columns.map(([first = '']) => '-'.repeat(first.length)).join('  ');
  return `${formatLine(columns, 0)}\n${rule}`;
}

function formatLine(columns: readonly (readonly string[])[], index: number): string {
  return columns
    .map((column) => column[index] ?? '')
    .join('  ')
    .trimEnd();
}

function toText(value: Cell): string {
  return value == null ? '' : toPrintable(String(value));
}
