import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sign } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { createSandbox, type SandboxOptions } from '../src/index.ts';
import { startSandboxWithMerchant } from './merchant.ts';

const testTenant = { id: '1', name: 'Shop', secretKey: 'key', userName: 'u', password: 'p' };

it.each<[string, SandboxOptions]>([
  ['host', { host: '0.0.0.0' }],
  ['host', { host: 'shop.example' }],
  ['port', { port: 70_000 }],
  ['port', { port: 1.5 }],
  ['tenants', { tenants: [] }],
  ['tenants.0.secretKey', { tenants: [{ ...testTenant, secretKey: '' }] }],
  ['tenants.0.timeZone', { tenants: [{ ...testTenant, timeZone: 'Moon/Base' }] }],
  ['paymentLifetimeMs', { paymentLifetimeMs: 0 }],
  ['callbackRetryMs.0', { callbackRetryMs: [-1] }],
  // A caller without TypeScript can pass any value.
  ['Unrecognized key: "bare"', JSON.parse('{"bare":"yes"}') as SandboxOptions],
  ['Unrecognized key: "strictInterface"', JSON.parse('{"strictInterface":true}') as SandboxOptions],
  [
    'Unrecognized key: "presets"; did you mean preset?',
    JSON.parse('{"presets":"document"}') as SandboxOptions,
  ],
])('createSandbox with an invalid %s throws an error that names this option', async (name, options) => {
  await expect(createSandbox({ port: 0, ...options })).rejects.toMatchObject({
    code: 'invalid-configuration',
    message: expect.stringContaining(`The sandbox was not started: ${name}`),
  });
});

it('createSandbox throws when the port is in use', async () => {
  await using setup = await startSandboxWithMerchant();
  const port = Number(new URL(setup.sandbox.url).port);
  await expect(createSandbox({ port })).rejects.toMatchObject({
    code: 'invalid-configuration',
    message: expect.stringContaining(`Port ${port} on 127.0.0.1 is in use`),
  });
});

it('createSandbox throws when the data directory cannot be created', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'pgw-sandbox-'));
  const file = join(directory, 'file');
  await writeFile(file, '');
  await expect(createSandbox({ port: 0, data: join(file, 'data') })).rejects.toMatchObject({
    code: 'invalid-configuration',
    message: expect.stringContaining(file),
  });
  await rm(directory, { recursive: true });
});

it('the profile changes paths and headers', async () => {
  const sandbox = await createSandbox({
    port: 0,
    tenants: [testTenant],
    preset: 'lenient',
    profile: {
      paths: { getChannels: '/v2/channels' },
      headers: { tenant: 'X-Merchant', signature: 'X-Sign' },
    },
  });
  const url = `${sandbox.url}/v2/channels`;
  const timestamp = Date.now();
  const response = await fetch(`${url}?timestamp=${timestamp}`, {
    headers: { 'X-Merchant': testTenant.id, 'X-Sign': sign(url, { timestamp }, testTenant.secretKey) },
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ result: expect.any(Array) });
  await sandbox.close();
});
