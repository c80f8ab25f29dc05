import type { Page } from 'playwright-core';

/** Resolves when everything that scripts of the page have changed is waitForPaint. */
export function waitForPaint(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
}

/** Resolves when the page's timers of up to this length have fired. Timers of the same length fire in the order in which they were set. */
export function waitForTimers(page: Page, ms: number): Promise<void> {
  return page.evaluate((length) => new Promise<void>((resolve) => void setTimeout(resolve, length)), ms);
}
