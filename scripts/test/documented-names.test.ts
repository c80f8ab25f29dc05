import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { factsByEvent } from '../../packages/server/test/event-facts.ts';
import { listProjectFiles } from '../checks/project-files.ts';

// Checks that docs/errors.md contains every event, and that the source files in the documents exist. The reference of the
// site has every option and method, because it is written from their types.

const root = fileURLToPath(new URL('../../', import.meta.url));
const readText = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Returns the names that no code span of the page contains. */
function findMissingNames(names: readonly string[], page: string): string[] {
  const code = [...readText(page).matchAll(/`[^`\n]+`/g)].join('\n');
  return names.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code));
}

test('docs/errors.md contains every event of the checkout', () => {
  expect(findMissingNames(Object.keys(factsByEvent), 'docs/errors.md')).toEqual([]);
});

/** Names of files that are examples, or that a merchant or the build writes. */
const otherFiles = new Set([
  'src/a/b.ts',
  'test/a/b.test.ts',
  'shop.mjs',
  'checkout.mjs',
  '/pgw/checkout.mjs',
  'dist/server/list.mjs',
  // The files of apps in docs/frameworks.
  'hooks.server.ts',
  'lib/checkout.ts',
  'server/utils/checkout.ts',
  'src/lib/server/checkout.ts',
]);

test('every source file in a code span of the documents exists', () => {
  const files = listProjectFiles(root);
  const isFile = (path: string): boolean => files.some((file) => `/${file}`.endsWith(`/${path}`));
  const pages = files.filter((file) => /^(?!\.|.*CHANGELOG|docs\/decisions\/|.*\/api\/).*\.md$/.test(file));
  const missing = pages.flatMap((page) =>
    [...readText(page).matchAll(/`(?:\.\.?\/)*([\w./-]+\.(?:ts|mjs))`/g)]
      .map(([, path = '']) => path)
      // Some pages name a file without the folder `src`, for example `client/call.ts`.
      .filter((path) => !otherFiles.has(path) && !isFile(path) && !isFile(path.replace('/', '/src/')))
      .map((path) => `${page}: ${path}`),
  );
  expect(pages.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
