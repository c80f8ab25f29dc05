import { setTimeout as wait } from 'node:timers/promises';

/** Work that goes on besides requests: in rounds, or after an answer was sent. Ends when told to. */
export interface Worker {
  /** Lets work go on after its request was answered. */
  readonly background: (task: Promise<unknown>) => void;
  /** Runs a round now, or right after the one that is running. Without effect where there are no rounds. */
  readonly wake: () => void;
  /** Stops the rounds and waits for what is under way, at most `patienceMs`. True when all of it has ended. */
  readonly stop: (patienceMs: number) => Promise<boolean>;
}

export interface WorkerOptions {
  /** Runs again and again with a pause between, never two at a time. True when it has left work that could go on. */
  readonly round: () => Promise<boolean>;
  /** The pause in milliseconds; 0 for no rounds. */
  readonly intervalMs: number;
  readonly onFailure: (error: unknown) => void;
}

/** The pause after a round that has left work: budgets are counted by the second. */
const shortPauseMs = 1_000;

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
    stop: async (patienceMs) => {
      isStopped = true;
      clearTimeout(timer);
      const enough = new AbortController();
      const patience = wait(patienceMs, undefined, { signal: enough.signal }).catch(() => undefined);
      await Promise.race([settled(running), patience]);
      enough.abort();
      return running.size === 0;
    },
  };
}

/** Resolves when nothing is running, also what was begun while waiting. */
async function settled(running: ReadonlySet<Promise<void>>): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}
