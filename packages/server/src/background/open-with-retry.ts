import { setTimeout as wait } from 'node:timers/promises';
import { isWrongAccount } from '../model/ports/account-store.ts';
import type { Store } from '../model/ports/store.ts';

/** A store that is being opened. */
export interface Opening {
  /** The outcome of the first attempt. */
  readonly firstAttempt: Promise<void>;
  /** Resolves when the store is open. Rejects with the last failure while the store cannot be opened. */
  readonly whenOpen: () => Promise<void>;
  /** Stops the attempts. Resolves when the running attempt has ended. */
  readonly stop: () => Promise<void>;
}

/** The options of {@link openWithRetry}. */
export interface OpeningOptions {
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Called after each failed attempt. */
  readonly onFailure: (error: unknown) => void;
}

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** Opens a store, and retries after each failure, except when it belongs to another account. */
export function openWithRetry(store: Pick<Store, 'open'>, { random, onFailure }: OpeningOptions): Opening {
  const stopController = new AbortController();
  const { signal } = stopController;
  const firstAttempt = store.open();
  let latestAttempt = firstAttempt;
  const retry = async (): Promise<void> => {
    for (let retries = 0; !signal.aborted; retries += 1) {
      try {
        return await latestAttempt;
      } catch (error) {
        onFailure(error);
        // Only an operator ends this refusal.
        if (isWrongAccount(error)) return;
      }
      // Up to half of the pause is random. Processes that failed together therefore do not retry together.
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** retries) * (0.5 + random() / 2);
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) latestAttempt = store.open();
    }
  };
  const retryLoop = retry();
  return {
    firstAttempt,
    whenOpen: () => latestAttempt,
    stop: async () => {
      stopController.abort();
      await retryLoop;
    },
  };
}
