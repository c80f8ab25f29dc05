import { setTimeout as wait } from 'node:timers/promises';

/** Runs work outside of requests: in rounds, or after a response was sent. */
export interface Worker {
  /** Tracks work that continues after its response was sent. */
  readonly background: (task: Promise<unknown>) => void;
  /** Starts a round now, or directly after the running round. Has no effect when `intervalMs` is 0. */
  readonly wake: () => void;
  /**
   * Stops the rounds and waits at most `timeoutMs` milliseconds for running work. Resolves with true when all
   * work has ended.
   */
  readonly stop: (timeoutMs: number) => Promise<boolean>;
}

/** The options of {@link startWorker}. */
export interface WorkerOptions {
  /**
   * Called repeatedly, with a pause after each round, and never concurrently. Resolves with true when work
   * remains.
   */
  readonly round: () => Promise<boolean>;
  /** The pause between rounds in milliseconds. 0 disables the rounds. */
  readonly intervalMs: number;
  readonly onFailure: (error: unknown) => void;
}

/** The pause after a round when work remains. It is one second, because budgets are counted per second. */
const shortPauseMs = 1_000;

/** Starts the rounds of a worker. */
export function startWorker({ round, intervalMs, onFailure }: WorkerOptions): Worker {
  const running = new Set<Promise<void>>();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let isWoken = false;

  const background = (task: Promise<unknown>): void => {
    const ended: Promise<void> = task.then(
      () => void running.delete(ended),
      (error: unknown) => {
        running.delete(ended);
        onFailure(error);
      },
    );
    running.add(ended);
  };
  const run = (): void => {
    timer = undefined;
    isWoken = false;
    const once = round();
    background(once);
    once.then(next, () => next(false));
  };
  const next = (hasMore: boolean): void => {
    if (isStopped || intervalMs === 0) return;
    const pauseMs = hasMore ? Math.min(shortPauseMs, intervalMs) : intervalMs;
    timer = setTimeout(run, isWoken ? 0 : pauseMs);
    timer.unref();
  };
  next(false);

  return {
    background,
    wake: () => {
      isWoken = true;
      if (timer === undefined) return;
      clearTimeout(timer);
      next(false);
    },
    stop: async (timeoutMs) => {
      isStopped = true;
      clearTimeout(timer);
      const finished = new AbortController();
      const timeout = wait(timeoutMs, undefined, { signal: finished.signal }).catch(() => undefined);
      await Promise.race([settled(running), timeout]);
      finished.abort();
      return running.size === 0;
    },
  };
}

/** Waits for all running work, including work that starts during the wait. */
async function settled(running: ReadonlySet<Promise<void>>): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}
