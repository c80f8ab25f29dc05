// Finds the small programs that single tests run.
import { spawnSync } from 'node:child_process';
import { installWithApt } from './apt.mjs';
import { describeInstallation } from './system-packages.mjs';

/** The reason why the independent signer cannot run, or undefined if this machine has python3 3.9 or newer. */
export function whyNoPython() {
  const { status } = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']);
  if (status === 0) return undefined;
  return `The independent signer needs python3, version 3.9 or newer. Install it (${describeInstallation('python3')}).`;
}

/** The reason why the commands of the documents for a backup of SQLite cannot run, or undefined. */
export function whyNoSqlite3() {
  if (spawnSync('sqlite3', ['--version']).status === 0) return undefined;
  return `The commands of docs/restoring.md need sqlite3. Install it (${describeInstallation('sqlite3')}).`;
}

/** The reason why the alert rules of docs/monitoring cannot be evaluated, or undefined. */
export function whyNoPromtool() {
  if (spawnSync('promtool', ['--version']).status === 0) return undefined;
  return `The alert rules of docs/monitoring need promtool. Install it (${describeInstallation('promtool')}).`;
}

/** Installs Debian's Prometheus, which has promtool, if it is missing and can be installed without a password. */
export function installPromtool() {
  if (whyNoPromtool() !== undefined) installWithApt('prometheus', 'promtool for the alert rules');
}
