import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { painted } from './page-time.ts';
import { responses, openWidget } from './widget.ts';

/** What the specification allows; a change of one pixel in a whole page would be about 0.001. */
const allowed = 0.02;

/** Sum of everything that moved without the shopper having done anything since the page began (Layout Instability API). */
async function layoutShift(page: Page): Promise<number> {
  await painted(page);
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    return observer
      .takeRecords()
      .filter((entry) => !('hadRecentInput' in entry && entry.hadRecentInput))
      .reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0);
  });
}

/** Holds a response back. Returns what sends it. */
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
    it(`nothing moves while the list, the banks and an offline notice arrive at ${String(width)} px`, async () => {
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
      await painted(page);
      sendSession();
      await page.getByRole('radio', { name: 'FPX online banking' }).click();
      await page.locator('.bank').first().waitFor();
      await painted(page);
      sendBanks();
      await page.getByRole('radio', { name: 'Bank Seri' }).waitFor();
      await page.context().setOffline(true);
      // The notice and the announcement have the same text.
      await page.getByText('You’re offline').first().waitFor();
      expect(await layoutShift(page)).toBeLessThanOrEqual(allowed);
    });
  }
});
