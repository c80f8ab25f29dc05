import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { waitForNextTurn } from './acting.ts';

let clock: SinonFakeTimers | undefined;

/**
 * Stops the timers and the date of the page. After this, only `advanceClock` and `advanceClockUntil`
 * advance them.
 */
export function stopClock(): void {
  clock ??= useFakeTimers({
    now: Date.now(),
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
    shouldClearNativeTimers: true,
  });
}

/** Starts the clock of the page again. Timers that were set while it was stopped never fire. */
export function startClock(): void {
  clock?.restore();
  clock = undefined;
}

/** Advances the stopped clock. Resolves after all due timers have fired and their promises are settled. */
export async function advanceClock(ms: number): Promise<void> {
  if (clock === undefined) throw new Error('The clock is not stopped.');
  await waitForNextTurn();
  await clock.tickAsync(ms);
  await waitForNextTurn();
}

/**
 * Advances the stopped clock until `check` does not throw, by at most two minutes. Each step takes a few real
 * milliseconds.
 */
export async function advanceClockUntil(check: () => void, stepMs = 50): Promise<void> {
  for (let passedMs = 0; passedMs < 120_000; passedMs += stepMs) {
    try {
      check();
      return;
    } catch {
      await advanceClock(stepMs);
    }
  }
  check();
}
