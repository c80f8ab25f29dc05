// The output of the benches. This module has no dependencies, because each bench is a separate package.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/**
 * Prints a Markdown table. With `--record`, its rows also replace those of the table with this name in docs/measurements.json,
 * which has the same number of columns. scripts/build/measured-tables.ts then writes it into the document.
 */
export function printTable(name, headings, rows, options) {
  print(formatTable(headings, rows));
  if (!process.argv.includes('--record')) return;
  const { file = fileURLToPath(new URL('../docs/measurements.json', import.meta.url)) } = options ?? {};
  const pages = JSON.parse(readFileSync(file, 'utf8'));
  const table = Object.values(pages).find((tables) => Object.hasOwn(tables, name))?.[name];
  if (table?.columns.length !== headings.length)
    return print(
      `Not recorded: docs/measurements.json has no table ${name} with ${headings.length} columns.`,
    );
  const words = process.argv.slice(2).filter((word) => word !== '--record');
  Object.assign(table, {
    command: ['npm run bench --', basename(dirname(process.argv[1])), ...words].join(' '),
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    commit: execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim(),
    rows: rows.map((row) => row.map(String)),
  });
  writeFileSync(file, `${JSON.stringify(pages, undefined, 2)}\n`);
  print(`Recorded as ${name} in docs/measurements.json.`);
}
