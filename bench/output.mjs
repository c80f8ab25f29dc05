// The output of both benches. This module has no dependencies, because each bench is a separate package.
import { cpus, loadavg, release, totalmem } from 'node:os';

export const print = (text = '') => process.stdout.write(`${text}\n`);

/** Returns one line about the machine, its load in the last minute, and the version of Node. */
export function describeMachine() {
  const [{ model } = { model: 'unknown processor' }] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${cpus().length} × ${model}, ${memory}, ${process.platform} ${release()}, Node ${process.versions.node}, load ${loadavg()[0].toFixed(1)}`;
}

/** Returns the median without missing values (`null`), or null if there are no numbers. */
export function median(values) {
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Formats a Markdown table. All columns except the first are right-aligned. */
export function formatTable(headings, rows) {
  const cells = [headings, ...rows].map((row) => row.map(String));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const alignCell = (cell, column) =>
    column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]);
  const formatLine = (row) => `| ${row.map(alignCell).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [formatLine(cells[0]), `| ${rule.join(' | ')} |`, ...cells.slice(1).map(formatLine)].join('\n');
}
