import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { closeChild, cpuMsOf, doneBy, pidOf, startChild, type Child } from './child.ts';
import { appendLine } from './ledger.ts';
import type { ShopSettings } from './shop.ts';

const ownProgram = fileURLToPath(new URL('process.ts', import.meta.url));

/** Several processes of one shop, as behind a load balancer. */
export interface Fleet {
  /** Addresses of the processes that take requests. */
  readonly urls: () => string[];
  /** `kill -9` of one process that takes requests, and another in its place. Resolves when that one is ready. */
  killAndReplace(index: number): Promise<void>;
  /** Turns the clock of every process on. */
  skip(ms: number): void;
  /** CPU time of all processes, in milliseconds. */
  readonly cpuMs: () => Promise<number>;
  /** Payments that the processes say they have fulfilled. */
  readonly fulfilled: () => Promise<number>;
  readonly pids: () => number[];
  /** Lets every process finish what it is doing, and ends it. */
  readonly close: () => Promise<void>;
}

/** Starts `count` processes of a shop: of this `process.ts`, or of the one in a copy of the repository. */
export async function startFleet(
  settings: ShopSettings,
  count: number,
  program: string = ownProgram,
): Promise<Fleet> {
  const start = (): Promise<Child> => startChild(program, { PGW_TORTURE_SHOP: JSON.stringify(settings) });
  const members: (Child | undefined)[] = await Promise.all(Array.from({ length: count }, start));
  const alive = (): Child[] => members.filter((member) => member !== undefined);
  const { ledger } = settings;
  return {
    urls: () => alive().map(({ url }) => url),
    killAndReplace: async (index) => {
      const member = members[index];
      if (member === undefined) return;
      const { process: child } = member;
      members[index] = undefined;
      const ended = once(child, 'exit');
      // Stopped, so that it begins nothing after the note; noted before its end, so that nobody else begins before the note.
      child.kill('SIGSTOP');
      if (ledger.kind === 'file') appendLine(ledger.file, { word: 'killed', key: '-', pid: child.pid ?? 0 });
      child.kill('SIGKILL');
      await ended;
      members[index] = await start();
    },
    skip: (ms) => {
      for (const { process: child } of alive()) child.send({ skip: ms });
    },
    cpuMs: async () => sum(await Promise.all(alive().map(cpuMsOf))),
    fulfilled: async () => sum(await Promise.all(alive().map(doneBy))),
    pids: () => alive().map(pidOf),
    close: async () => {
      await Promise.all(alive().map(closeChild));
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
