import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type measurements from '../../../docs/measurements.json';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Prints a table of a bench with a copy of docs/measurements.json, and returns the copy afterwards. */
function printTable(name: string, headings: readonly string[], ...options: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-record-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'measurements.json');
  copyFileSync(join(root, 'docs/measurements.json'), file);
  const table = [name, headings, [headings.map((_, column) => column)], { file }].map((part) =>
    JSON.stringify(part),
  );
  const program = `import { printTable } from './bench/output.mjs'; process.argv.splice(1, 0, 'bench/server/run.mjs'); printTable(${table.join()});`;
  const output = execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', program, '--', ...options],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const pages = JSON.parse(readFileSync(file, 'utf8')) as typeof measurements;
  return { output, table: pages['docs/performance.md'].call };
}

const columns = ['work', 'baseline', 'ours', 'ratio'];

test('a bench with --record writes its rows, command, date, machine and commit', () => {
  const { output, table } = printTable('call', columns, 'call', '--record');
  expect(output).toContain('Recorded as call');
  expect(table).toMatchObject({ command: 'npm run bench -- server call', rows: [['0', '1', '2', '3']] });
  expect(table.date).toBe(new Date().toISOString().slice(0, 10));
  expect(table.machine).toContain(`Node ${process.versions.node}`);
  expect(table.commit).toMatch(/^[\da-f]{8}$/);
});

test('a bench without --record changes no measurement', () => {
  const { output, table } = printTable('call', columns, 'call');
  expect(output).toContain('| work |');
  expect(table.rows).not.toEqual([['0', '1', '2', '3']]);
});

test('a table with other columns is not recorded, and the output says so', () => {
  const { output, table } = printTable('call', columns.slice(1), '--record');
  expect(output).toContain('Not recorded: docs/measurements.json has no table call with 3 columns.');
  expect(table.rows).not.toEqual([['0', '1', '2']]);
});
