import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { architectureDefects } from '../check-architecture.ts';

let root = '';

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A workspace of the given files; each package that has one gets a manifest and a tsconfig unless it is among them. */
function workspace(files: Record<string, string>): string {
  root = mkdtempSync(join(tmpdir(), 'pgw-architecture-'));
  const rooms = new Set(Object.keys(files).map((path) => path.split('/').slice(0, 2).join('/')));
  const manifests = [...rooms].flatMap((room): [string, string][] => [
    [`${room}/package.json`, JSON.stringify({ name: room, dependencies: { zod: '4', lit: '3' } })],
    [`${room}/tsconfig.json`, '{}'],
  ]);
  for (const [path, text] of Object.entries({ ...Object.fromEntries(manifests), ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

describe('the architecture check', () => {
  it('finds nothing to say of this workspace', () => {
    expect(architectureDefects(fileURLToPath(new URL('../..', import.meta.url)))).toEqual([]);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'an arrow downwards',
      { 'packages/client/src/a.ts': "import '@pgw/express';" },
      /from client to express/,
    ],
    [
      'a type by a forbidden arrow',
      { 'packages/protocol/src/a.ts': "import type { A } from '@pgw/client';" },
      /protocol to client/,
    ],
    [
      'the protocol by value in the element',
      { 'packages/checkout/src/a.ts': "import { a } from '@pgw/protocol';" },
      /types only/,
    ],
    ['node in the element', { 'packages/checkout/src/a.ts': "import 'node:fs';" }, /runs in browsers/],
    [
      'an import up the levels of the element',
      { 'packages/checkout/src/ui/a.ts': "import '../pay/index.ts';" },
      /pay is above ui/,
    ],
    [
      'an import into a feature past its index.ts',
      { 'packages/checkout/src/pay/a.ts': "import '../banks/search.ts';" },
      /use the index\.ts of banks/,
    ],
    [
      'express among the payments',
      { 'packages/express/src/payments/a.ts': "import type { Request } from 'express';" },
      /no framework/,
    ],
    [
      'a store among the payments',
      { 'packages/express/src/refunds/a.ts': "import '../stores/memory.ts';" },
      /owns the port/,
    ],
    [
      'a settlement that another file than settle.ts writes',
      { 'packages/express/src/operator/a.ts': 'void store.settlePayment({});' },
      /only payments\/settle\.ts writes the state paid/,
    ],
    [
      'a dependency that is not declared',
      { 'packages/client/src/a.ts': "import 'undici';" },
      /does not declare/,
    ],
    [
      'a dynamic import that is not declared',
      { 'packages/client/src/a.ts': "void import('undici');" },
      /does not declare/,
    ],
    [
      'a file of another package',
      { 'packages/client/src/a.ts': "import '../../protocol/src/a.ts';" },
      /outside its src/,
    ],
    ['a file without a name', { 'packages/client/src/utils.ts': 'export {};' }, /find it a name/],
    [
      'a circle, through types and re-exports',
      {
        'packages/client/src/a.ts': "import type { B } from './b.ts'; export type A = B;",
        'packages/client/src/b.ts': "export type { A as B } from './a.ts';",
      },
      /circle: packages\/client\/src\/a.ts -> packages\/client\/src\/b.ts -> packages\/client\/src\/a.ts/,
    ],
    [
      'a manifest that the references do not repeat',
      {
        'packages/client/src/a.ts': 'export {};',
        'packages/client/package.json': '{"name":"c","dependencies":{"@pgw/protocol":"workspace:^"}}',
      },
      /does not refer to protocol/,
    ],
  ])('finds %s', (_what, files, message) => {
    const defects = architectureDefects(workspace(files));
    expect(defects).toHaveLength(1);
    expect(defects[0]).toMatch(message);
  });
});
