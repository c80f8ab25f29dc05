import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { waitForPaint } from './page-waits.ts';
import { responses, openWidget } from './widget.ts';

/** The tolerance. A shift of one pixel of a whole page would be about 0.001. */
const allowed = 0.02;

/** The sum of all layout shifts without an action of the shopper (Layout Instability API). */
async function layoutShift(page: Page): Promise<number> {
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
async function hold(page: Page, path: string, body: unknown): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/pgw/${path}*`, async (route) => {
    await promise;
    await route.fulfill({ json: body });
  });
  return resolve;
}

describe('layout shift', () => {
  for (const width of [320, 375, 720, 1280]) {
    it(`there is no layout shift while the list, the banks and an offline notice appear at ${String(width)} px`, async () => {
      const page = await openWidget({
        context: { viewport: { width, height: 800 } },
        markup: '<h1>Checkout</h1>',
      });
      const sendSession = await hold(page, 'session', responses.session.body);
      const sendBanks = await hold(page, 'channels/1/banks', responses['channels/1/banks'].body);
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
      await page.context().setOffline(true);
      // The notice and the announcement have the same text.
      await page.getByText('You’re offline').first().waitFor();
      expect(await layoutShift(page)).toBeLessThanOrEqual(allowed);
    });
  }
});
