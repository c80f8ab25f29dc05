// Installs a Debian package with apt-get if the process runs as root.
import { spawnSync } from 'node:child_process';

/** Installs a package and prints its purpose. Returns true if the package was installed. */
export function installWithApt(name, purpose) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error !== undefined) return false;
  console.log(`Installing ${purpose} with apt-get…`);
  const install = ['install', '-y', '--no-install-recommends', name];
  return runApt(install) || (runApt(['update']) && runApt(install));
}

function runApt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}
