import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fromSources } from '../../../scripts/from-sources.mjs';

/** A program of this folder in a process of its own, and the address it listens on. */
export interface Child {
  readonly process: ChildProcess;
  readonly url: string;
}

/** Compiled once for all processes of all runs: much of a short run is processes that start. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

/** Starts a program with settings in its environment. @throws Error when it ends before it is ready. */
export async function startChild(
  program: string,
  settings: Readonly<Record<string, string>>,
): Promise<Child> {
  const child = fork(program, {
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...settings },
    execArgv: [...fromSources],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const message = await Promise.race([
    // Our own programs send their address first.
    once(child, 'message').then(([first]) => first as { readonly url: string }),
    once(child, 'exit').then(() => undefined),
  ]);
  if (message === undefined) throw new Error(`${program} ended before it was ready.`);
  return { process: child, url: message.url };
}

/** The number of a program's process; 0, which no process has, when it never began. */
export function pidOf({ process: { pid = 0 } }: Child): number {
  return pid;
}

/** How many callbacks a program has done all it does for. */
export async function doneBy({ process: child }: Child): Promise<number> {
  const answered = once(child, 'message');
  child.send('done');
  const [{ done }] = (await answered) as [{ readonly done: number }];
  return done;
}

/** CPU time in milliseconds, user and system. */
export async function cpuMsOf({ process: child }: Child): Promise<number> {
  const answered = once(child, 'message');
  child.send('cpu');
  const [{ cpu }] = (await answered) as [{ readonly cpu: NodeJS.CpuUsage }];
  return (cpu.user + cpu.system) / 1000;
}

/** Lets a program finish what it is doing, for at most 15 seconds. */
export async function closeChild({ process: child }: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.send('close');
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(timer);
}
