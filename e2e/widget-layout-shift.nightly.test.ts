import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { waitForPaint } from './page-waits.ts';
import { responses, openWidget } from './widget.ts';

/** The maximum sum of layout shifts. A shift of a whole page by one pixel is about 0.001. */
const maxShift = 0.02;

/** Returns the sum of all layout shifts that no action of the shopper caused (Layout Instability API). */
async function sumLayoutShifts(page: Page): Promise<number> {
  await waitForPaint(page);
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    return observer
      .takeRecords()
      .filter((entry) => !('hadRecentInput' in entry && entry.hadRecentInput))
      .reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0);
  });
}

/** Delays a response. Returns a function that sends it. */
async function delayResponse(page: Page, path: string, body: unknown): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/pgw/${path}*`, async (route) => {
    await promise;
    await route.fulfill({ json: body });
  });
  return resolve;
}

describe('layout shift', () => {
  for (const width of [375, 320, 720, 1280]) {
    it(`there is no layout shift while the list and the banks appear at ${String(width)} px`, async () => {
      const page = await openWidget({
        pageOptions: { viewport: { width, height: 800 } },
        markup: '<h1>Checkout</h1>',
      });
      const sendSession = await delayResponse(page, 'session', responses.session.body);
      const sendBanks = await delayResponse(page, 'channels/1/banks', responses['channels/1/banks'].body);
      await page.evaluate(() => {
        const element = document.body.appendChild(document.createElement('pgw-checkout'));
        element.setAttribute('order', 'RC-10482');
        document.body.append('Terms of sale');
      });
      await page.locator('.skeleton').first().waitFor();
      await waitForPaint(page);
      sendSession();
      await page.getByRole('radio', { name: 'FPX online banking' }).click();
      await page.locator('.bank').first().waitFor();
      await waitForPaint(page);
      sendBanks();
      await page.getByRole('radio', { name: 'Bank Seri' }).waitFor();
      expect(await sumLayoutShifts(page)).toBeLessThanOrEqual(maxShift);
    });
  }
});
