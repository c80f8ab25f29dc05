// The size of an installed package with its dependencies.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Returns the number of bytes of an installed package and of its dependencies, and the names of these dependencies. Peer
 * dependencies, such as Express, do not count. `importer` is a file in the folder whose node_modules has the package.
 */
export function measureInstalled(
  name: string,
  importer: string,
): { readonly bytes: number; readonly dependencies: readonly string[] } {
  const folders = listFolders(name, importer);
  const bytes = [...folders.keys()].map(measureFolder).reduce((sum, size) => sum + size, 0);
  return { bytes, dependencies: [...folders.values()].slice(1) };
}

/** Returns the folders of a package and of all its dependencies, with their names. */
function listFolders(
  name: string,
  importer: string,
  folders = new Map<string, string>(),
): ReadonlyMap<string, string> {
  const folder = findFolder(name, importer);
  if (folders.has(folder)) return folders;
  folders.set(folder, name);
  const manifest = join(folder, 'package.json');
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies?: object };
  for (const dependency of Object.keys(dependencies)) listFolders(dependency, manifest, folders);
  return folders;
}

/** Searches node_modules of all parent folders, because a package may not export its manifest. */
function findFolder(name: string, importer: string): string {
  for (const base of createRequire(importer).resolve.paths(name) ?? []) {
    const folder = join(base, name);
    if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return folder;
  }
  throw new Error(`${name} is not installed for ${dirname(importer)}.`);
}

function measureFolder(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return sum + (entry.isDirectory() ? measureFolder(path) : lstatSync(path).size);
    }, 0);
}
