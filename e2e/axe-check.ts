import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The widths of the design, in pixels. */
const widths = [320, 375, 1280] as const;

const violationsOnly = { resultTypes: ['violations'], preload: false };

/** The options of axe in each color scheme. */
const axeOptions = {
  light: violationsOnly,
  dark: { ...violationsOnly, runOnly: ['color-contrast', 'link-in-text-block'] },
};

const checkout = createRequire(new URL('../packages/checkout/package.json', import.meta.url));
const axeSource = readFileSync(checkout.resolve('axe-core/axe.min.js'), 'utf8');

/** The global variable that axe-core defines on a page. */
declare const axe: {
  run(options: object): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly target: unknown; readonly html: string }[];
    }[];
  }>;
};

/**
 * Returns a function that checks a page with axe at every width and in both color schemes, and checks that the
 * page is not wider than the screen. In the dark scheme only the contrast is checked, because only the colors
 * differ between the schemes. If the function receives an address, it loads the address first. The page must
 * have been opened with `bypassCSP`, because the policy of the shop blocks axe.
 */
export function createAxeCheck(page: Page): (address?: string) => Promise<void> {
  return async (address) => {
    if (address !== undefined) await page.goto(address);
    await page.evaluate(axeSource);
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
    for (const checkedWidth of widths)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width: checkedWidth, height: 800 });
        await page.emulateMedia({ colorScheme });
        const appearance = `${page.url()} at ${checkedWidth} px, ${colorScheme}`;
        expect(await findViolations(page, axeOptions[colorScheme]), appearance).toEqual([]);
        const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(pageWidth, `width of ${appearance}`).toBeLessThanOrEqual(checkedWidth);
      }
    await page.setViewportSize({ width, height });
  };
}

function findViolations(page: Page, options: object): Promise<string[]> {
  return page.evaluate(async (axeRunOptions) => {
    const { violations } = await axe.run(axeRunOptions);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${String(node.target)} ${node.html.slice(0, 160)}`),
    );
  }, options);
}
