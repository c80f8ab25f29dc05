import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, siteUrl, sources, toAddress } from '../pages.ts';
import { createSidebar } from '../sidebar.ts';

// What needs no build of the site. site.nightly.test.ts builds it, and documents.test.ts checks the links of the documents.

test('every file of the documents is in the sidebar once', () => {
  const links = createSidebar().flatMap(({ items }) => items.map(({ link }) => link));
  expect(links.toSorted()).toEqual(
    sources
      .flatMap((source) => toAddress(source) ?? [])
      .filter((address) => address !== '/')
      .toSorted(),
  );
});

test.each(['src/server.ts', 'public/index.html'])(
  'the page of the smallest integration has the file %s',
  (file) => {
    const page = readFileSync(join(root, 'examples/script-tag/README.md'), 'utf8');
    expect(page).toContain(readFileSync(join(root, 'examples/script-tag', file), 'utf8'));
  },
);

test('no row of a table is too long to read: at most 350 characters without addresses and pictures', () => {
  const rows = sources
    .filter((source) => !/^docs(?:\/decisions|-site\/generated)\//.test(source))
    .flatMap((source) => readFileSync(join(root, source), 'utf8').match(/^\|.*$/gm) ?? [])
    .map((row) => row.replaceAll(/\]\([^)]*\)|<img[^>]*>/g, '').replaceAll(/(?:-{3,}| +)/g, ' '));
  expect(rows.length).toBeGreaterThan(1000);
  expect(rows.filter((row) => row.length > 350)).toEqual([]);
});

test('a message of a package names pages of the site, and no file of docs/, which its users do not have', () => {
  const lines = globSync('packages/*/src/**/*.ts', { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\*|\/[/*])/.test(line)),
  );
  const code = lines.map((line) => line.replace(/ \/\/ .*/, '')).join('\n');
  expect(code.match(/\bdocs\/[\w-]+\.md\b/g) ?? []).toEqual([]);
  const links = [...code.matchAll(/https:\/\/[\w-]+\.github\.io\/[\w/-]+/g)].map(([link]) => link);
  expect(links.length).toBeGreaterThan(15);
  const pages = sources.map((source) => `${siteUrl}${toAddress(source) ?? ''}`);
  expect(links.filter((link) => !pages.includes(link))).toEqual([]);
});
