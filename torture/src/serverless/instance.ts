import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { advanceClock, startChild } from '../shop/child.ts';
import type { StorageSettings } from '../shop/storage.ts';

/** The settings of a process. They are plain values, so that they can be sent to it. */
export interface InstanceSettings {
  readonly storage: StorageSettings;
  readonly gatewayUrl: string;
  readonly port: number;
  readonly clockOffsetMs: number;
}

/** The paths of the scheduled requests. */
export const cronPaths = { sweep: '/cron/sweep', hourly: '/cron/hourly' } as const;

const cronResponse = z.object({
  hasMore: z.boolean().default(false),
  problems: z.array(z.string()).default([]),
});

/** A process of the shop. */
export interface Instance {
  /** Sends a scheduled request. Resolves with undefined when the process is killed before its response. */
  readonly callCron: (name: keyof typeof cronPaths) => Promise<z.output<typeof cronResponse> | undefined>;
  readonly advanceClock: (ms: number) => Promise<void>;
  /** Ends the process with SIGKILL. */
  readonly kill: () => Promise<void>;
}

const program = fileURLToPath(new URL('process.ts', import.meta.url));

/** Starts a process of the shop. */
export async function startInstance(settings: InstanceSettings): Promise<Instance> {
  const child = await startChild(program, { PGW_TORTURE_INSTANCE: JSON.stringify(settings) });
  return {
    callCron: async (name) => {
      try {
        const response = await fetch(`${child.url}${cronPaths[name]}`, { method: 'POST' });
        if (!response.ok) throw new Error(`${name}: HTTP ${response.status}, ${await response.text()}`);
        return cronResponse.parse(await response.json());
      } catch (error) {
        // The connection broke because the process was killed.
        if (error instanceof TypeError) return undefined;
        throw error;
      }
    },
    advanceClock: (ms) => advanceClock(child, ms),
    kill: async () => {
      const ended = once(child.process, 'exit');
      child.process.kill('SIGKILL');
      await ended;
    },
  };
}
