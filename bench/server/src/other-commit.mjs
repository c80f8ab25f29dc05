// Checks another commit out in a temporary folder, with its own dependencies and its own build.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPnpm } from '../../../scripts/install/install-dependencies.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Returns the full name of a commit. Throws an error with the next step if this clone does not have it. */
export function readCommit(name) {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  } catch {
    throw new Error(
      `This clone has no commit ${name}. Fetch it, for example with: git fetch --unshallow --tags`,
    );
  }
}

/** Returns the newest tag of a release, without the current commit. Undefined before the first release. */
export function findLastRelease() {
  const head = git('rev-parse', 'HEAD');
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n');
  return tags.find((tag) => tag !== '' && readCommit(tag) !== head);
}

/** Checks a commit out and builds it. `remove` deletes the folder. */
export function checkOut(commit) {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-bench-commit-'));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  try {
    git('worktree', 'add', '--detach', '--quiet', folder, commit);
    const [program, ...first] = findPnpm();
    const run = (...args) =>
      execFileSync(program, [...first, ...args], { cwd: folder, stdio: ['ignore', 2, 2] });
    run(
      '--filter',
      '!@pgw/test-programs',
      'install',
      '--frozen-lockfile',
      '--prefer-offline',
      '--reporter=silent',
    );
    run(
      '--dir',
      'bench/server',
      'install',
      '--ignore-workspace',
      '--frozen-lockfile',
      '--prefer-offline',
      '--reporter=silent',
    );
    run('run', '--silent', 'build');
  } catch (cause) {
    remove();
    throw new Error(`The commit ${commit} could not be installed and built. See the lines above.`, { cause });
  }
  return { source: join(folder, 'bench', 'server', 'src'), remove };
}
