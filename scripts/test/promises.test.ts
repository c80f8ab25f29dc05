import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commands } from '../../torture/src/commands.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/reliability.md`, 'utf8');

/** Returns the cells of each row of the first table after a text. */
function findRows(text: string): string[][] {
  const lines = (page.split(text)[1] ?? '').trimStart().split('\n');
  const start = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const listCodes = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

test('each promise of docs/reliability.md names commands and flags that exist, and its condition', () => {
  const rows = findRows('## Find the command of a promise');
  expect(rows.length).toBeGreaterThan(15);
  for (const [promise = '', cell = '', condition = ''] of rows) {
    const [head = '', flags = ''] = cell.split('(');
    const names = listCodes(head);
    expect(names.length, promise).toBeGreaterThan(0);
    for (const name of names) expect(Object.keys(commands), promise).toContain(name);
    for (const [, flag = ''] of flags.matchAll(/--([\w-]+)/g))
      expect(
        names.flatMap((name) => commands[name]?.flags ?? []),
        promise,
      ).toContain(flag);
    expect(condition, promise).not.toBe('');
    for (const [, anchor = ''] of condition.matchAll(/\(#([\w-]+)\)/g))
      expect(page.toLowerCase().replaceAll(' ', '-'), promise).toContain(`#-${anchor}`);
  }
});

test('each promise for cards and captures names tests that exist', () => {
  const rows = findRows('These tests of `packages/server` show the promises');
  expect(rows.length).toBeGreaterThan(3);
  for (const [promise = '', cell = ''] of rows) {
    const files = listCodes(cell);
    expect(files.length, promise).toBeGreaterThan(0);
    for (const file of files) expect(existsSync(`${root}packages/server/${file}`), file).toBe(true);
  }
});

test('each measured run of docs/reliability.md is a command that exists', () => {
  const rows = findRows('## What was measured');
  expect(rows.length).toBeGreaterThan(20);
  for (const [run = ''] of rows)
    expect(Object.keys(commands), run).toContain(listCodes(run)[0]?.split(' ')[0]);
});

test('each command of reliability is in the table of promises, or measures', () => {
  const promised = findRows('## Find the command of a promise').flatMap(([, cell = '']) => listCodes(cell));
  const reliability = Object.keys(commands).slice(0, Object.keys(commands).indexOf('sabotage'));
  expect(reliability.filter((name) => !promised.includes(name))).toEqual([]);
});
