import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { appendLine } from './ledger.ts';
import type { ShopSettings } from './shop.ts';

const program = fileURLToPath(new URL('process.ts', import.meta.url));

/** Several processes of one shop, as behind a load balancer. */
export interface Fleet {
  /** Addresses of the processes that take requests. */
  readonly urls: () => string[];
  /** `kill -9` of one process that takes requests, and another in its place. Resolves when that one is ready. */
  killAndReplace(index: number): Promise<void>;
  /** CPU time of all processes, in milliseconds. */
  cpuMs(): Promise<number>;
  /** Lets every process finish what it is doing, and ends it. */
  readonly close: () => Promise<void>;
}

interface Member {
  child: ChildProcess;
  url: string | undefined;
}

/** Starts `count` processes of a shop. */
export async function startFleet(settings: ShopSettings, count: number): Promise<Fleet> {
  const members: Member[] = await Promise.all(Array.from({ length: count }, () => startMember(settings)));
  const { ledger } = settings;
  return {
    urls: () => members.map(({ url }) => url).filter((url) => url !== undefined),
    killAndReplace: async (index) => {
      const member = members[index];
      if (member?.url === undefined) return;
      const { child } = member;
      member.url = undefined;
      const ended = once(child, 'exit');
      // Noted before, so that nothing can begin between the end of the process and the note.
      if (ledger.kind === 'file') appendLine(ledger.file, { word: 'killed', key: '-', pid: child.pid ?? 0 });
      child.kill('SIGKILL');
      await ended;
      Object.assign(member, await startMember(settings));
    },
    cpuMs: async () => {
      const times = await Promise.all(members.map(({ child }) => cpuOf(child)));
      return times.reduce((sum, time) => sum + time, 0);
    },
    close: async () => {
      await Promise.all(members.map(({ child }) => closeMember(child)));
    },
  };
}

async function startMember(settings: ShopSettings): Promise<Member> {
  const child = fork(program, {
    env: { ...process.env, PGW_TORTURE_SHOP: JSON.stringify(settings) },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const message = await Promise.race([
    once(child, 'message').then(([first]) => first as { readonly url: string }),
    once(child, 'exit').then(() => undefined),
  ]);
  if (message === undefined) throw new Error('A process of the shop ended before it was ready.');
  return { child, url: message.url };
}

async function cpuOf(child: ChildProcess): Promise<number> {
  const answered = once(child, 'message');
  child.send('cpu');
  const [{ cpu }] = (await answered) as [{ readonly cpu: NodeJS.CpuUsage }];
  return (cpu.user + cpu.system) / 1000;
}

async function closeMember(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.send('close');
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(timer);
}
