import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fromSources } from '../../../scripts/from-sources.mjs';

/** A program in a child process, and the address that it listens on. */
export interface Child {
  readonly process: ChildProcess;
  readonly url: string;
}

/**
 * The folder of the compile cache, which all processes share. Without it, short runs spend most of their time
 * on compilation.
 */
const compileCacheFolder = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

/**
 * Starts a program with settings in its environment. @throws Error when the program ends before it is ready.
 */
export async function startChild(
  program: string,
  settings: Readonly<Record<string, string>>,
): Promise<Child> {
  const child = fork(program, {
    env: { NODE_COMPILE_CACHE: compileCacheFolder, ...process.env, ...settings },
    execArgv: [...fromSources],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const message = await Promise.race([
    // The programs of this package send their address first.
    once(child, 'message').then(([first]) => first as { readonly url: string }),
    once(child, 'exit').then(() => undefined),
  ]);
  if (message === undefined) throw new Error(`${program} ended before it was ready.`);
  return { process: child, url: message.url };
}

/** Returns the pid of a program, or 0 when its process was never started. */
export function getPid({ process: { pid = 0 } }: Child): number {
  return pid;
}

/** Requests the number of callbacks that a program has handled completely. */
export async function requestHandledCount({ process: child }: Child): Promise<number> {
  const replied = once(child, 'message');
  child.send('handled-count');
  const [{ handledCount }] = (await replied) as [{ readonly handledCount: number }];
  return handledCount;
}

/** Requests the bytes that are reachable in a program, on its heap and in buffers. */
export async function requestReachableBytes({ process: child }: Child): Promise<number> {
  const replied = once(child, 'message');
  child.send('memory');
  const [{ reachableBytes }] = (await replied) as [{ readonly reachableBytes: number }];
  return reachableBytes;
}

/** Requests the CPU time of a program in milliseconds: the sum of user and system time. */
export async function requestCpuMs({ process: child }: Child): Promise<number> {
  const replied = once(child, 'message');
  child.send('cpu');
  const [{ cpu }] = (await replied) as [{ readonly cpu: NodeJS.CpuUsage }];
  return (cpu.user + cpu.system) / 1000;
}

/** Advances the clock of a program. Resolves when the program uses the new time, or has been killed. */
export async function advanceClock({ process: child }: Child, ms: number): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const ended = Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })]);
  child.send({ advanceMs: ms });
  await ended;
  waiting.abort();
}

/** Ends a program after it has finished its work, or kills it after 15 seconds. */
export async function closeChild({ process: child }: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.send('close');
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(timer);
}
