// Runs commands for the tasks. This file is plain JavaScript, because it runs before the dependencies are
// installed.
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addNetworkSettings } from './network-settings.mjs';
import { onNpmStopped } from './npm-stopped.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Runs a command in the root of the repository, and forwards signals to it. Resolves with its exit code. With
 * `isQuiet`, the output is printed only if the command fails, and `output` has it. `needsNetwork` passes the
 * proxy of npm on to pnpm. Tests run without it, because they only use this machine.
 */
export function runCommand([command, ...args], { isQuiet = false, needsNetwork = false } = {}) {
  const stdio = isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  // On Windows, pnpm and npx are batch files, which need a shell.
  const shell = process.platform === 'win32' && ['pnpm', 'npx'].includes(command);
  const env = needsNetwork ? addNetworkSettings(createEnvironment()) : createEnvironment();
  const child = spawn(command, args, { cwd: root, env, stdio, shell });
  const output = [];
  child.stdout?.on('data', (chunk) => output.push(chunk));
  child.stderr?.on('data', (chunk) => output.push(chunk));
  const forwardSignal = (signal) => child.kill(signal);
  process.on('SIGINT', forwardSignal).on('SIGTERM', forwardSignal);
  const watch = onNpmStopped(() => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    const end = (status) => {
      process.off('SIGINT', forwardSignal).off('SIGTERM', forwardSignal);
      clearInterval(watch);
      if (status !== 0) for (const chunk of output) process.stderr.write(chunk);
      resolve({ status, output: Buffer.concat(output).toString() });
    };
    child.on('error', (error) => {
      output.push(Buffer.from(`${command} could not be started: ${error.message}\n`));
      end(1);
    });
    child.on('close', (status) => end(status ?? 1));
  });
}

/**
 * The environment without npm's settings (npm_config_*), because pnpm would use some of them. Keeps the
 * settings of the network and the paths of the configuration files, which contain such settings.
 */
export function createEnvironment(environment = process.env) {
  const keptSettings =
    /^npm_config_(registry|.*proxy|cafile|ca|cert|key|strict_ssl|userconfig|globalconfig)$/i;
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^npm_config_/i.test(name) || keptSettings.test(name)),
  );
}
