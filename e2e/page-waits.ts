import type { Page } from 'playwright-core';

/** Resolves when the browser has painted all changes that scripts of the page have made. */
export function waitForPaint(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
}

/**
 * Resolves when the timers that the page has set with up to `ms` milliseconds have fired. Timers with equal
 * times fire in the order in which they were set.
 */
export function waitForTimers(page: Page, ms: number): Promise<void> {
  return page.evaluate((delayMs) => new Promise<void>((resolve) => void setTimeout(resolve, delayMs)), ms);
}
