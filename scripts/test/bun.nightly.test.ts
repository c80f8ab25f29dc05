import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, inject, it, onTestFinished } from 'vitest';
import { installWithNpm } from '../packed/install.mjs';

// Runs the packed packages with Bun, which npm installs as a package.

const run = promisify(execFile);
const shop = mkdtempSync(join(tmpdir(), 'pgw-bun-'));
afterAll(() => rmSync(shop, { recursive: true, force: true }));

it('the packed packages take a payment in Bun, and the transports of undici name the cause of their error', async () => {
  writeFileSync(join(shop, 'package.json'), '{ "private": true, "type": "module" }');
  cpSync(fileURLToPath(new URL('../packed/shop/', import.meta.url)), shop, { recursive: true });
  const tarballs = ['protocol', 'client', 'server', 'express', 'sandbox'].map((name) =>
    join(inject('tarballs'), `${name}.tgz`),
  );
  await installWithNpm(shop, [...tarballs, 'express@5.3.0', 'bun@1.4.5']);
  const bun = join(shop, 'node_modules', '.bin', process.platform === 'win32' ? 'bun.exe' : 'bun');
  const { stdout } = await run(bun, ['bun-payment.mjs'], { cwd: shop, timeout: 100_000 });
  expect(stdout.trim().split('\n')).toEqual([
    'embedded: paid',
    'memory: paid',
    expect.stringMatching(/^pooledTransport: .*the module undici has no pool.*fetchTransport\(fetch\)/),
    expect.stringMatching(/^dispatcherTransport: .*no method dispatch.*fetchTransport\(fetch\)/),
  ]);
  // A bundle of Bun is moved to a folder without packages. It finds the sandbox, which is no part of it, by the cwd.
  const moved = mkdtempSync(join(tmpdir(), 'pgw-bun-bundle-'));
  onTestFinished(() => rmSync(moved, { recursive: true, force: true }));
  cpSync(fileURLToPath(new URL('../packed/shop/', import.meta.url)), join(shop, 'src'), { recursive: true });
  const server = join(moved, 'server.mjs');
  await run(bun, ['build', 'src/pay-once.mjs', '--target=bun', `--outfile=${server}`], { cwd: shop });
  expect((await run(bun, [server], { cwd: shop, timeout: 100_000 })).stdout.trim()).toBe('memory: paid');
});
