import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCheckout } from '../../src/index.ts';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { createTestClient, unreachableUrl } from '../shop.ts';

afterEach(() => vi.unstubAllEnvs());

function createFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'payments.db');
}

const invalidConfiguration = (message: RegExp) =>
  expect.objectContaining({ code: 'invalid-configuration', message: expect.stringMatching(message) });

describe.each([
  ['VERCEL', '1', 'Vercel'],
  ['AWS_LAMBDA_FUNCTION_NAME', 'checkout', 'AWS Lambda'],
  ['NETLIFY', 'true', 'Netlify'],
  ['K_SERVICE', 'checkout', 'Google Cloud Run'],
  ['FUNCTIONS_WORKER_RUNTIME', 'node', 'Azure Functions'],
])('with the environment variable %s', (variable, value, name) => {
  it('the embedded store names the platform, the reason and what to use', () => {
    vi.stubEnv(variable, value);
    const reason = `^embeddedStore: ${name} \\(${variable} is set\\) does not keep the files`;
    expect(() => embeddedStore({ file: createFile() })).toThrow(
      invalidConfiguration(
        new RegExp(`${reason}.*PostgreSQL through a pooler.*option store.*hasLastingDisk: true`),
      ),
    );
  });

  it('hasLastingDisk starts the store in the file of a volume', async () => {
    vi.stubEnv(variable, value);
    const store = embeddedStore({ file: createFile(), hasLastingDisk: true });
    await store.open();
    expect(await store.find('payment', 'A1')).toBeUndefined();
    await store.close();
  });
});

it('a checkout without the option store is refused too', () => {
  vi.stubEnv('VERCEL', '1');
  const create = () =>
    createCheckout({
      gateway: createTestClient(unreachableUrl),
      publicUrl: 'https://shop.example',
      merchant: 'Rimba Coffee',
      resolveOrder: () => undefined,
      onPaid: () => undefined,
    });
  expect(create).toThrow(invalidConfiguration(/Vercel/));
});

it.each([
  ['VERCEL', '1', 'VERCEL_ENV', 'development'],
  ['NETLIFY', 'true', 'NETLIFY_DEV', 'true'],
  ['FUNCTIONS_WORKER_RUNTIME', 'node', 'AZURE_FUNCTIONS_ENVIRONMENT', 'Development'],
])(
  'the tools of the platform with %s run the store on the machine of a developer',
  (...[variable, value, local, localValue]) => {
    vi.stubEnv(variable, value);
    vi.stubEnv(local, localValue);
    expect(() => embeddedStore({ file: createFile() })).not.toThrow();
  },
);

it('an empty variable is not set, and the store in memory is never refused', () => {
  vi.stubEnv('VERCEL', '');
  expect(() => embeddedStore({ file: createFile() })).not.toThrow();
  vi.stubEnv('VERCEL', '1');
  expect(() => memoryStore()).not.toThrow();
});

it.each([
  [{ hasLastingDisk: true }, /hasLastingDisk needs file/],
  [{ hasLastingDisk: 'yes', file: 'a.db' }, /hasLastingDisk/],
  [{ file: '' }, /file must not be empty/],
  [{ path: 'a.db' }, /path/],
])('the options %j are refused with the name of the option', (options, message) => {
  expect(() => embeddedStore(options as never)).toThrow(invalidConfiguration(message));
});
