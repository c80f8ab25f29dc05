import type { Ledger } from './ledger.ts';

/** The longest delay that `setTimeout` accepts. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Creates a timer that makes automatic changes at their deadline, even when the sandbox gets no request. Each
 * change also sends its callback.
 */
export function createDeadlineTimer(ledger: Ledger, now: () => number): { schedule(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    clearTimeout(timer);
  };
  const schedule = (): void => {
    clearTimeout(timer);
    const deadline = isStopped ? undefined : ledger.findNextDeadline();
    if (deadline === undefined) return;
    timer = setTimeout(
      () => {
        ledger.applyDueChanges();
        schedule();
      },
      Math.min(Math.max(deadline - now(), 1), longestTimerMs),
    );
  };
  return { schedule, stop };
}
