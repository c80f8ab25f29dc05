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
 * Advances the stopped clock until `check` does not throw, by at most two minutes. Each step goes to the next timer,
 * because nothing else happens in between.
 */
export async function advanceClockUntil(check: () => void): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end;) {
    try {
      check();
      return;
    } catch {
      await waitForNextTurn();
      if (clock === undefined) throw new Error('The clock is not stopped.');
      // A response or a rendering may set the next timer.
      await (clock.countTimers() > 0 ? clock.nextAsync() : clock.tickAsync(50));
      await waitForNextTurn();
    }
  }
  check();
}
