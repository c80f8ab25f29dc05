import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the folders that may have the element's scripts, the first one first: the folder of this package, `pgw-assets`
 * beside a bundled server, and the installed package in `node_modules` of the bundle's folder or a folder above it.
 */
export function listAssetsFolders(): string[] {
  // In a CommonJS bundle, `import.meta` has no URL. The program is then the bundle.
  const moduleUrl: string | undefined = import.meta.url;
  const bundle = moduleUrl === undefined ? process.argv[1] : fileURLToPath(moduleUrl);
  const folders = moduleUrl === undefined ? [] : [fileURLToPath(new URL('../../assets/', moduleUrl))];
  if (bundle === undefined) return folders;
  folders.push(join(dirname(bundle), 'pgw-assets'));
  for (let folder = dirname(bundle); ; folder = dirname(folder)) {
    folders.push(join(folder, 'node_modules', '@pgw', 'express', 'assets'));
    if (folder === dirname(folder)) return folders;
  }
}

/** Returns the first folder with the element's scripts. Returns undefined when there is none. */
export function findAssetsFolder(): string | undefined {
  return listAssetsFolders().find(
    (folder) => existsSync(join(folder, 'checkout.js')) && existsSync(join(folder, 'server', 'list.mjs')),
  );
}
