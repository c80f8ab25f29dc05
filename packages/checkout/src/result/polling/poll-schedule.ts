import type { PendingStage } from '../../state/view.ts';

/** The delays between requests: at first, and later. A page shows an outcome at most five seconds after the server knows it. */
const firstDelayMs = 2000;
const delayMs = 4000;
/** The delay after ten minutes, for example while a second person has to approve the payment. */
const lateDelayMs = 60_000;

/** The times at which the pending screen shows another text. */
const longerThanUsualMs = 15_000;
const mayClosePageMs = 120_000;

const lateAfterMs = 600_000;

/** Returns the stage of a pending payment. It selects the text of the pending screen. */
export function getPendingStage(elapsedMs: number): PendingStage {
  if (elapsedMs < longerThanUsualMs) return 0;
  return elapsedMs < mayClosePageMs ? 1 : 2;
}

/** Returns the delay before the next request. `elapsedMs` is since the first one. */
export function getNextRequestMs(elapsedMs: number): number {
  if (elapsedMs >= lateAfterMs) return lateDelayMs;
  return elapsedMs < delayMs ? firstDelayMs : delayMs;
}
