// Starts the processes of the bench, each on its own core if the machine allows it, and exchanges messages with them.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The contestant has its own core; the load generator and the stub gateway share the other one. */
export const cores = { load: 0, contestant: 1 };

export const isPinned = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/**
 * A process of `src/<file>` on a core. `ask` sends it a message and resolves with its next one.
 * `hello` is the first message that it sends by itself.
 */
export async function start(file, { core, args = [], env = {}, flags = [], speaksFirst = true }) {
  const program = fileURLToPath(new URL(file, import.meta.url));
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
  const ended = new Promise((_resolve, reject) => {
    child.once('exit', (status) => reject(new Error(`${file} ${args.join(' ')} ended with ${status}.`)));
  });
  // Only a caller that waits for a message receives the error.
  ended.catch(() => undefined);
  const received = () => new Promise((resolve) => child.once('message', resolve));
  const next = () => Promise.race([received(), ended]);
  const hello = speaksFirst ? await next() : undefined;
  return {
    hello,
    request: (message) => {
      const response = next();
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
