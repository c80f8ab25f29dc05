import type { WalletEntry } from './wallet-history.ts';

/** A balance over time, ready to draw: a line that is level between entries and steps at each. */
export interface BalanceChart {
  /** Path data in a box of `width` by `height`. */
  readonly path: string;
  /** From the highest to the lowest line of the grid, evenly spaced. */
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  /** Moments at the start, the middle and the end. */
  readonly times: readonly number[];
  readonly opening: number;
  readonly closing: number;
  readonly lowest: number;
  readonly highest: number;
}

export const width = 1000;
export const height = 240;

/**
 * The chart of some entries, newest first, between two moments. Undefined without entries: there is nothing to draw.
 * Only as far back as the entries go, when `from` is earlier and older ones were not read.
 */
export function balanceChart(
  entries: readonly WalletEntry[],
  range: { readonly from: number; readonly to: number },
): BalanceChart | undefined {
  const steps = entries.toReversed();
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return undefined;
  // Decimals of a currency have at most four digits; a binary fraction must not show.
  const opening = Number((first.balance - first.amount).toFixed(4));
  const values = [opening, ...steps.map(({ balance }) => balance)];
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const grid = gridOf(lowest, highest);
  const [top = 1, bottom = 0] = [grid[0], grid.at(-1)];
  const from = Math.min(range.from, first.at);
  const to = Math.max(range.to, last.at);
  const x = (at: number): number => round(((at - from) / Math.max(to - from, 1)) * width);
  const y = (value: number): number => round(((top - value) / (top - bottom)) * height);
  const moves = steps.map(({ at, balance }) => `H${x(at)}V${y(balance)}`);
  return {
    path: `M0 ${y(opening)}${moves.join('')}H${width}`,
    ticks: grid.map((value) => ({ value, y: y(value) })),
    times: [from, (from + to) / 2, to],
    opening,
    closing: last.balance,
    lowest,
    highest,
  };
}

/** Three to six round numbers around a range, the highest first. */
function gridOf(lowest: number, highest: number): number[] {
  const span = highest - lowest || Math.abs(highest) || 1;
  const rough = span / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const start = Math.floor(lowest / step);
  const end = Math.max(Math.ceil(highest / step), start + 1);
  return Array.from({ length: end - start + 1 }, (_, index) => Number(((end - index) * step).toFixed(4)));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
