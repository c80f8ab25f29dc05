import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commands } from '../../torture/src/commands.ts';
import measurements from '../../docs/measurements.json' with { type: 'json' };
import { measuredPages, writeTables } from '../build/measured-tables.ts';
import keptPromises from '../checks/promises.json' with { type: 'json' };
import promises from '../../torture/promises.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/reliability.md`, 'utf8');

const listCodes = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

test('each promise of docs/reliability.md names commands and flags that exist, and its condition', () => {
  expect(promises.commands.length).toBeGreaterThan(20);
  for (const { promise, commands: cell, condition } of promises.commands) {
    const [head = '', flags = ''] = cell.split('(');
    const names = listCodes(head);
    expect(names.length, promise).toBeGreaterThan(0);
    for (const name of names) expect(Object.keys(commands), promise).toContain(name);
    const known = names.flatMap((name) => commands[name]?.flags ?? []);
    for (const [, flag = ''] of flags.matchAll(/--([\w-]+)/g)) expect(known, promise).toContain(flag);
    expect(condition, promise).not.toBe('');
    for (const [, anchor = ''] of condition.matchAll(/\(#([\w-]+)\)/g))
      expect(page.toLowerCase().replaceAll(' ', '-'), promise).toContain(`#-${anchor}`);
  }
});

test('each promise for cards and captures names tests that exist', () => {
  expect(promises.tests.length).toBeGreaterThan(3);
  for (const { promise, test: cell } of promises.tests) {
    const files = listCodes(cell);
    expect(files.length, promise).toBeGreaterThan(0);
    for (const file of files) expect(existsSync(`${root}packages/server/${file}`), file).toBe(true);
  }
});

test('each measured run of docs/reliability.md is a command that exists', () => {
  const { runs, ...others } = measurements['docs/reliability.md'];
  const rows = [...runs.rows, ...others['runs-earlier'].rows, ...others['runs-later'].rows];
  expect(rows.length).toBeGreaterThan(30);
  for (const [run] of rows) expect(Object.keys(commands)).toContain(listCodes(run ?? '')[0]?.split(' ')[0]);
});

test.each(measuredPages)('the measured tables of %s are those of docs/measurements.json', (file) => {
  const text = readFileSync(`${root}${file}`, 'utf8');
  const fold = (table: string): string => table.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
  expect(text).toContain('<!-- begin measured');
  expect(fold(writeTables(file, text))).toBe(fold(text));
});

test('each command of reliability is in the table of promises, or measures', () => {
  const promised = promises.commands.flatMap((row) => listCodes(row.commands));
  const reliability = Object.keys(commands).slice(0, Object.keys(commands).indexOf('sabotage'));
  expect(reliability.filter((name) => !promised.includes(name))).toEqual([]);
});

/** The text of a page without links, bold marks, line ends and capitals, so that a rewritten page is found again. */
const normalize = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();

// scripts/checks/promises.json has what these pages promise, warn of and limit, compared with commit 3bcd3c4b, from before
// they were shortened, and every code of an error, an event and a problem. Remove an entry only together with the promise itself.
test.each(Object.entries(keptPromises))(
  '%s has each promise, threat and code of promises.json',
  (file, groups) => {
    const text = normalize(readFileSync(`${root}${file}`, 'utf8'));
    for (const [group, entries] of Object.entries(groups))
      for (const entry of entries) expect(text.includes(normalize(entry)), `${group}: ${entry}`).toBe(true);
  },
);
