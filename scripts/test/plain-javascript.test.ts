import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';

// The Node of a machine, 20.11 or newer, does not run TypeScript. Node 24 is one of the dependencies.

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The programs that start before Node 24 is installed, or in another Node on purpose. */
const entries = [
  'scripts/run.mjs',
  'scripts/fresh/test-fresh.mjs',
  // A workflow runs it in each version of Node that the packages support.
  'scripts/packed/consumer.mjs',
];

/** Lists the local files that a program imports, statically or dynamically. */
function listFiles(path: string, files = new Set<string>()): ReadonlySet<string> {
  if (files.has(path)) return files;
  files.add(path);
  const text = readFileSync(join(root, path), 'utf8');
  const { module, errors } = parseSync(path, text);
  expect(errors, path).toEqual([]);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries: names }) =>
      names.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    ),
  ];
  for (const specifier of specifiers.filter((each) => each.startsWith('.')))
    listFiles(join(dirname(path), specifier), files);
  return files;
}

it.each(entries)('%s imports only plain JavaScript', (entry) => {
  const files = [...listFiles(entry)];
  expect(files.filter((file) => !file.endsWith('.mjs'))).toEqual([]);
});

it('JavaScript that only Node 24 runs has no declarations beside it: it is TypeScript', () => {
  const plain = new Set(entries.flatMap((entry) => [...listFiles(entry)]));
  const declared = globSync(['scripts/**/*.d.mts', 'packages/*/test/**/*.d.mts'], {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  }).map((file) => file.replace(/\.d\.mts$/, '.mjs'));
  expect(declared.length).toBeGreaterThan(0);
  expect(declared.filter((file) => !plain.has(file))).toEqual([]);
});
