import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commands } from '../../torture/src/commands.ts';
import { isInEveryRun } from '../../torture/test/is-in-every-run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/security.md`, 'utf8');
/** Returns the rows of the table below a heading, without the head of the table. */
const findRows = (heading: string): string[] => {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2);
};

/** True if the text is in the title of a `test`, `it` or `describe` (or their `each`) that is not skipped. */
function hasActiveTest(code: string, title: string): boolean {
  const [codeBefore = '', ...codeAfter] = code.split(title);
  return (
    codeAfter.length > 0 &&
    /(?:\b(?:test|it|describe)|\))\(\s*['"`][^'"`\n]*$/.test(codeBefore) &&
    !/\.(?:skip|todo)\([^(]*$/.test(codeBefore)
  );
}

test.each(['Threats', 'A hostile or compromised gateway'])(
  'each row of the table "%s" in docs/security.md names a test that runs',
  (heading) => {
    const rows = findRows(heading);
    expect(rows.length).toBeGreaterThan(4);
    for (const row of rows) {
      const [, file = '', command, title] =
        /`([\w./-]+\.test\.ts)`: (?:`([\w-]+)`|"([^"]+)")/.exec(row) ?? [];
      expect(existsSync(`${root}${file}`) && file !== '', row).toBe(true);
      expect(file, row).not.toMatch(/\.nightly\./);
      if (command === undefined)
        expect(hasActiveTest(readFileSync(`${root}${file}`, 'utf8'), title ?? ''), row).toBe(true);
      else expect(Object.keys(commands).filter(isInEveryRun), row).toContain(command);
    }
  },
);

test('each row of the ASVS table in docs/security.md names files that exist', () => {
  const rows = findRows('OWASP ASVS 5.0, level 2');
  expect(rows.length).toBeGreaterThan(8);
  for (const row of rows) {
    const files = [...row.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file = '']) => file);
    expect(files.length, row).toBeGreaterThan(0);
    for (const file of files) expect(existsSync(`${root}${file}`), file).toBe(true);
  }
});
