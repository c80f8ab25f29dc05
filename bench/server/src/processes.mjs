// Starts the processes of the bench, pins them to cores if the machine allows it, and exchanges messages with
// them.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The numbers of the cores. The implementation has its own core. The load generator and the stub gateway share
 * the other one.
 */
export const cores = { load: 0, implementation: 1 };

const sourceFolder = dirname(fileURLToPath(import.meta.url));

export const isPinned = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/**
 * Starts `src/<file>` as a process on a core, or the file of the folder `source`. `request` sends it a message and resolves with its next
 * message. `firstMessage` is the message that the process sends after its start, if `sendsFirstMessage` is
 * true.
 */
export async function start(
  file,
  { core, source = sourceFolder, args = [], env = {}, flags = [], sendsFirstMessage = true },
) {
  const program = join(source, file);
  const command = [
    ...(isPinned ? ['taskset', '-c', String(core)] : []),
    process.execPath,
    ...flags,
    program,
    ...args,
  ];
  const child = spawn(command[0], command.slice(1), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  const exited = new Promise((_resolve, reject) => {
    child.once('exit', (status) =>
      reject(new Error(`${file} ${args.join(' ')} exited with the code ${status}.`)),
    );
  });
  // Prevents an unhandled rejection when no caller waits for a message.
  exited.catch(() => undefined);
  const waitForMessage = () => new Promise((resolve) => child.once('message', resolve));
  const waitForMessageOrExit = () => Promise.race([waitForMessage(), exited]);
  const firstMessage = sendsFirstMessage ? await waitForMessageOrExit() : undefined;
  return {
    firstMessage,
    request: (message) => {
      const response = waitForMessageOrExit();
      child.send(message);
      return response;
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
