import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type BuildOptions } from 'esbuild';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { serverSource } from './server-source.ts';
import { selectCases } from '../../../../../scripts/nightly.ts';

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

async function writeBundle(options: BuildOptions, contents = serverSource): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: packageFolder, loader: 'ts' },
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

// The bundle is alone in a new folder: nothing of the workspace is above it.
const moved: readonly (readonly [string, string, BuildOptions])[] = [
  ['an ES module', 'dist/server.mjs', { format: 'esm', banner: { js: banner } }],
  ['a CommonJS bundle', 'dist/server.cjs', { format: 'cjs' }],
  ['a minified bundle', 'a/b/index.mjs', { format: 'esm', minify: true, banner: { js: banner } }],
  [
    'a bundle with the path of the source',
    'server.cjs',
    {
      format: 'cjs',
      define: { 'import.meta.url': '"file:///build/src/server.js"', __dirname: '"/build/src"' },
    },
  ],
];
it.each(selectCases(moved, 1))(
  '%s that is moved to another folder contains the scripts of the element',
  async (_name, outfile, options) => {
    const file = await bundle(outfile, options);
    const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
      cwd: tmpdir(),
    });
    expect(stdout).toBe('200 true true');
  },
);

it('the server of docs/start.md is bundled as an ES module, and as CommonJS with its end in a function', async () => {
  const readme = readFileSync(new URL('../../../../../docs/start.md', import.meta.url), 'utf8');
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  const server = blocks.find((code) => code.includes('await checkout.ready;')) ?? '';
  const inFunction = server.replace(
    /await checkout\.ready;[\s\S]*/,
    'async function start() {\n$&}\nvoid start();',
  );
  const external = ['@pgw/express', '@pgw/express/*', 'express'];
  await expect(writeBundle({ format: 'esm', external }, server)).resolves.toHaveProperty('length');
  await expect(writeBundle({ format: 'cjs', external }, inFunction)).resolves.toHaveProperty('length');
  await expect(writeBundle({ format: 'cjs', external }, server)).rejects.toThrow('Top-level await');
});
