import { setTimeout as wait } from 'node:timers/promises';

/** Runs work outside of requests: in rounds, or after a response was sent. */
export interface Worker {
  /** Tracks a task that continues after a response was sent. `stop` waits for it. */
  readonly trackTask: (task: Promise<unknown>) => void;
  /** Starts a round now, or immediately after the running round. Has no effect when `intervalMs` is 0. */
  readonly wake: () => void;
  /** Stops the rounds and waits at most `timeoutMs` milliseconds for running tasks. */
  readonly stop: (timeoutMs: number) => Promise<boolean>;
}

/** The options of {@link startWorker}. */
export interface WorkerOptions {
  /** Called repeatedly, with a pause after each round, and never concurrently. */
  readonly runRound: () => Promise<boolean>;
  /** The pause between rounds in milliseconds. 0 disables the rounds. */
  readonly intervalMs: number;
  readonly onFailure: (error: unknown) => void;
}

/** The pause after a round when work remains. It is one second, because quotas are counted per second. */
const shortPauseMs = 1_000;

/** Starts the rounds of a worker. */
export function startWorker({ runRound, intervalMs, onFailure }: WorkerOptions): Worker {
  const runningTasks = new Set<Promise<void>>();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let isWoken = false;

  const trackTask = (task: Promise<unknown>): void => {
    const ended: Promise<void> = task.then(
      () => void runningTasks.delete(ended),
      (error: unknown) => {
        runningTasks.delete(ended);
        onFailure(error);
      },
    );
    runningTasks.add(ended);
  };
  const startRound = (): void => {
    timer = undefined;
    isWoken = false;
    const round = runRound();
    trackTask(round);
    round.then(
      (hasMore) => scheduleRound(hasMore ? Math.min(shortPauseMs, intervalMs) : intervalMs),
      () => scheduleRound(intervalMs),
    );
  };
  const scheduleRound = (pauseMs: number): void => {
    if (isStopped || intervalMs === 0) return;
    timer = setTimeout(startRound, isWoken ? 0 : pauseMs);
    timer.unref();
  };
  scheduleRound(intervalMs);

  return {
    trackTask,
    wake: () => {
      isWoken = true;
      if (timer === undefined) return;
      clearTimeout(timer);
      scheduleRound(0);
    },
    stop: async (timeoutMs) => {
      isStopped = true;
      clearTimeout(timer);
      const timeoutController = new AbortController();
      const timeout = wait(timeoutMs, undefined, { signal: timeoutController.signal }).catch(() => undefined);
      await Promise.race([waitForAll(runningTasks), timeout]);
      timeoutController.abort();
      return runningTasks.size === 0;
    },
  };
}

/** Waits for all running tasks, including tasks that start during the wait. */
async function waitForAll(running: ReadonlySet<Promise<void>>): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}
