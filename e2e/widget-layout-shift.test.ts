import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './browser.ts';
import { answers, openWidget } from './widget.ts';

/** What the specification allows; a change of one pixel in a whole page would be about 0.001. */
const allowed = 0.02;

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

/** Sum of everything that moved without being asked to since the page began (Layout Instability API). */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if (!('hadRecentInput' in entry && entry.hadRecentInput) && 'value' in entry)
              sum += Number(entry.value);
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 100);
      }),
  );
}

/** Answers so late that the shopper sees what stands in their place. */
async function answerLate(page: Page, path: string, body: unknown, waitMs: number): Promise<void> {
  await page.route(`**/pgw/${path}*`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    await route.fulfill({ json: body });
  });
}

describe('layout shift', () => {
  for (const width of [320, 375, 720, 1280]) {
    it(`nothing moves while the list, the banks and an offline notice arrive at ${String(width)} px`, async () => {
      const page = await openWidget(browser, {
        context: { viewport: { width, height: 800 } },
        markup: '<h1>Checkout</h1>',
      });
      await answerLate(page, 'session', answers.session.body, 700);
      await answerLate(page, 'channels/1/banks', answers['channels/1/banks'].body, 700);
      await page.evaluate(() => {
        const element = document.body.appendChild(document.createElement('pgw-checkout'));
        element.setAttribute('order', 'RC-10482');
        document.body.append('Terms of sale');
      });
      await page.getByRole('radio', { name: 'FPX online banking' }).click();
      await page.getByRole('radio', { name: 'Bank Seri' }).waitFor();
      await page.context().setOffline(true);
      // The notice and the announcement have the same text.
      await page.getByText('You’re offline').first().waitFor();
      expect(await layoutShift(page)).toBeLessThanOrEqual(allowed);
      await page.context().close();
    });
  }
});
