import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hasActiveTest } from '../checks/active-test.ts';
import { commands } from '../../torture/src/commands.ts';
import { isInEveryRun } from '../../torture/test/is-in-every-run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/security.md`, 'utf8');
/** Returns the lines of a section that begin with a text, before the text about the redirection script. */
const findLines = (heading: string, start: string): string[] => {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  return (section.split(/\n## |\n### Where /)[0] ?? '').split('\n').filter((line) => line.startsWith(start));
};

test.each(['Threats', 'A hostile or compromised gateway'])(
  'each item of "%s" in docs/security.md names a test that runs',
  (heading) => {
    const items = findLines(heading, '- **');
    expect(items.length).toBeGreaterThan(4);
    for (const row of items) {
      const [, file = '', title = ''] = /\]\(\.\.\/([\w./-]+\.test\.ts) ["']([^)]+)["']\)/.exec(row) ?? [];
      const isNightly = file.includes('.nightly.');
      const hasTest = /^torture\/test\/commands\.(nightly\.)?test\.ts$/.test(file)
        ? title in commands && isInEveryRun(title) !== isNightly
        : !isNightly && hasActiveTest(readFileSync(`${root}${file}`, 'utf8'), title);
      expect(hasTest, row).toBe(true);
    }
  },
);

test('each row of the ASVS table in docs/security.md names files that exist', () => {
  const rows = findLines('OWASP ASVS 5.0, level 2', '| V');
  expect(rows.length).toBeGreaterThan(8);
  for (const row of rows) {
    const files = [...row.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file = '']) => file);
    expect(files.length, row).toBeGreaterThan(0);
    for (const file of files) expect(existsSync(`${root}${file}`), file).toBe(true);
  }
});
