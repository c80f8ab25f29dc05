import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { findFreePort } from '../free-port.mjs';
import { createShellEnvironment, installWithNpm } from '../packed/install.mjs';
import { startProgram } from '../packed/program.ts';
import { payByWallet, runInBrowser } from '../packed/shopper.ts';

// Runs the commands of docs/bundling.md on the server of docs/start.md, with the packed packages, which are bundles themselves.

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pgw-bundled-shop-'));
const page = readFileSync(join(root, 'docs/bundling.md'), 'utf8');
const scripts = [...page.matchAll(/```sh\n([\s\S]*?)\nnode (\S+)\n```/g)].map(
  ([, command = '', file = '']) => [command, file] as const,
);
const [, endForCommonJs = ''] = /```ts\n(async function start[\s\S]*?)```/.exec(page) ?? [];
const readme = readFileSync(join(root, 'docs/start.md'), 'utf8');
const [, server = ''] = /```ts\n(\/\/ server\.ts\n[\s\S]*?)```/.exec(readme) ?? [];

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  mkdirSync(join(folder, 'src'));
  const packages = ['protocol', 'client', 'server', 'express'];
  const tarballs = packages.map((name) => join(inject('tarballs'), `${name}.tgz`));
  await installWithNpm(folder, [...tarballs, 'express@5.3.0', 'esbuild@0.28.2']);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a program that ends with the test. Resolves with what `ready` matches. */
async function start(args: readonly string[], options: Parameters<typeof startProgram>[1]): Promise<string> {
  const { match, stop } = await startProgram([process.execPath, ...args], options);
  onTestFinished(stop);
  return match[0];
}

it('docs/bundling.md has three scripts', () => expect(scripts).toHaveLength(3));

// The scripts of the page are for the shell of Unix.
it.skipIf(process.platform === 'win32').each(scripts)(
  'the server of docs/start.md takes a payment as a bundle of:\n%s',
  async (command, file) => {
    const end = server.indexOf('await checkout.ready');
    const code = file.endsWith('.cjs') ? server.slice(0, end) + endForCommonJs : server;
    writeFileSync(join(folder, 'src', 'server.ts'), code);
    const built = { cwd: folder, env: createShellEnvironment(), timeout: 100_000 };
    await promisify(execFile)('sh', ['-ec', command], built);
    // A bundle with its packages runs in a folder where no package can be found.
    const isMoved = !command.includes('--packages=external');
    const cwd = isMoved ? mkdtempSync(join(tmpdir(), 'pgw-moved-bundle-')) : folder;
    if (isMoved) {
      onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
      renameSync(join(folder, file), join(cwd, basename(file)));
    }
    const sandbox = join(root, 'packages/sandbox/dist/cli.js');
    const PGW_BASE_URL = await start([sandbox, '--port', '0'], { cwd, ready: /http:\S+/ });
    const port = String(await findFreePort());
    const url = `http://127.0.0.1:${port}`;
    const env = { PGW_BASE_URL, PGW_PUBLIC_URL: url, PORT: port };
    const settings = ['--env-file', join(root, '.env.example'), isMoved ? basename(file) : file];
    await start(settings, { cwd, env, ready: /Open http/ });
    await runInBrowser(async (shop) => {
      await shop.goto(url);
      await payByWallet(shop);
      await shop.getByRole('heading', { name: 'Order A1: paid' }).waitFor();
    });
  },
  120_000,
);
