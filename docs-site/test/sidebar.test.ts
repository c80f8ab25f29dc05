import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, sources, toAddress } from '../pages.ts';
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
