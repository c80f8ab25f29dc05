import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, inject, it } from 'vitest';
import { installWithNpm } from '../packed/install.mjs';

// Runs the packed packages with Bun, which npm installs as a package.

const shop = mkdtempSync(join(tmpdir(), 'pgw-bun-'));
afterAll(() => rmSync(shop, { recursive: true, force: true }));

it('the packed packages take a payment in Bun, and the transports of undici name the cause of their error', async () => {
  writeFileSync(join(shop, 'package.json'), '{ "private": true, "type": "module" }');
  cpSync(fileURLToPath(new URL('../packed/shop/', import.meta.url)), shop, { recursive: true });
  const tarballs = ['protocol', 'client', 'server', 'sandbox'].map((name) =>
    join(inject('tarballs'), `${name}.tgz`),
  );
  await installWithNpm(shop, [...tarballs, 'bun@1.4.5']);
  const bun = join(shop, 'node_modules', '.bin', process.platform === 'win32' ? 'bun.exe' : 'bun');
  const { stdout } = await promisify(execFile)(bun, ['bun-payment.mjs'], { cwd: shop, timeout: 100_000 });
  expect(stdout.trim().split('\n')).toEqual([
    'embedded: paid',
    'memory: paid',
    expect.stringMatching(/^pooledTransport: .*the module undici has no pool.*fetchTransport\(fetch\)/),
    expect.stringMatching(/^dispatcherTransport: .*no method dispatch.*fetchTransport\(fetch\)/),
  ]);
});
