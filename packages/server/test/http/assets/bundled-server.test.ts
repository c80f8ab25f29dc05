import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type BuildOptions } from 'esbuild';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { serverSource } from './server-source.ts';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('../../../', import.meta.url));

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pgw-bundle-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

const banner =
  "import { createRequire as forBundle } from 'node:module'; const require = forBundle(import.meta.url);";

/** The bundles that were written, by their options. Tests with equal options share a bundle. */
const bundles = new Map<string, Promise<Uint8Array>>();

async function bundle(outfile: string, options: BuildOptions): Promise<string> {
  const key = JSON.stringify(options);
  const bytes = bundles.get(key) ?? writeBundle(options);
  bundles.set(key, bytes);
  const file = join(folder, outfile);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await bytes);
  return file;
}

async function writeBundle(options: BuildOptions): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: serverSource, resolveDir: packageFolder, loader: 'ts' },
    bundle: true,
    platform: 'node',
    conditions: ['pgw-source'],
    logLevel: 'silent',
    ...options,
    write: false,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('esbuild wrote no bundle.');
  return file.contents;
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
    'node_modules/@pgw/server/assets',
    { format: 'esm', banner: { js: banner } },
  ],
  [
    'a CommonJS bundle, in node_modules beside it',
    'index.cjs',
    'node_modules/@pgw/server/assets',
    { format: 'cjs' },
  ],
])('the scripts of the element are found for %s', async (_name, outfile, assets, options) => {
  const file = await bundle(outfile, options);
  await copyAssets(assets);
  expect(await start(file)).toBe('200 true true');
});

it.each([
  ['a program of another folder requires', 'runtime/main.cjs', "require('../function/server.cjs');"],
  ['an ES module imports', 'runtime/main.mjs', "import '../function/server.cjs';"],
])('the scripts of the element are found for a CommonJS bundle that %s', async (_name, program, source) => {
  await bundle('function/server.cjs', { format: 'cjs' });
  await copyAssets('function/pgw-assets');
  const file = join(folder, program);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, source);
  expect(await start(file)).toBe('200 true true');
});

it('the scripts of the element are found beside the program when the path of the source is in the bundle', async () => {
  const file = await bundle('server.cjs', {
    format: 'cjs',
    define: { 'import.meta.url': '"file:///build/src/assets/assets-folder.js"', __dirname: '"/build/src"' },
  });
  await copyAssets('pgw-assets');
  expect(await start(file)).toBe('200 true true');
});

it.each<[string, BuildOptions]>([
  ['server.mjs', { format: 'esm', banner: { js: banner } }],
  ['server.cjs', { format: 'cjs' }],
])('without the scripts, the error of %s names bundlers and the next step', async (outfile, options) => {
  const file = await bundle(outfile, options);
  await expect(start(file)).rejects.toThrow(/a bundler such as esbuild[\s\S]*pgw-assets beside the bundle/);
});
