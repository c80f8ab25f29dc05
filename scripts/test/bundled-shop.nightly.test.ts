import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createShellEnvironment, installWithNpm } from '../packed/install.mjs';

// Runs the commands of docs/bundling.md in a shop that installs the packed packages, which are bundles themselves.

const folder = mkdtempSync(join(tmpdir(), 'pgw-bundled-shop-'));
const page = readFileSync(new URL('../../docs/bundling.md', import.meta.url), 'utf8');
const scripts = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, script = '']) => script);

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  cpSync(fileURLToPath(new URL('../packed/shop/', import.meta.url)), join(folder, 'src'), {
    recursive: true,
  });
  writeFileSync(join(folder, 'src', 'server.ts'), "import './pay-once.mjs';\n");
  const packages = ['protocol', 'client', 'server', 'express', 'sandbox'];
  const tarballs = packages.map((name) => join(inject('tarballs'), `${name}.tgz`));
  await installWithNpm(folder, [...tarballs, 'express@5.3.0', 'esbuild@0.28.2']);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the only file of a folder where no package can be found. The sandbox, which is no part of the bundle, is found by the cwd. */
async function payWithMoved(dist: string): Promise<void> {
  const moved = mkdtempSync(join(tmpdir(), 'pgw-moved-bundle-'));
  try {
    const [name = ''] = readdirSync(dist);
    renameSync(join(dist, name), join(moved, name));
    const options = { cwd: folder, env: createShellEnvironment(), timeout: 100_000 };
    const { stdout } = await promisify(execFile)(process.execPath, [join(moved, name)], options);
    expect(stdout.trim().split('\n').at(-1)).toBe('memory: paid');
  } finally {
    rmSync(moved, { recursive: true, force: true });
  }
}

it('docs/bundling.md has three scripts', () => expect(scripts).toHaveLength(3));

it.skipIf(process.platform === 'win32').each(scripts.map((script) => [script]))(
  'the bundle of a shop takes a payment after:\n%s',
  async (script) => {
    rmSync(join(folder, 'dist'), { recursive: true, force: true });
    const options = { cwd: folder, env: createShellEnvironment(), timeout: 100_000 };
    const { stdout } = await promisify(execFile)('sh', ['-ec', script], options);
    expect(stdout.trim().split('\n').at(-1)).toBe('memory: paid');
    if (!script.includes('--packages=external')) await payWithMoved(join(folder, 'dist'));
  },
  120_000,
);
