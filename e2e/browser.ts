import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { isNightly } from '../scripts/nightly.ts';
import { chromiumArgs, findChromium, findHeadlessShell } from '../scripts/programs/chromium.mjs';

export interface PageOptions extends BrowserContextOptions {
  /** Opens the page in the full browser, which has features such as autofill, not in the headless shell. */
  readonly isFullBrowser?: boolean;
}

/** Transitions are a third of what the browser computes. The nightly run has them, and each test that sets them. */
const reducedMotion = isNightly ? 'no-preference' : 'reduce';

let headlessShell: Promise<Browser> | undefined;
let fullBrowser: Promise<Browser> | undefined;

/** Opens a page in a new browser context of this worker's Chromium. The page is closed after the test. */
export async function openPage({ isFullBrowser = false, ...options }: PageOptions = {}): Promise<Page> {
  const browser = isFullBrowser
    ? (fullBrowser ??= launch(findChromium()))
    : (headlessShell ??= launch(findHeadlessShell()));
  const context = await (await browser).newContext({ reducedMotion, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  return page;
}

/** Closes the pages of a test, because an animation on an open page would slow down the next test. */
export async function closePages(): Promise<void> {
  const browsers = await Promise.all([headlessShell, fullBrowser]);
  const contexts = browsers.flatMap((browser) => browser?.contexts() ?? []);
  await Promise.all(contexts.map((context) => context.close()));
}

function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...chromiumArgs] });
}
