// Starts the demo with its own data and a browser, for programs that take pictures.
import { chromium } from 'playwright-core';
import { startProgram } from '../../e2e/demo-program.ts';
import { chromiumArgs, findChromium } from '../programs/chromium.mjs';
import { ensureElementBuilt } from '../build/element-build.ts';

/**
 * Calls `run` with the URLs of the demo and a browser. Stops both afterwards. The browser is one of the machine,
 * because the pinned one has a single font with Latin letters, and the pages have texts in other scripts.
 */
export async function withDemo(run, { settings = {}, args = [] } = {}) {
  ensureElementBuilt();
  const demo = await startProgram(settings, args);
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumArgs] });
  try {
    await run({ shop: demo.shop, sandbox: demo.sandbox, browser });
  } finally {
    await browser.close();
    await demo.stop();
  }
}

/** Puts a coffee into the bag and enters sample details. The page then shows the checkout. */
export async function walkToCheckout(page, shop) {
  await page.goto(`${shop}/products/cameron-dark`);
  await page.getByRole('button', { name: 'Add to bag' }).click();
  await page.getByText('Added to your bag').waitFor();
  await page.goto(`${shop}/checkout?sample`);
  await page.getByRole('button', { name: /continue|payment/i }).click();
  await page.waitForURL(/\/checkout\/RC/);
}
