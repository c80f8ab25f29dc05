// Installs the dependencies, including Node 24, with the version of pnpm that package.json names.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeInstallFailure } from './install-failure.mjs';
import { createEnvironment, runCommand } from './run-command.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const installedFile = join(root, 'node_modules', '.pgw-install');

/** Returns the command of pnpm: the installed one if its major version is right, or npx with the right version. */
export function findPnpm() {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // The text is for example pnpm@12.21.0+sha512.…. Only Corepack uses this hash. npx uses the hash of the
  // registry.
  const [, pnpmVersion] = manifest.packageManager.split(/[@+]/);
  const version = spawnSync('pnpm', ['--version'], {
    cwd: root,
    env: createEnvironment(),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const hasRightMajor =
    version.status === 0 && version.stdout.trim().split('.')[0] === pnpmVersion.split('.')[0];
  return hasRightMajor ? ['pnpm'] : ['npx', '--yes', `pnpm@${pnpmVersion}`];
}

/**
 * The arguments of pnpm for each part of the dependencies. Each part contains the ones before it. The demo needs
 * no `devDependencies`: the tools that build the element are `dependencies` of the root.
 */
const parts = {
  demo: ['--prod', '--filter', '!@pgw/test-programs'],
  tools: ['--filter', '!@pgw/test-programs'],
  tests: [],
};

/**
 * Installs a part of the dependencies unless it is installed: `demo`, `tools` (of development) or `tests`, which
 * has the large browser and database as well. Throws an error with the likely cause and the next step.
 */
export async function installDependencies(pnpm, neededPart) {
  const lockHash = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .update(process.platform)
    .update(process.arch)
    .digest('hex');
  const [installedHash, installedPart] = existsSync(installedFile)
    ? readFileSync(installedFile, 'utf8').split(' ')
    : [];
  const names = Object.keys(parts);
  if (installedHash === lockHash && names.indexOf(installedPart) >= names.indexOf(neededPart)) return;
  // With --prod, pnpm would remove tools that are installed, for example by `pnpm install`.
  const hasTools = existsSync(join(root, 'node_modules', 'vitest'));
  const part = neededPart === 'demo' && hasTools ? 'tools' : neededPart;
  console.log('Installing dependencies (the first time takes about half a minute)…');
  // The first process only checks the ages of the versions in the lock file, which takes about 1,000 requests. A
  // process that downloads packages after so many requests received no responses for 90 s. The second process finds the
  // result in the cache of pnpm, and repeats the check if it is not there.
  for (const step of [['--lockfile-only'], parts[part]]) {
    const command = [...pnpm, ...step, 'install', '--frozen-lockfile', '--reporter=append-only'];
    const { status, output } = await runCommand(command, { isQuiet: true, needsNetwork: true });
    if (status !== 0) throw new Error(describeInstallFailure(output));
  }
  mkdirSync(dirname(installedFile), { recursive: true });
  writeFileSync(installedFile, `${lockHash} ${part}`);
}
