// Functions that wait for the element, also while a test has stopped the clock.

/** The real `setTimeout`. It is saved when the page is loaded, because a test may stop the clock. */
const realSetTimeout = globalThis.setTimeout.bind(globalThis);

/** Waits until promises, rendering and timers of 0 ms are done. */
export async function waitForNextTurn(): Promise<void> {
  // A promise or a rendering can start another one, so one turn is not enough.
  for (let turns = 0; turns < 5; turns += 1)
    await new Promise<void>((resolve) => void realSetTimeout(resolve, 0));
}

/**
 * Repeats a check until it passes, for at most 45 s, and resolves with its result. The limit is long, because the machine
 * may be busy.
 */
export async function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  const end = performance.now() + 45_000;
  while (performance.now() < end) {
    try {
      return await check();
    } catch {
      await new Promise<void>((resolve) => void realSetTimeout(resolve, 20));
    }
  }
  return check();
}
