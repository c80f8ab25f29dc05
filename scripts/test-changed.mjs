// `npm run test:changed --  [<commit>]` runs the tests that are affected by the changes since a commit. The
// default is the last commit. Vitest finds its tests by their imports. The element's browser tests run if
// files of the element have changed.
import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeFailure } from './program-failure.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const checkout = 'packages/checkout/';
const [since = 'HEAD'] = process.argv.slice(2);

const files = listChangedFiles();
const elementFiles = files.filter((file) => /^packages\/checkout\/(src|test)\//.test(file));
const haveOnlyTestsChanged = elementFiles.every((file) => /\/test\/[^/]+\.test\.ts$/.test(file));
const steps = [
  ['vitest', ['run', `--changed=${since}`, '--passWithNoTests']],
  ...(elementFiles.length === 0
    ? []
    : [
        [
          process.execPath,
          ['--run', 'test:element', '--', ...(haveOnlyTestsChanged ? createFileArguments(elementFiles) : [])],
        ],
      ]),
];
const results = steps.map(([command, args]) => run(command, args));
process.exitCode = results.every((status) => status === 0) ? 0 : 1;

/** Returns the changed and the untracked files, relative to the root. */
function listChangedFiles() {
  const readGitLines = (...args) => {
    const result = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (result.status === 0) return result.stdout.split('\n').filter((line) => line !== '');
    console.error(
      `The changed files could not be listed, which needs git and a clone: ${describeFailure(result)}`,
    );
    process.exit(1);
  };
  return [
    ...readGitLines('diff', '--name-only', '--diff-filter=d', since),
    ...readGitLines('ls-files', '--others', '--exclude-standard'),
  ];
}

function createFileArguments(tests) {
  return ['--files', ...tests.map((file) => relative(checkout, file))];
}

function run(command, args) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (result.error !== undefined) console.error(`${command} failed: ${describeFailure(result)}`);
  return result.status;
}
