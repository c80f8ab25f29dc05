import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkedPackages, findDocstringDefects } from '../check-docstrings.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pgw-docstrings-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function writePackage(files: Readonly<Record<string, string>>): void {
  const manifest = {
    exports: { '.': { 'pgw-source': './src/index.ts' }, './package.json': './package.json' },
  };
  const allFiles = { ...files, 'package.json': JSON.stringify(manifest) };
  for (const [path, text] of Object.entries(allFiles)) {
    const file = join(root, 'packages/a', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

it.each(checkedPackages)('every export of %s has a docstring', (name) => {
  expect(findDocstringDefects(fileURLToPath(new URL('../../', import.meta.url)), name)).toEqual([]);
});

it('the docstring check reports an export without a docstring and its file', () => {
  writePackage({
    'src/index.ts': "export { one } from './one.ts';\nexport * from './two.ts';\n",
    'src/one.ts': '// A comment.\nexport const one = 1;\nexport const hidden = 2;\n',
    'src/two.ts': '/** Two. */\nexport function two(): void {}\nexport class Three {}\n',
  });
  expect(findDocstringDefects(root, 'a')).toEqual([
    'packages/a/src/one.ts: one has no docstring.',
    'packages/a/src/two.ts: Three has no docstring.',
  ]);
});

it('the docstring check reports a property of an exported interface without a docstring', () => {
  writePackage({
    'src/index.ts': '/** A. */\nexport interface A {\n  /** B. */\n  readonly b: string;\n  c(): void;\n}\n',
  });
  expect(findDocstringDefects(root, 'a')).toEqual(['packages/a/src/index.ts: A.c has no docstring.']);
});
