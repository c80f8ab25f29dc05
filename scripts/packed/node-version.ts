import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installWithNpm } from './install.mjs';

const cache = fileURLToPath(new URL('../../node_modules/.cache/pgw-node/', import.meta.url));

/** The latest version 22 of Node. */
export const latest22 = '22.23.3';

/**
 * Installs a version of Node from the `node` package of the registry, if it is missing. Returns its path. Later runs use it
 * again.
 */
export async function installNode(version: string): Promise<string> {
  const folder = join(cache, version);
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const program = join(folder, 'node_modules', 'node', 'bin', name);
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await installWithNpm(folder, [`node@${version}`]);
  return program;
}
