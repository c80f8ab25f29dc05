import { chromium, type Browser } from 'playwright-core';
import { chromiumArgs, chromiumPath } from '../scripts/chromium.mjs';

let browser: Promise<Browser> | undefined;

/** The Chromium of this worker, which its files share: no test closes it. Contexts share nothing, and end with the test. */
export function openBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs] });
  return browser;
}

/** Closes the pages of a test: an animation on a page that nobody looks at takes time from the next test. */
export async function closeContexts(): Promise<void> {
  const contexts = (await browser)?.contexts() ?? [];
  await Promise.all(contexts.map((context) => context.close()));
}
