import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { listProjectFiles } from '../../checks/project-files.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('the files of a folder without git are listed without those that .gitignore names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pgw räum 1 '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = [
    'a.ts',
    'dist',
    'src/b.ts',
    'src/dist/c.js',
    '.github/d.yml',
    'node_modules/e/f.js',
    '.git/HEAD',
  ];
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\ndist/\n');
  // The rule `dist/` is for folders, so the file `dist` is listed.
  expect(listProjectFiles(folder)).toEqual(['.github/d.yml', '.gitignore', 'a.ts', 'dist', 'src/b.ts']);
});

test('the files of the project have its sources and none of its dependencies', () => {
  const files = listProjectFiles(root);
  expect(files).toEqual(
    expect.arrayContaining(['package.json', 'packages/server/src/checkout.ts', '.ci/run']),
  );
  expect(files.filter((file) => /(^|\/)(node_modules|dist|\.git)\//.test(file))).toEqual([]);
});

test('only the five programs that need commits run git', () => {
  const programs = listProjectFiles(root).filter((file) => /\.(ts|mts|mjs)$/.test(file));
  const runsGit = /\b(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|runFile)\(\s*['"`]git\b/;
  const found = programs.filter((file) => runsGit.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([
    'bench/output.mjs',
    'bench/server/src/other-commit.mjs',
    'scripts/count-words.ts',
    'scripts/fresh/test-fresh.mjs',
    'scripts/test-changed.mjs',
  ]);
});
