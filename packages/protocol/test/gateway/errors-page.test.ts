import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fault, faultCodes } from '../../src/gateway/faults.ts';
import { storefrontProblem } from '../../src/storefront/index.ts';

const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');

/** Returns the cells of the row whose first cell has this text. */
function cellsOfRow(firstCell: string): string[] | undefined {
  const line = page
    .split('\n')
    .find((text) => text.startsWith('|') && text.split('|')[1]?.trim() === firstCell);
  return line
    ?.split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

test.each(faultCodes.map((code) => [code, fault(code).name] as const))(
  'docs/errors.md has the meaning and the advice of code %d (%s)',
  (code, name) => {
    const [, nameOnPage, meaning = '', advice = ''] = cellsOfRow(String(code)) ?? [];
    expect(nameOnPage).toBe(name);
    for (const cell of [meaning, advice]) expect(cell).not.toBe('');
  },
);

test('docs/errors.md has a row for every problem of the storefront', () => {
  const missing = storefrontProblem().shape.code.options.filter(
    (code) => cellsOfRow(`\`${code}\``) === undefined,
  );
  expect(missing).toEqual([]);
});
