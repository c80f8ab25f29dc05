import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { chromiumArgs, chromiumPath, headlessShellPath } from '../scripts/chromium.mjs';

export interface PageOptions extends BrowserContextOptions {
  /** The page is in a whole browser, not in the headless shell; for features that only a whole browser has, such as autofill. */
  readonly isWholeBrowser?: boolean;
}

let shell: Promise<Browser> | undefined;
let wholeBrowser: Promise<Browser> | undefined;

/** A page in a browser context of its own, in the Chromium of this worker. It is closed after the test. */
export async function openPage({ isWholeBrowser = false, ...options }: PageOptions = {}): Promise<Page> {
  const browser = isWholeBrowser
    ? (wholeBrowser ??= launch(chromiumPath()))
    : (shell ??= launch(headlessShellPath()));
  const page = await (await (await browser).newContext(options)).newPage();
  page.setDefaultTimeout(45_000);
  return page;
}

/** Closes the pages of a test: an animation on an open page takes time from the next test. */
export async function closePages(): Promise<void> {
  const browsers = await Promise.all([shell, wholeBrowser]);
  const contexts = browsers.flatMap((browser) => browser?.contexts() ?? []);
  await Promise.all(contexts.map((context) => context.close()));
}

function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...chromiumArgs] });
}
