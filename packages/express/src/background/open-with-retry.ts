import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../payments/store.ts';

/** A store that is being opened. */
export interface Opening {
  /** The outcome of the first attempt. */
  readonly first: Promise<void>;
  /** Resolves when the store is open; rejects with the last failure while it cannot be opened. */
  readonly opened: () => Promise<void>;
  /** Stops the attempts. Resolves when none is running any more. */
  readonly stop: () => Promise<void>;
}

/** The options of {@link openWithRetry}. */
export interface OpeningOptions {
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Called after each failed attempt. */
  readonly onFailure: (error: unknown) => void;
}

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** Opens a store, and retries while it cannot be opened: after one second at first, later every 30 seconds. */
export function openWithRetry(store: Pick<Store, 'open'>, { random, onFailure }: OpeningOptions): Opening {
  const stopped = new AbortController();
  const { signal } = stopped;
  const first = store.open();
  let latest = first;
  const retry = async (): Promise<void> => {
    for (let tries = 0; !signal.aborted; tries += 1) {
      try {
        return await latest;
      } catch (error) {
        onFailure(error);
      }
      // Up to half of the pause is random, so that processes that failed at the same time do not retry at the same time.
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** tries) * (0.5 + random() / 2);
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) latest = store.open();
    }
  };
  const ended = retry();
  return {
    first,
    opened: () => latest,
    stop: async () => {
      stopped.abort();
      await ended;
    },
  };
}
