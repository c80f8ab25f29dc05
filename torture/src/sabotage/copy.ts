import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listProjectFiles } from '../../../scripts/checks/project-files.ts';

export const repository = realpathSync(fileURLToPath(new URL('../../..', import.meta.url)));

/** Built files that the tests read. They are not among the files of the project. */
const builtFiles = [
  'packages/server/assets',
  'packages/checkout/dist/cdn',
  'node_modules/.cache/pgw-element',
];

/** A copy of the repository in a temporary folder. */
export interface Copy {
  readonly root: string;
  readonly remove: () => void;
}

/**
 * Copies the sources of the repository, including uncommitted changes. Dependencies are links to the
 * dependencies of the repository. Packages of the workspace are links into the copy, so that each package
 * uses the copied packages.
 */
export function copyRepository(): Copy {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'pgw-sabotage-')));
  for (const file of [...listProjectFiles(repository), ...builtFiles]) {
    const from = join(repository, file);
    if (existsSync(from)) cpSync(from, join(root, file), { recursive: true });
  }
  for (const folder of ['.', ...listPackageFolders()]) linkDependencies(root, folder);
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Folders of the workspace that have dependencies. */
function listPackageFolders(): string[] {
  const folders = ['packages', 'examples'].flatMap((group) =>
    readdirSync(join(repository, group)).map((name) => join(group, name)),
  );
  return [...folders, 'torture'].filter((folder) => existsSync(join(repository, folder, 'node_modules')));
}

function linkDependencies(copyRoot: string, folder: string): void {
  const from = join(repository, folder, 'node_modules');
  for (const name of readdirSync(from)) {
    if (name.startsWith('.')) continue;
    const names = name.startsWith('@')
      ? readdirSync(join(from, name)).map((member) => join(name, member))
      : [name];
    for (const dependency of names) {
      const target = realpathSync(join(from, dependency));
      const link = join(copyRoot, folder, 'node_modules', dependency);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(isInWorkspace(target) ? join(copyRoot, relative(repository, target)) : target, link);
    }
  }
}

function isInWorkspace(target: string): boolean {
  const path = relative(repository, target);
  return !path.startsWith('..') && !path.split(/[\\/]/).includes('node_modules');
}
