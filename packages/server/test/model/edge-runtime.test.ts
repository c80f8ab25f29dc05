import { afterEach, expect, it, vi } from 'vitest';
import { createCheckout } from '../../src/adapters/web/index.ts';
import { isEdgeRuntime } from '../../src/model/edge-runtime.ts';

afterEach(() => vi.unstubAllEnvs());

const versions = { node: '24.0.0' };

it.each([
  ['a runtime without process', {}],
  ['a process without versions', { process: { env: {} } }],
  ['NEXT_RUNTIME is edge', { process: { env: { NEXT_RUNTIME: 'edge' }, versions } }],
  ['no node:crypto', { process: { versions, getBuiltinModule: () => undefined } }],
])('an edge runtime is recognized: %s', (_case, runtime) => {
  expect(isEdgeRuntime(runtime)).toBe(true);
});

it.each([
  ['this process', globalThis],
  ['NEXT_RUNTIME is nodejs', { process: { env: { NEXT_RUNTIME: 'nodejs' }, versions } }],
  ['an older Node without getBuiltinModule', { process: { versions: { node: '18.20.0' } } }],
])('Node.js is no edge runtime: %s', (_case, runtime) => {
  expect(isEdgeRuntime(runtime)).toBe(false);
});

it('createCheckout of the web adapter names the runtime that route handlers need', () => {
  vi.stubEnv('NEXT_RUNTIME', 'edge');
  expect(() => createCheckout({} as never)).toThrow(
    expect.objectContaining({
      code: 'invalid-configuration',
      message: expect.stringMatching(/route handlers .* need the Node.js runtime.*runtime = 'edge'/),
    }),
  );
});
