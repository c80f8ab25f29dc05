// Packs the packages as they are published. `node scripts/packed/pack.ts <folder>` writes
// <folder>/<package>.tgz.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findPnpm } from '../install/install-dependencies.mjs';

const runFile = promisify(execFile);
const packagesFolder = fileURLToPath(new URL('../../packages/', import.meta.url));

/** The folders of the packages that are published. */
export const publishedPackages: readonly string[] = [
  'protocol',
  'client',
  'cli',
  'server',
  'express',
  'checkout',
  'sandbox',
  'create-shop',
  'office',
];

/** Packs every package into a folder. Rejects if a package is not built. */
export async function packPackages(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const [program, ...args] = findPnpm();
  await Promise.all(
    publishedPackages.map((name) =>
      runFile(program, [...args, 'pack', '--out', join(folder, `${name}.tgz`)], {
        cwd: join(packagesFolder, name),
        shell: process.platform === 'win32',
      }),
    ),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('Usage: node scripts/packed/pack.ts <folder>');
    process.exit(1);
  }
  await packPackages(resolve(folder));
}
