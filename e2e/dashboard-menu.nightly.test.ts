import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { getSharedDemo, type Demo } from './demo.ts';
import { createFontSetter } from './layout-check.ts';
import { openCheckedPage } from './page-check.ts';
import { placeOrderByRequest, startByRequest } from './shopper.ts';
import { channelIds } from '../packages/sandbox/src/catalogue/channel-ids.ts';

// On narrow screens, the navigation of the dashboard is a menu.

const phone = { width: 375, height: 800 };

/** The navigation with its button. */
function findMenu(page: Page) {
  const navigation = page.getByRole('navigation', { name: 'Dashboard' });
  return { button: navigation.locator('summary'), links: navigation.getByRole('link') };
}

async function openDashboard(page: Page, demo: Demo): Promise<ReturnType<typeof findMenu>> {
  await page.goto(`${demo.sandbox}/dashboard`);
  return findMenu(page);
}

describe('the menu of the dashboard', () => {
  it('works without scripts, is closed on each page, and names the current page', async () => {
    const demo = await getSharedDemo();
    const page = await demo.newPage({ viewport: phone, javaScriptEnabled: false });
    const { button, links } = await openDashboard(page, demo);
    for (const name of ['Callbacks', 'Scenarios', 'Transactions']) {
      expect(await links.count()).toBe(0);
      await button.click();
      expect(await links.count()).toBe(7);
      await links.filter({ hasText: name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(await button.textContent()).toMatch(new RegExp(`Menu, current page: ${name}`));
    }
  });

  it('is opened by the keyboard, and Escape closes it and returns the focus to its button', async () => {
    const demo = await getSharedDemo();
    const page = await demo.newPage({ viewport: phone });
    const { button, links } = await openDashboard(page, demo);
    await button.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await links.first().evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await links.first().evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid');
    await page.keyboard.press('Escape');
    expect(await links.count()).toBe(0);
    expect(await button.evaluate((summary) => summary === document.activeElement)).toBe(true);
    // A search field is cleared by Escape. The menu is then not meant.
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Escape');
    expect(await links.count()).toBe(7);
  });

  it('its button does not move when it opens, and it is not shown on a wide screen', async () => {
    const demo = await getSharedDemo();
    const page = await demo.newPage({ viewport: phone });
    const { button, links } = await openDashboard(page, demo);
    const closed = await button.boundingBox();
    await button.click();
    expect(await button.boundingBox()).toEqual(closed);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect([await button.isVisible(), await links.count()]).toEqual([false, 7]);
    await page.setViewportSize(phone);
    await button.click();
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await links.count()).toBe(7);
  });

  it('lets the list of transactions begin in the upper half of a phone and of a tablet', async () => {
    const demo = await getSharedDemo();
    const page = await demo.newPage({ viewport: phone, bypassCSP: true });
    const order = await placeOrderByRequest(demo, page);
    await startByRequest(demo, page, { order, channelId: channelIds.kilatPay });
    const useFont = await createFontSetter(page);
    for (const width of [800, 375, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await openDashboard(page, demo);
      await useFont();
      const list = page.getByRole('group', { name: 'Transactions' });
      expect((await list.boundingBox())?.y).toBeLessThan(400);
    }
  });

  it('fits the screen with every font and text size while it is open, and axe finds no violation', async () => {
    const demo = await getSharedDemo();
    const { page, check } = await openCheckedPage(demo);
    await page.setViewportSize(phone);
    const { button } = await openDashboard(page, demo);
    await button.click();
    await check();
  });
});
