import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chooseChannel } from './shopper.ts';
import { setUpShopper } from './set-up-shopper.ts';

// The layout of the shop and of the checkout at 375 px.

const shopper = setUpShopper({ pageOptions: { viewport: { width: 375, height: 700 } } });

/**
 * Returns the distances from the brand to the left edge, from the bag to the right edge, and from the content
 * to the left edge.
 */
async function measureHeaderMargins(page: Page): Promise<readonly number[]> {
  const brand = await page.locator('header .brand').boundingBox();
  const bag = await page.locator('header .bag-link').boundingBox();
  const content = await page.locator('main h1').first().boundingBox();
  if (brand === null || bag === null || content === null)
    throw new Error('The page has no brand, no link to the bag or no heading.');
  return [brand.x, 375 - bag.x - bag.width, content.x].map(Math.round);
}

describe('at 375 px', () => {
  it('at 375 px the header has the same distance from both edges as the content', async () => {
    const { demo, page } = shopper;
    await page.goto(`${demo.shop}/beans`);
    const [left, right, content] = await measureHeaderMargins(page);
    expect([left, right]).toEqual([content, content]);
  });

  it('the headings of a page never skip a level', async () => {
    const { demo, page, order } = shopper;
    for (const path of ['/', '/products/cameron-dark', `/checkout/${order}`, `/orders/${order}`]) {
      await page.goto(`${demo.shop}${path}`);
      // A page with a checkout is complete when Pay is shown.
      await page.locator('pgw-checkout #pay').or(page.locator('main:not(:has(pgw-checkout))')).waitFor();
      const levels = await page
        .getByRole('heading')
        .evaluateAll((headings) =>
          headings.map((each) => Number(each.getAttribute('aria-level') ?? each.tagName.slice(1))),
        );
      for (const [index, level] of levels.entries())
        expect(level, `${path}: ${levels.join(' ')}`).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    }
  });

  it('at 375 px the list of test cards is closed and has one row', async () => {
    const { page } = shopper;
    await chooseChannel(page, 'Credit or debit card');
    const row = page.locator('.test-cards');
    await row.locator('summary').waitFor();
    expect(await row.getAttribute('open')).toBeNull();
    const maxOneRowHeight = 60;
    expect((await row.boundingBox())?.height).toBeLessThan(maxOneRowHeight);
  });

  it('the list of banks shows an arrow until it is scrolled to its end', async () => {
    const { page } = shopper;
    await chooseChannel(page, 'FPX online banking');
    const list = page.locator('.bank-list.scrollable');
    await list.waitFor();
    const readArrow = (): Promise<string> =>
      list.evaluate((element) => getComputedStyle(element.parentElement ?? element, '::after').content);
    expect(await readArrow()).toBe('""');
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(readArrow).toBe('none');
  });

  it('shop and checkout have the same background in each color scheme', async () => {
    const { page } = shopper;
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const [cardColor, elementColor] = await page.evaluate(() => {
        const card = document.querySelector('.card');
        const elementParts = [
          ...(document.querySelector('pgw-checkout')?.shadowRoot?.querySelectorAll('*') ?? []),
        ];
        // The color of a transparent background is rgba(…, 0).
        const frame = elementParts.find((part) => !getComputedStyle(part).backgroundColor.endsWith(', 0)'));
        return [card, frame].map((part) => (part ? getComputedStyle(part).backgroundColor : ''));
      });
      expect(elementColor, colorScheme).toBe(cardColor);
    }
  });
});
