import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findArchitectureDefects } from '../check-architecture.ts';
import { packageLevels } from '../checks/levels.ts';

let root = '';

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The levels without their exceptions, which a small workspace does not use. */
const strictLevels = Object.fromEntries(
  Object.entries(packageLevels).map(([name, { order }]) => [name, { order, exceptions: [] }]),
);

/** Writes a workspace with these files. Each package also has a manifest and a tsconfig. */
function writeWorkspace(files: Record<string, string>): string {
  root = mkdtempSync(join(tmpdir(), 'pgw-architecture-'));
  const packageFolders = new Set(Object.keys(files).map((path) => path.split('/').slice(0, 2).join('/')));
  const manifests = [...packageFolders].flatMap((packageFolder): [string, string][] => [
    [
      `${packageFolder}/package.json`,
      JSON.stringify({ name: packageFolder, dependencies: { zod: '4', lit: '3' } }),
    ],
    [`${packageFolder}/tsconfig.json`, '{}'],
  ]);
  for (const [path, text] of Object.entries({ ...Object.fromEntries(manifests), ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

describe('architecture check', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    [
      'an import of a package that is not allowed',
      { 'packages/client/src/a.ts': "import '@pgw/server';" },
      /client may not import server/,
    ],
    [
      'an import of a type that is not allowed',
      { 'packages/protocol/src/a.ts': "import type { A } from '@pgw/client';" },
      /protocol may not import client/,
    ],
    [
      'an import of the protocol by value in the element',
      { 'packages/checkout/src/a.ts': "import { a } from '@pgw/protocol';" },
      /only types/,
    ],
    [
      'an import of node in the element',
      { 'packages/checkout/src/a.ts': "import 'node:fs';" },
      /runs in browsers/,
    ],
    [
      'an import from a higher level of the element',
      { 'packages/checkout/src/ui/a.ts': "import '../pay/index.ts';" },
      /pay is on a higher level than ui/,
    ],
    [
      'an import of a file of another feature than its index.ts',
      { 'packages/checkout/src/pay/a.ts': "import '../channels/list.ts';" },
      /use the index\.ts of channels/,
    ],
    [
      'a test of the kind of a channel outside of the folder of the kinds',
      {
        'packages/checkout/src/channels/kinds/card/index.ts':
          "export const isCard = (a: A) => a.kind === 'card';",
        'packages/checkout/src/pay/a.ts': "export const isCard = (a: A): boolean => a.kind !== 'card';",
      },
      /pay\/a\.ts tests the kind of a channel/,
    ],
    [
      'an import of a kind in the state',
      {
        'packages/checkout/src/channels/kinds/card/form.ts': 'export {};',
        'packages/checkout/src/state/a.ts': "import '../channels/kinds/card/form.ts';",
      },
      /channels is on a higher level than state/,
    ],
    [
      'an import of a server framework outside the adapters',
      {
        'packages/server/src/http/snippet/a.ts': "import type { Request } from 'express';",
        'packages/server/package.json': '{ "peerDependencies": { "express": "5" } }',
      },
      /only an adapter may depend on a server framework/,
    ],
    [
      'an import of a request in the core',
      { 'packages/server/src/sync/a.ts': "import type { HttpRequest } from '../http/request.ts';" },
      /http is on a higher level than sync/,
    ],
    [
      'an import of operator/ in sync/',
      { 'packages/server/src/sync/a.ts': "import type { Operator } from '../operator/operator.ts';" },
      /operator is on a higher level than sync/,
    ],
    [
      'an import of a handler in the ledger of the sandbox',
      { 'packages/sandbox/src/ledger/a.ts': "import '../handlers/handler.ts';" },
      /handlers is on a higher level than ledger/,
    ],
    [
      'an import of a file that connects the folders',
      { 'packages/sandbox/src/ledger/a.ts': "import '../sandbox.ts';" },
      /src is on a higher level than ledger/,
    ],
    [
      'an import of a file of src that has its own level',
      { 'packages/sandbox/src/catalogue/a.ts': "import '../options.ts';" },
      /options\.ts is on a higher level than catalogue/,
    ],
    [
      'a folder of the server without a level',
      { 'packages/server/src/new/a.ts': 'export {};' },
      /add the folder new to/,
    ],
    [
      'a folder of the element without a level',
      { 'packages/checkout/src/new/a.ts': 'export {};' },
      /add the folder new to/,
    ],
    [
      'an import of a store in the core',
      { 'packages/server/src/operations/a.ts': "import '../stores/memory.ts';" },
      /stores is on a higher level/,
    ],
    [
      'a change to paid outside sync/',
      { 'packages/server/src/operator/a.ts': "const change = { state: 'paid' };" },
      /only sync\/ writes the state paid/,
    ],
    [
      'a change outside sync/ that may be to paid',
      { 'packages/server/src/operator/a.ts': 'export type Change = PaymentUpdateChange;' },
      /only sync\/ writes the state paid/,
    ],
    [
      'an import of a package that the manifest does not declare',
      { 'packages/client/src/a.ts': "import 'undici';" },
      /does not declare/,
    ],
    [
      'a dynamic import of a package that the manifest does not declare',
      { 'packages/client/src/a.ts': "void import('undici');" },
      /does not declare/,
    ],
    [
      'an import of a file of another package',
      { 'packages/client/src/a.ts': "import '../../protocol/src/a.ts';" },
      /outside its src/,
    ],
    [
      'a file whose name does not describe its content',
      { 'packages/client/src/utils.ts': 'export {};' },
      /does not describe the content/,
    ],
    [
      'an import cycle through types and re-exports',
      {
        'packages/client/src/a.ts': "import type { B } from './b.ts'; export type A = B;",
        'packages/client/src/b.ts': "export type { A as B } from './a.ts';",
      },
      /cycle: packages\/client\/src\/a.ts -> packages\/client\/src\/b.ts -> packages\/client\/src\/a.ts/,
    ],
    [
      'a dependency without a project reference',
      {
        'packages/client/src/a.ts': 'export {};',
        'packages/client/package.json': '{"name":"c","dependencies":{"@pgw/protocol":"workspace:^"}}',
      },
      /does not refer to protocol/,
    ],
  ])('the architecture check finds %s', (_violation, files, message) => {
    const defects = findArchitectureDefects(writeWorkspace(files), strictLevels);
    expect(defects).toHaveLength(1);
    expect(defects[0]).toMatch(message);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['an import that an exception allows', { 'sync/a.ts': "import '../operations/b.ts';" }, []],
    [
      'another import of the same file',
      { 'sync/a.ts': "import '../operations/b.ts'; import '../operations/c.ts';" },
      ['packages/server/src/sync/a.ts imports operations/c.ts: operations is on a higher level than sync.'],
    ],
    [
      'an exception that no import uses',
      { 'sync/a.ts': 'export {};' },
      [
        'scripts/checks/levels.ts allows packages/server/src/sync/a.ts to import operations/b.ts, which it does not. Delete the exception.',
      ],
    ],
  ])('the architecture check judges %s', (_case, files, defects) => {
    const paths = Object.entries(files).map(([path, text]) => [`packages/server/src/${path}`, text]);
    const exceptions = [{ removedBy: 'a step', imports: [['sync/a.ts', 'operations/b.ts']] as const }];
    const levels = { server: { order: ['sync', 'operations'], exceptions } };
    expect(findArchitectureDefects(writeWorkspace(Object.fromEntries(paths)), levels)).toEqual(defects);
  });
});
