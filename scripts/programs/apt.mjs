// Installs a Debian package with apt-get if the process runs as root.
import { spawnSync } from 'node:child_process';
import { addNetworkSettings } from '../install/network-settings.mjs';

let isUpdated = false;

/**
 * Installs a package and prints its purpose. Returns true if the package was installed. The lists of packages
 * are updated first, because old lists name versions that the archive does not have any more.
 */
export function installWithApt(name, purpose) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error !== undefined) return false;
  console.log(`Installing ${purpose} with apt-get…`);
  isUpdated ||= runApt(['update']);
  const isInstalled = runApt(['install', '-y', '--no-install-recommends', name]);
  if (!isInstalled) console.log(`apt-get could not install ${name}. See the lines above.`);
  return isInstalled;
}

function runApt(args) {
  const env = { ...addNetworkSettings(process.env), DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}
