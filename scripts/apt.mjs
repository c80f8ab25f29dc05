// Installs a Debian package if that is possible without a password: as root, with apt-get.
import { spawnSync } from 'node:child_process';

/** True if the package was installed. Prints its purpose. */
export function aptInstall(name, purpose) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error !== undefined) return false;
  console.log(`Installing ${purpose} with apt-get…`);
  const install = ['install', '-y', '--no-install-recommends', name];
  return apt(install) || (apt(['update']) && apt(install));
}

function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}
