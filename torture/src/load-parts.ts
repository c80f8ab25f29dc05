import { setTimeout as wait } from 'node:timers/promises';
import { deliver, Sender, signedCallback } from './callbacks.ts';
import { transactionOf } from './payments.ts';
import { startFleet } from './shop/fleet.ts';
import type { Part } from './shop/part.ts';
import type { ShopSettings } from './shop/shop.ts';

const parts: readonly (readonly [Part, string])[] = [
  ['received', 'CPU to receive: verified, stored, 200'],
  ['asked', 'CPU to receive and ask the gateway'],
  ['unasked', 'CPU to receive, settle and fulfil, unasked'],
];

export interface PartsOptions {
  readonly settings: ShopSettings;
  /** The first payment that is free for this; each part takes `count`. */
  readonly from: number;
  readonly count: number;
  readonly concurrency: number;
}

/** What each part of a callback's way costs the shop's process. */
export async function measureParts(options: PartsOptions): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [index, [part, name]] of parts.entries()) {
    const from = options.from + index * options.count;
    found[name] = `${(await cpuOf(part, { ...options, from })).toFixed(2)} ms each`;
  }
  return found;
}

/** How many payments the parts take. */
export function paymentsForParts(count: number): number {
  return parts.length * count;
}

async function cpuOf(part: Part, { settings, from, count, concurrency }: PartsOptions): Promise<number> {
  const fleet = await startFleet({ ...settings, sweepIntervalMs: 0, part }, 1);
  const sender = new Sender();
  const send = (first: number, many: number): Promise<void> =>
    deliver({
      callbacks: Array.from({ length: many }, (_, n) => signedCallback(transactionOf(first + n))),
      sender,
      urls: fleet.urls,
      concurrency,
      pick: ([url = '']) => url,
      onAnswer: () => undefined,
    });
  try {
    // The first ones warm the process up.
    const warm = Math.floor(count / 2);
    await send(from, warm);
    const before = await quiet(fleet.cpuMs);
    await send(from + warm, count - warm);
    return ((await quiet(fleet.cpuMs)) - before) / (count - warm);
  } finally {
    await sender.close();
    await fleet.close();
  }
}

/** CPU time once a process has nothing left to do. */
async function quiet(cpuMs: () => Promise<number>): Promise<number> {
  for (let last = await cpuMs(); ;) {
    await wait(500);
    const now = await cpuMs();
    if (now - last < 10) return now;
    last = now;
  }
}
