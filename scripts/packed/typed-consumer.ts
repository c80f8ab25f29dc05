import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installWithNpm } from './install.mjs';

const runFile = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** The lowest version of TypeScript that the documents name. */
export const lowestTypescript = '5.4.5';

/** A module resolution with the files that are compiled with it. */
const resolutions = {
  node16: { module: 'node16', files: ['entries.ts', 'shop.ts', 'page.ts'] },
  nodenext: { module: 'nodenext', files: ['entries.ts', 'shop.ts', 'page.ts'] },
  bundler: { module: 'esnext', files: ['entries.ts', 'shop.ts', 'page.ts'] },
  // A CommonJS module, which has its own resolution of the packages.
  commonjs: { module: 'node16', files: ['types.cts'] },
};

export type Resolution = keyof typeof resolutions;

/** The errors of old versions of TypeScript in the declarations of other packages: Svelte 5, and `pg`. */
const errorsOfOthers = [
  /^node_modules\/svelte\/elements[.]d[.]ts.* 'ContentVisibilityAutoStateChangeEvent'/,
  /^node_modules\/pg-protocol\/.*: Type 'Buffer' is not generic/,
];

/** The packages whose types the entries use, with the versions of the workspace. */
const typesOfEntries = [
  '@playwright/test',
  '@types/express',
  '@types/pg',
  '@types/react',
  'fastify',
  'pg',
  'svelte',
  'vue',
];

/**
 * Makes a project which uses the types of every entry of the packed packages, and installs these versions of
 * TypeScript in it.
 */
export async function createTypedConsumer(
  folder: string,
  tarballs: string,
  typescriptVersions: readonly string[],
): Promise<void> {
  const versions = readVersions();
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await installWithNpm(folder, [
    ...readdirSync(tarballs).map((name) => join(tarballs, name)),
    ...typesOfEntries.map((name) => `${name}@${versions[name]}`),
    '@types/node@22.20.7',
    ...typescriptVersions.map((version) => `${getAlias(version)}@npm:typescript@${version}`),
  ]);
  cpSync(join(root, 'scripts', 'packed', 'consumer'), folder, { recursive: true });
  const entries = listTypedEntries(folder);
  if (entries.length < 20) throw new Error(`The tarballs have only ${entries.length} entries with types.`);
  writeFileSync(
    join(folder, 'entries.ts'),
    entries.map((entry, index) => `export type * as entry${index} from '${entry}';\n`).join(''),
  );
}

/**
 * Compiles the files of the consumer, and with them every declaration that they load, in strict mode. Returns
 * the errors of the compiler.
 */
export async function compileConsumer(
  folder: string,
  typescriptVersion: string,
  resolution: Resolution,
): Promise<readonly string[]> {
  const { module, files } = resolutions[resolution];
  const config = `tsconfig.${getAlias(typescriptVersion)}.${resolution}.json`;
  const moduleResolution = module === 'esnext' ? 'bundler' : module;
  writeFileSync(
    join(folder, config),
    JSON.stringify({ extends: './tsconfig.json', compilerOptions: { module, moduleResolution }, files }),
  );
  const tsc = join('node_modules', getAlias(typescriptVersion), 'bin', 'tsc');
  const { stdout } = await runFile(process.execPath, [tsc, '--pretty', 'false', '-p', config], {
    cwd: folder,
  }).catch(readOutput);
  const isOfOthers = (line: string): boolean => errorsOfOthers.some((pattern) => pattern.test(line));
  return stdout.split('\n').filter((line) => line !== '' && !isOfOthers(line));
}

/** Returns the output of a compiler that found errors. Throws if it could not run. */
function readOutput(error: unknown): { readonly stdout: string } {
  if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string' && error.stdout !== '')
    return { stdout: error.stdout };
  throw error;
}

const getAlias = (version: string): string => `typescript-${version}`;

/** Lists the entries of the installed packages that have types. */
function listTypedEntries(folder: string): readonly string[] {
  const scope = join(folder, 'node_modules', '@pgw');
  return readdirSync(scope).flatMap((name) => {
    const manifest: { exports: Record<string, unknown> } = JSON.parse(
      readFileSync(join(scope, name, 'package.json'), 'utf8'),
    );
    return Object.entries(manifest.exports)
      .filter(([, target]) => JSON.stringify(target).includes('.d.ts'))
      .map(([entry]) => `@pgw/${name}${entry.slice(1)}`);
  });
}

/** Returns the versions of the packages that the workspace uses for its own tests. */
function readVersions(): Record<string, string> {
  const manifests = ['server', 'checkout', 'sandbox'].map((name) =>
    JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')),
  );
  return Object.assign({}, ...manifests.map(({ devDependencies }) => devDependencies));
}
