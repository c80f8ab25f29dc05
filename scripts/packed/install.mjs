// Installs packages in a folder with npm, which most merchants use.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

/** The environment without the settings that a parent npm or pnpm passes on. */
export function createShellEnvironment() {
  const networkSettings = /^npm_config_(registry|.*proxy|cafile|ca)$/i;
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_|vitest|node_env$)/i.test(name) || networkSettings.test(name),
    ),
  );
}

/** Runs `npm install` for these packages, or for those of package.json if the list is empty. */
export async function installWithNpm(folder, names = []) {
  await runFile('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...names], {
    cwd: folder,
    env: createShellEnvironment(),
    shell: process.platform === 'win32',
  });
}
