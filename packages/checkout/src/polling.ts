const firstAsksMs = [0, 2000, 4000, 7000, 11_000, 16_000];

/** How long the shopper has waited: picks the words of the pending screen. */
export type Patience = 0 | 1 | 2;

/** How long "a few seconds" last, and how long until the page may be closed. */
export const longerThanUsualMs = 15_000;
export const maySafelyCloseMs = 120_000;

/**
 * The wait before the payment is asked about again, given the time since the first question.
 * Quick at first, then every 10 s to 2 min, every 30 s to 10 min; then null: the shopper asks.
 */
export function nextAskMs(elapsedMs: number): number | null {
  const early = firstAsksMs.find((at) => at > elapsedMs);
  if (early !== undefined) return early - elapsedMs;
  if (elapsedMs < maySafelyCloseMs) return 10_000;
  return elapsedMs < 600_000 ? 30_000 : null;
}
