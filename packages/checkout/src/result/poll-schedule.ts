import type { PendingStage } from '../state/view.ts';

/** The times of the first requests, after the start of the polling. */
const firstRequestsMs = [0, 2000, 4000, 7000, 11_000, 16_000];

const longerThanUsualMs = 15_000;
const mayClosePageMs = 120_000;

/** Returns the stage of a pending payment. It selects the text of the pending screen. */
export function pendingStageAfter(elapsedMs: number): PendingStage {
  if (elapsedMs < longerThanUsualMs) return 0;
  return elapsedMs < mayClosePageMs ? 1 : 2;
}

/**
 * Returns the delay before the next request. `elapsedMs` is the time since the first request. After the first
 * requests the delay is 10 s up to two minutes, then 30 s up to ten minutes. After that the result is null,
 * and the shopper requests the payment with a button.
 */
export function nextRequestMs(elapsedMs: number): number | null {
  const nextMs = firstRequestsMs.find((timeMs) => timeMs > elapsedMs);
  if (nextMs !== undefined) return nextMs - elapsedMs;
  if (elapsedMs < mayClosePageMs) return 10_000;
  return elapsedMs < 600_000 ? 30_000 : null;
}
