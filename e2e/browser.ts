import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { chromiumArgs, chromiumPath, headlessShellPath } from '../scripts/chromium.mjs';

export interface PageOptions extends BrowserContextOptions {
  /** Opens the page in the full browser, not in the headless shell. For features such as autofill. */
  readonly isFullBrowser?: boolean;
}

let shell: Promise<Browser> | undefined;
let fullBrowser: Promise<Browser> | undefined;

/** Opens a page in a new browser context, in the Chromium of this worker. It is closed after the test. */
export async function openPage({ isFullBrowser = false, ...options }: PageOptions = {}): Promise<Page> {
  const browser = isFullBrowser
    ? (fullBrowser ??= launch(chromiumPath()))
    : (shell ??= launch(headlessShellPath()));
  const page = await (await (await browser).newContext(options)).newPage();
  page.setDefaultTimeout(45_000);
  return page;
}

/** Closes the pages of a test: an animation on an open page takes time from the next test. */
export async function closePages(): Promise<void> {
  const browsers = await Promise.all([shell, fullBrowser]);
  const contexts = browsers.flatMap((browser) => browser?.contexts() ?? []);
  await Promise.all(contexts.map((context) => context.close()));
}

function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...chromiumArgs] });
}
