import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hasActiveTest } from '../checks/active-test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/interface.md`, 'utf8');

const rows = page.split('\n').filter((line) => /^- (?!\*\*)/.test(line));

test('docs/interface.md has every chapter of the interface', () => {
  const chapters = [...page.matchAll(/^## (.+)$/gm)].map(([, chapter]) => chapter);
  expect(chapters).toEqual([
    'What the service does',
    'Resources and their fields',
    'States and transitions',
    'Endpoints',
    'Authentication',
    'Events',
    'Errors, limits and versions',
    'What differs from the document',
  ]);
  expect(rows.length).toBeGreaterThan(50);
});

test.each(rows)('the row names a test that runs, or the reason why there is none: %s', (row) => {
  const [, file = '', title = ''] = /\]\(\.\.\/([\w./-]+\.test\.ts) ["']([^)]+)["']\)/.exec(row) ?? [];
  if (file === '') return expect(row).toMatch(/not tested: \S+/);
  expect(existsSync(`${root}${file}`), row).toBe(true);
  expect(hasActiveTest(readFileSync(`${root}${file}`, 'utf8'), title), row).toBe(true);
});
