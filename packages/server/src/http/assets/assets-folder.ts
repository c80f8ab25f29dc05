import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the folders that may have the element's scripts, the first one first: the folder of this package, then for the
 * bundle and for the program `pgw-assets` beside it, and the installed package in `node_modules` of its folder or a
 * folder above it.
 */
export function listAssetsFolders(): string[] {
  // In a CommonJS bundle, `import.meta` has no URL.
  const moduleUrl: string | undefined = import.meta.url;
  const packageFolder = moduleUrl === undefined ? undefined : findPackageFolder(fileURLToPath(moduleUrl));
  return [
    ...(packageFolder === undefined ? [] : [join(packageFolder, 'assets')]),
    ...new Set(listCodeFolders(moduleUrl).flatMap(listFoldersOfBundle)),
  ];
}

/** Returns the nearest folder above a path that has a package.json. The depth of the published files differs from the sources. */
function findPackageFolder(path: string): string | undefined {
  const folder = dirname(path);
  if (folder === path) return undefined;
  return existsSync(join(folder, 'package.json')) ? folder : findPackageFolder(folder);
}

/**
 * Returns the folders of the code. Another program may have loaded a CommonJS bundle, so its `__dirname` comes before the
 * folder of the program. The program is the last: some bundlers write the path of the source to `import.meta.url`.
 */
function listCodeFolders(moduleUrl: string | undefined): string[] {
  const [, program] = process.argv;
  return [
    ...(moduleUrl === undefined ? [] : [dirname(fileURLToPath(moduleUrl))]),
    ...(typeof __dirname === 'string' ? [__dirname] : []),
    ...(program === undefined ? [] : [dirname(program)]),
  ];
}

function listFoldersOfBundle(bundleFolder: string): string[] {
  const folders = [join(bundleFolder, 'pgw-assets')];
  for (let folder = bundleFolder; ; folder = dirname(folder)) {
    folders.push(join(folder, 'node_modules', '@pgw', 'server', 'assets'));
    if (folder === dirname(folder)) return folders;
  }
}

/** Returns the first folder with the element's scripts. Returns undefined when there is none. */
export function findAssetsFolder(): string | undefined {
  return listAssetsFolders().find(
    (folder) => existsSync(join(folder, 'checkout.js')) && existsSync(join(folder, 'server', 'list.mjs')),
  );
}
