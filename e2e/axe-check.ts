import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { selectCases } from '../scripts/nightly.ts';

/** The widths of the design, in pixels. Only the nightly run checks the wider ones. */
const widths = selectCases([320, 375, 1280], 1);

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
 * Checks a page with axe at every width and in both color schemes. In the dark scheme only the contrast is checked,
 * because only the colors differ between the schemes. The page must have been opened with `bypassCSP`, because the
 * policy of the shop blocks axe.
 */
export async function checkWithAxe(page: Page): Promise<void> {
  await page.evaluate(axeSource);
  const size = page.viewportSize();
  for (const width of widths)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const appearance = `${page.url()} at ${width} px, ${colorScheme}`;
      expect(await findViolations(page, axeOptions[colorScheme]), appearance).toEqual([]);
    }
  if (size !== null) await page.setViewportSize(size);
}

function findViolations(page: Page, options: object): Promise<string[]> {
  return page.evaluate(async (axeRunOptions) => {
    const { violations } = await axe.run(axeRunOptions);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${String(node.target)} ${node.html.slice(0, 160)}`),
    );
  }, options);
}
