import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { nextTurn } from './acting.ts';

let clock: SinonFakeTimers | undefined;

/** Stops the timers and the date of the page: from now on they move only by `pass` and `passUntil`. */
export function stopClock(): void {
  clock ??= useFakeTimers({
    now: Date.now(),
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
    shouldClearNativeTimers: true,
  });
}

/** The clock of the page runs again. Timers that were set while it was stopped never fire. */
export function startClock(): void {
  clock?.restore();
  clock = undefined;
}

/** Advances the stopped clock. Due timers have fired then, and their promises are settled. */
export async function pass(ms: number): Promise<void> {
  if (clock === undefined) throw new Error('The clock is not stopped.');
  await nextTurn();
  await clock.tickAsync(ms);
  await nextTurn();
}

/** Advances the stopped clock until a check passes, by two minutes at most. Each step takes a few real milliseconds. */
export async function passUntil(check: () => void, stepMs = 50): Promise<void> {
  for (let passedMs = 0; passedMs < 120_000; passedMs += stepMs) {
    try {
      check();
      return;
    } catch {
      await pass(stepMs);
    }
  }
  check();
}
