import type { WalletEntry } from './wallet-history.ts';

/**
 * The chart of a balance over time. The line is horizontal between two entries and changes at each entry.
 */
export interface BalanceChart {
  /** The path data of the line, in a view box of `chartWidth` by `chartHeight`. */
  readonly path: string;
  /** The horizontal grid lines, evenly spaced, the highest value first. */
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  /** The times at the start, the middle and the end of the chart. */
  readonly times: readonly number[];
  /** The balance before the first entry. */
  readonly opening: number;
  /** The balance after the last entry. */
  readonly closing: number;
  readonly lowest: number;
  readonly highest: number;
}

/** The size of the chart's view box. */
export const chartWidth = 1000;
export const chartHeight = 240;

/**
 * Creates the chart of a wallet's entries. Entries without a time are omitted. Undefined when no entry has a time.
 *
 * @param entries - Newest first.
 * @param range - The first and last time of the chart. The chart includes entries outside the range.
 */
export function createBalanceChart(
  entries: readonly WalletEntry[],
  range: { readonly from: number; readonly to: number },
): BalanceChart | undefined {
  const oldestFirst = entries.filter((entry) => hasTime(entry)).toReversed();
  const [first] = oldestFirst;
  const last = oldestFirst.at(-1);
  if (first === undefined || last === undefined) return undefined;
  // Amounts have at most four decimals. Rounding removes the error of the binary subtraction.
  const opening = Number((first.balance - first.amount).toFixed(4));
  const values = [opening, ...oldestFirst.map(({ balance }) => balance)];
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const grid = createGrid(lowest, highest);
  const [top = 1, bottom = 0] = [grid[0], grid.at(-1)];
  const from = Math.min(range.from, first.at);
  const to = Math.max(range.to, last.at);
  const toX = (at: number): number => roundToHundredths(((at - from) / Math.max(to - from, 1)) * chartWidth);
  const toY = (value: number): number => roundToHundredths(((top - value) / (top - bottom)) * chartHeight);
  const segments = oldestFirst.map(({ at, balance }) => `H${toX(at)}V${toY(balance)}`);
  return {
    path: `M0 ${toY(opening)}${segments.join('')}H${chartWidth}`,
    ticks: grid.map((value) => ({ value, y: toY(value) })),
    times: [from, (from + to) / 2, to],
    opening,
    closing: last.balance,
    lowest,
    highest,
  };
}

function hasTime(entry: WalletEntry): entry is WalletEntry & { readonly at: number } {
  return entry.at !== null;
}

/** The step between two grid lines is a power of ten, multiplied by one of these numbers. */
const stepFactors = [1, 2, 2.5, 5, 10];

/** Returns evenly spaced, round numbers that include the range, the highest first. */
function createGrid(lowest: number, highest: number): number[] {
  // When all values are equal, the range is empty. The value itself is used then, and 1 for the value 0.
  const span = highest - lowest || Math.abs(highest) || 1;
  // With steps of at least a third of the range, the grid has at most five lines.
  const minStep = span / 3;
  const powerOfTen = 10 ** Math.floor(Math.log10(minStep));
  const factor = stepFactors.find((candidate) => candidate * powerOfTen >= minStep) ?? 10;
  const step = factor * powerOfTen;
  const bottomStep = Math.floor(lowest / step);
  const topStep = Math.max(Math.ceil(highest / step), bottomStep + 1);
  return Array.from({ length: topStep - bottomStep + 1 }, (_, index) =>
    Number(((topStep - index) * step).toFixed(4)),
  );
}

function roundToHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
