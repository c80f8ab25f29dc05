import type { PendingStage } from '../state/view.ts';

const firstRequestsMs = [0, 2000, 4000, 7000, 11_000, 16_000];

const longerThanUsualMs = 15_000;
const mayClosePageMs = 120_000;

/** Selects the text of the pending screen. */
export function pendingStageAfter(elapsedMs: number): PendingStage {
  if (elapsedMs < longerThanUsualMs) return 0;
  return elapsedMs < mayClosePageMs ? 1 : 2;
}

/**
 * The delay before the next request, by the time since the first one: short at first, 10 s up to two minutes, 30 s up to ten
 * minutes. Then null: the shopper requests the payment with a button.
 */
export function nextRequestMs(elapsedMs: number): number | null {
  const next = firstRequestsMs.find((at) => at > elapsedMs);
  if (next !== undefined) return next - elapsedMs;
  if (elapsedMs < mayClosePageMs) return 10_000;
  return elapsedMs < 600_000 ? 30_000 : null;
}
