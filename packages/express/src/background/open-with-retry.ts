import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../payments/store.ts';

/** A store on its way to being open. */
export interface Opening {
  /** The outcome of the first try. */
  readonly first: Promise<void>;
  /** Resolves when the store is open; rejects with the last failure while it cannot be opened. */
  readonly opened: () => Promise<void>;
  /** Gives up; resolves when no try is under way any more. */
  readonly stop: () => Promise<void>;
}

export interface OpeningOptions {
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Told of every try that failed. */
  readonly onFailure: (error: unknown) => void;
}

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** Opens a store, again and again while it cannot be opened: after a second at first, every half minute at last. */
export function openPatiently(store: Pick<Store, 'open'>, { random, onFailure }: OpeningOptions): Opening {
  const stopped = new AbortController();
  const { signal } = stopped;
  const first = store.open();
  let latest = first;
  const goOn = async (): Promise<void> => {
    for (let tries = 0; !signal.aborted; tries += 1) {
      try {
        return await latest;
      } catch (error) {
        onFailure(error);
      }
      // Up to a half of the pause is left to chance, so that processes that failed together do not come back together.
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** tries) * (0.5 + random() / 2);
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) latest = store.open();
    }
  };
  const ended = goOn();
  return {
    first,
    opened: () => latest,
    stop: async () => {
      stopped.abort();
      await ended;
    },
  };
}
