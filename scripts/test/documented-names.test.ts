import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { factGroups, factsByEvent } from '../../packages/server/test/event-facts.ts';
import { listProjectFiles } from '../checks/project-files.ts';

// Checks that the documents contain the public options, methods and events, which the API reports list. Also
// checks that the source files in the documents exist.

const root = fileURLToPath(new URL('../../', import.meta.url));
const readText = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Returns the names of the properties and methods of an interface. */
function listMembers(report: string, interfaceName: string): string[] {
  const [, body = ''] =
    new RegExp(`^export interface ${interfaceName}\\b[^\\n]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(report) ?? [];
  return [...body.matchAll(/^ {2,4}(?:readonly )?(\w+)\??[:(<]/gm)].map(([, name = '']) => name);
}

/** Returns the names that no code span of the page contains. */
function findMissingNames(names: readonly string[], page: string): string[] {
  const code = [...readText(page).matchAll(/`[^`\n]+`/g)].join('\n');
  return names.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code));
}

test.each([
  // @pgw/express exports these interfaces of @pgw/server.
  ['express', 'CheckoutOptions', 'packages/server/api/index.api.md'],
  ['express', 'CardOptions', 'packages/server/src/cards/card-options.ts'],
  ['express', 'Checkout', 'packages/server/src/checkout.ts'],
  ['express', 'Operator', 'packages/server/api/operator.api.md'],
  ['client', 'GatewayClientOptions'],
  ['client', 'GatewayClient'],
  ['sandbox', 'SandboxOptions'],
  ['sandbox', 'Sandbox'],
  ['sandbox', 'PaymentControls'],
  ['sandbox', 'RefundControls'],
  ['sandbox', 'PayoutControls'],
  ['sandbox', 'WalletControls'],
  ['sandbox', 'ScenarioOptions'],
  ['sandbox', 'TestSandbox', 'packages/sandbox/api/testing.api.md'],
  ['sandbox', 'StartOptions', 'packages/sandbox/api/testing.api.md'],
  ['sandbox', 'SandboxFixtures', 'packages/sandbox/api/playwright.api.md'],
])(
  'the README of @pgw/%s contains every member of %s',
  (packageName, interfaceName, file = `packages/${packageName}/api/index.api.md`) => {
    const members = listMembers(readText(file), interfaceName);
    expect(members.length).toBeGreaterThan(2);
    expect(findMissingNames(members, `packages/${packageName}/README.md`)).toEqual([]);
  },
);

test('docs/going-live.md contains every event of the checkout', () => {
  expect(findMissingNames(Object.keys(factsByEvent), 'docs/going-live.md')).toEqual([]);
});

describe('docs/errors.md', () => {
  const [, section = ''] = /^## Read an event\n([^]*?)^## /m.exec(readText('docs/errors.md')) ?? [];
  const rows = new Map(
    [...section.matchAll(/^\| `?([\w-]+)`? .*$/gm)].map(([row, name = '']) => [name, row]),
  );
  /** Returns the facts that the row of a group or an event, and the groups that the row names, do not contain. */
  const findMissingFacts = (name: string, facts: object): string[] => {
    const cells = rows.get(name)?.split('|').slice(2) ?? [];
    const groups = Object.entries(factGroups).flatMap(([group, groupFacts]) =>
      cells.some((cell) => new RegExp(`^ (the facts of )?${group}\\b`).test(cell))
        ? Object.keys(groupFacts)
        : [],
    );
    return Object.keys(facts).filter(
      (fact) => !groups.includes(fact) && !cells.join('|').includes(`\`${fact}\``),
    );
  };

  test.each(Object.entries({ ...factGroups, ...factsByEvent }))(
    'contains every fact of %s',
    (name, facts) => {
      expect(rows.get(name)).toBeDefined();
      expect(findMissingFacts(name, facts)).toEqual([]);
    },
  );
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
