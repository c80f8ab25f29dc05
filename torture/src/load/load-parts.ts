import { setTimeout as wait } from 'node:timers/promises';
import { deliver, Sender, signCallback } from '../gateway/callbacks.ts';
import { createTransaction } from '../gateway/payments.ts';
import { startFleet } from '../shop/fleet.ts';
import type { Part } from '../shop/part.ts';
import type { ShopSettings } from '../shop/shop.ts';

const parts: readonly (readonly [Part, string])[] = [
  ['receive-only', 'CPU to receive: verified, stored, 200'],
  ['without-syncing', 'CPU to receive and query the gateway'],
  ['without-query', 'CPU to receive, sync and fulfill without a query'],
];

export interface PartsOptions {
  readonly settings: ShopSettings;
  /** The number of the first payment that no earlier measurement used. Each part uses `count` payments. */
  readonly from: number;
  readonly count: number;
  readonly concurrency: number;
}

/** Measures the CPU time that the shop needs for each part of the handling of a callback. */
export async function measureParts(options: PartsOptions): Promise<Record<string, string>> {
  const figuresByName: Record<string, string> = {};
  for (const [index, [part, name]] of parts.entries()) {
    const from = options.from + index * options.count;
    figuresByName[name] = `${(await measureCpuMs(part, { ...options, from })).toFixed(2)} ms each`;
  }
  return figuresByName;
}

/** The number of payments that all parts use. */
export function countPartPayments(count: number): number {
  return parts.length * count;
}

async function measureCpuMs(
  part: Part,
  { settings, from, count, concurrency }: PartsOptions,
): Promise<number> {
  const fleet = await startFleet({ ...settings, sweepIntervalMs: 0, part }, 1);
  const sender = new Sender();
  const send = (first: number, callbackCount: number): Promise<void> =>
    deliver({
      callbacks: Array.from({ length: callbackCount }, (_, n) => signCallback(createTransaction(first + n))),
      sender,
      urls: fleet.urls,
      concurrency,
      pick: ([url = '']) => url,
      onResponse: () => undefined,
    });
  try {
    // The first half warms the process up.
    const warmUpCount = Math.floor(count / 2);
    await send(from, warmUpCount);
    const before = await waitForIdleCpuMs(fleet.cpuMs);
    await send(from + warmUpCount, count - warmUpCount);
    return ((await waitForIdleCpuMs(fleet.cpuMs)) - before) / (count - warmUpCount);
  } finally {
    await sender.close();
    await fleet.close();
  }
}

/** Waits until the processes are idle. Resolves with their CPU time in milliseconds. */
async function waitForIdleCpuMs(cpuMs: () => Promise<number>): Promise<number> {
  let previous = await cpuMs();
  for (;;) {
    await wait(500);
    const current = await cpuMs();
    // A process that used less than 10 ms in these 500 ms is idle.
    if (current - previous < 10) return current;
    previous = current;
  }
}
