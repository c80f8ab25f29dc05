// Sums up the files of a package and of its dependencies.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { formatTable } from '../../output.mjs';

const packages = [
  '@pgw/express',
  '@pgw/server',
  '@pgw/client',
  '@pgw/protocol',
  '@pgw/sandbox',
  '@pgw/cli',
  'stripe',
  '@adyen/api-library',
  '@mollie/api-client',
];

/** Returns a table of the packages. Peer dependencies, such as Express, do not count. */
export function measureSizes(shop) {
  const rows = packages.map((name) => {
    const folders = listFolders(name, join(shop, 'package.json'));
    const bytes = [...folders].map(measureFolder).reduce((sum, size) => sum + size, 0);
    return [name, (bytes / 1e6).toFixed(1), folders.size - 1];
  });
  return formatTable(['package', 'installed, MB', 'dependencies'], rows);
}

/** Returns the folders of a package and of all its dependencies. */
function listFolders(name, importer, folders = new Set()) {
  const folder = findFolder(name, importer);
  if (folders.has(folder)) return folders;
  folders.add(folder);
  const manifest = join(folder, 'package.json');
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  for (const dependency of Object.keys(dependencies)) listFolders(dependency, manifest, folders);
  return folders;
}

/** Searches node_modules of all parent folders, because a package may not export its manifest. */
function findFolder(name, importer) {
  for (const base of createRequire(importer).resolve.paths(name) ?? []) {
    const folder = join(base, name);
    if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return folder;
  }
  throw new Error(`${name} is not installed for ${dirname(importer)}.`);
}

function measureFolder(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return sum + (entry.isDirectory() ? measureFolder(path) : lstatSync(path).size);
    }, 0);
}
