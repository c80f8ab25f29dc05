// Lists the files of the project without git, because an archive of the sources has no repository.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ignore from 'ignore';

/**
 * Lists the files below a root, without those that its .gitignore names. The paths are relative to the root and
 * have slashes on every platform.
 */
export function listProjectFiles(root: string): string[] {
  const rules = ignore().add(readFileSync(join(root, '.gitignore'), 'utf8'));
  const listFolder = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}${entry.name}`;
      // A rule such as `dist/` matches only folders.
      if (entry.name === '.git' || rules.ignores(entry.isDirectory() ? `${path}/` : path)) return [];
      return entry.isDirectory() ? listFolder(`${path}/`) : [path];
    });
  return listFolder('').toSorted();
}
