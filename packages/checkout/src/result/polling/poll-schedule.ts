import type { PendingStage } from '../../state/view.ts';

/** The times of the first requests, after the start of the polling. */
const firstRequestsMs = [0, 2000, 4000, 7000, 11_000, 16_000];

/** The times at which the pending screen shows another text. */
const longerThanUsualMs = 15_000;
const mayClosePageMs = 120_000;

/** The times at which the delay between requests becomes longer, and at which the polling ends. */
const slowerPollingMs = 120_000;
const endOfPollingMs = 600_000;

/** Returns the stage of a pending payment. It selects the text of the pending screen. */
export function getPendingStage(elapsedMs: number): PendingStage {
  if (elapsedMs < longerThanUsualMs) return 0;
  return elapsedMs < mayClosePageMs ? 1 : 2;
}

/** Returns the delay before the next request, or null after ten minutes. `elapsedMs` is since the first one. */
export function getNextRequestMs(elapsedMs: number): number | null {
  const nextMs = firstRequestsMs.find((timeMs) => timeMs > elapsedMs);
  if (nextMs !== undefined) return nextMs - elapsedMs;
  if (elapsedMs < slowerPollingMs) return 10_000;
  return elapsedMs < endOfPollingMs ? 30_000 : null;
}
