import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfiguration, type Configuration } from '../src/configuration.ts';
import { runPgw } from './run-pgw.ts';
import { onWindows, skipBecause } from '../../../scripts/skip-because.ts';

let cwd = '';

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'pgw-cli-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
});

const completeConfiguration = {
  baseUrl: 'https://file.example',
  merchantId: 7,
  secretKey: 'file-key',
  token: 'file-token',
};

async function writeConfiguration(content: unknown, name = 'pgw.json'): Promise<void> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  await writeFile(join(cwd, name), text, { mode: 0o600 });
}

function read(env: Record<string, string> = {}, config?: string, account?: string): Configuration {
  const stream = new PassThrough();
  const { signal } = new AbortController();
  return readConfiguration(
    { env, cwd, stdin: stream, stdout: stream, stderr: stream, signal },
    { config, account },
  );
}

test('pgw.json is read when it exists, and the environment overrides it', async () => {
  await writeConfiguration(completeConfiguration);
  expect(read().requireClientOptions()).toMatchObject({
    baseUrl: 'https://file.example',
    credentials: 'file-token',
  });
  expect(read({ PGW_BASE_URL: 'https://env.example' }).requireClientOptions().baseUrl).toBe(
    'https://env.example',
  );
});

test('--account selects the entries of an account in the file, also if the environment has those of another merchant', async () => {
  const mugs = { merchantId: '1002', secretKey: 'mugs-key', user: 'mugs', password: 'pw' };
  await writeConfiguration({ ...completeConfiguration, accounts: { mugs } });
  const env = { PGW_SECRET_KEY: 'env-key', PGW_TOKEN: 'env-token' };
  expect(read(env, undefined, 'mugs').requireClientOptions()).toMatchObject({
    baseUrl: 'https://file.example',
    merchantId: '1002',
    secretKey: 'mugs-key',
    credentials: { userName: 'mugs', password: 'pw' },
  });
  expect(read(env).requireClientOptions()).toMatchObject({ merchantId: 7, secretKey: 'env-key' });
  for (const id of ['plants', 'constructor', ''])
    expect(() => read(env, undefined, id)).toThrow(/pgw\.json has no account with this id in "accounts"/);
});

test('a login in the environment overrides a token in the file, and a token in the environment overrides both', async () => {
  await writeConfiguration(completeConfiguration);
  const login = { PGW_USER: 'shop', PGW_PASSWORD: 'pw' };
  expect(read(login).requireClientOptions().credentials).toEqual({ userName: 'shop', password: 'pw' });
  expect(read({ ...login, PGW_TOKEN: 'env-token' }).requireClientOptions().credentials).toBe('env-token');
});

test('a file that is named by --config must exist', async () => {
  await writeConfiguration(
    { ...completeConfiguration, profile: { payoutChannelId: { staging: 16 } } },
    'other.json',
  );
  expect(read({}, 'other.json').profile.payoutChannelId).toEqual({ production: 9, staging: 16 });
  expect(() => read({}, 'none.json')).toThrow(/none\.json: the file does not exist/);
});

test.each([
  ['{"secretKey":"hunter2"', /is not JSON/],
  [{ secretKey: 5 }, /secretKey must be a string/],
  [{ secret: 'hunter2' }, /Unrecognized key: "secret"/],
  [{ profile: { paths: { queryPayment: 'x' } } }, /profile\.paths\.queryPayment must begin/],
])('the configuration %j is refused, and the error does not quote its secrets', async (content, message) => {
  await writeConfiguration(content);
  expect(() => read()).toThrow(message);
  expect(() => read()).not.toThrow(/hunter2/);
});

test('a call that needs missing entries of the configuration throws an error that names all of them', () => {
  expect(() => read().requireClientOptions()).toThrow(
    /PGW_BASE_URL.*PGW_MERCHANT_ID.*PGW_SECRET_KEY.*PGW_USER.*PGW_PASSWORD/,
  );
  expect(read({ PGW_SECRET_KEY: 'k' }).requireSecretKey()).toBe('k');
});

test('a file with secrets that other users can read causes a warning', skipBecause(onWindows), async () => {
  await writeConfiguration(completeConfiguration);
  expect(read().warnings).toEqual([]);
  await chmod(join(cwd, 'pgw.json'), 0o644);
  expect(read().warnings).toEqual([expect.stringContaining('chmod 600')]);
  const result = await runPgw(['sign', 'https://x.example', '--data', '{}'], { cwd });
  expect(result).toMatchObject({ code: 0, err: expect.stringContaining('chmod 600') });
  await writeConfiguration({ baseUrl: 'https://file.example' });
  expect(read().warnings).toEqual([]);
});
