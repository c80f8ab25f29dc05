import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type BuildOptions } from 'esbuild';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { serverSource } from './server-source.ts';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('../../', import.meta.url));

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pgw-bundle-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

async function bundle(outfile: string, options: BuildOptions): Promise<string> {
  const file = join(folder, outfile);
  await build({
    stdin: { contents: serverSource, resolveDir: packageFolder, loader: 'ts' },
    bundle: true,
    platform: 'node',
    conditions: ['pgw-source'],
    outfile: file,
    logLevel: 'silent',
    ...options,
  });
  return file;
}

async function start(file: string): Promise<string> {
  return (await run(process.execPath, ['--disable-warning=ExperimentalWarning', file], { cwd: tmpdir() }))
    .stdout;
}

const copyAssets = (target: string): Promise<void> =>
  cp(join(packageFolder, 'assets'), join(folder, target), { recursive: true });

it.each<[string, string, string, BuildOptions]>([
  [
    'an ES module, beside it',
    'dist/server.mjs',
    'dist/pgw-assets',
    { format: 'esm', banner: { js: banner } },
  ],
  ['a CommonJS bundle, beside it', 'dist/server.cjs', 'dist/pgw-assets', { format: 'cjs' }],
  [
    'a minified bundle, beside it',
    'server.mjs',
    'pgw-assets',
    { format: 'esm', minify: true, banner: { js: banner } },
  ],
  [
    'a bundle in a function folder, in node_modules above',
    'a/b/index.mjs',
    'node_modules/@pgw/express/assets',
    { format: 'esm', banner: { js: banner } },
  ],
  [
    'a CommonJS bundle, in node_modules beside it',
    'index.cjs',
    'node_modules/@pgw/express/assets',
    { format: 'cjs' },
  ],
])('the scripts of the element are found for %s', async (_name, outfile, assets, options) => {
  const file = await bundle(outfile, options);
  await copyAssets(assets);
  expect(await start(file)).toBe('200 true');
});

it.each<[string, BuildOptions]>([
  ['server.mjs', { format: 'esm', banner: { js: banner } }],
  ['server.cjs', { format: 'cjs' }],
])('without the scripts, the error of %s names bundlers and the next step', async (outfile, options) => {
  const file = await bundle(outfile, options);
  await expect(start(file)).rejects.toThrow(/a bundler such as esbuild[\s\S]*pgw-assets beside the bundle/);
});
