import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  advanceClock,
  closeChild,
  requestCpuMs,
  requestHandledCount,
  getPid,
  startChild,
  type Child,
} from './child.ts';
import { appendLedgerLine } from './ledger.ts';
import type { ShopSettings } from './shop.ts';

const shopProgram = fileURLToPath(new URL('process.ts', import.meta.url));

/** Several processes of one shop, as behind a load balancer. */
export interface Fleet {
  /** Returns the addresses of the processes that accept requests. */
  readonly urls: () => string[];
  /**
   * Kills a process with SIGKILL and starts another one in its place. Resolves when the new process is ready.
   */
  killAndReplace(index: number): Promise<void>;
  /** Advances the clock of every process, also of those that start later. Resolves when they use the new time. */
  advanceClocks(ms: number): Promise<void>;
  /** Resolves with the CPU time of all processes in milliseconds. */
  readonly cpuMs: () => Promise<number>;
  /** Resolves with the number of payments that the processes have fulfilled, according to their events. */
  readonly countFulfilled: () => Promise<number>;
  readonly pids: () => number[];
  /** Ends every process after it has finished its work. */
  readonly close: () => Promise<void>;
}

/** Starts `count` processes of a shop. `program` may be the `process.ts` of a copy of the repository. */
export async function startFleet(
  settings: ShopSettings,
  count: number,
  program: string = shopProgram,
): Promise<Fleet> {
  let { clockOffsetMs = 0 } = settings;
  const start = (): Promise<Child> =>
    startChild(program, { PGW_TORTURE_SHOP: JSON.stringify({ ...settings, clockOffsetMs }) });
  const members: (Child | undefined)[] = await Promise.all(Array.from({ length: count }, start));
  const listRunning = (): Child[] => members.filter((member) => member !== undefined);
  const { ledger } = settings;
  return {
    urls: () => listRunning().map(({ url }) => url),
    killAndReplace: async (index) => {
      const member = members[index];
      if (member === undefined) return;
      const { process: child } = member;
      members[index] = undefined;
      const ended = once(child, 'exit');
      // SIGSTOP comes first, so that the process cannot write to the ledger after the line `killed`. The line
      // is written before the process ends, so that no other process repeats its work before that line.
      child.kill('SIGSTOP');
      if (ledger.kind === 'file')
        appendLedgerLine(ledger.file, { event: 'killed', key: '-', pid: child.pid ?? 0 });
      child.kill('SIGKILL');
      await ended;
      members[index] = await start();
    },
    advanceClocks: async (ms) => {
      clockOffsetMs += ms;
      await Promise.all(listRunning().map((child) => advanceClock(child, ms)));
    },
    cpuMs: async () => sum(await Promise.all(listRunning().map(requestCpuMs))),
    countFulfilled: async () => sum(await Promise.all(listRunning().map(requestHandledCount))),
    pids: () => listRunning().map(getPid),
    close: async () => {
      await Promise.all(listRunning().map(closeChild));
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
