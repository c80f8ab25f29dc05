import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { chromiumArgs, chromiumPath, headlessShellPath } from '../scripts/chromium.mjs';

export interface PageOptions extends BrowserContextOptions {
  /** The page shares not even the cache with pages of other tests; for tests that change what a context holds, such as its clock. */
  readonly isAlone?: boolean;
  /** The page is in a whole browser, not in the headless shell; for features that only a whole browser has, such as autofill. */
  readonly isWholeBrowser?: boolean;
}

let browser: Promise<Browser> | undefined;
let wholeBrowser: Promise<Browser> | undefined;
/** For one page of each test: a context of its own costs more time than many a test. */
let shared: Promise<BrowserContext> | undefined;
let isSharedTaken = false;
/** Where pages of the shared context have been. */
const origins = new Set<string>();

/**
 * A page without cookies and storage, in the Chromium of this worker. It shares its browser profile with no other page of the test, and
 * its cache with pages of other tests. It is closed after the test.
 */
export async function openPage({
  isAlone = false,
  isWholeBrowser = false,
  ...options
}: PageOptions = {}): Promise<Page> {
  const page = await (isWholeBrowser ? openInWholeBrowser(options) : openInShell(isAlone, options));
  page.setDefaultTimeout(45_000);
  return page;
}

async function openInWholeBrowser(options: BrowserContextOptions): Promise<Page> {
  wholeBrowser ??= launch(chromiumPath());
  return (await (await wholeBrowser).newContext(options)).newPage();
}

async function openInShell(isAlone: boolean, options: BrowserContextOptions): Promise<Page> {
  browser ??= launch(headlessShellPath());
  const { viewport, ...others } = options;
  return isAlone || isSharedTaken || Object.keys(others).length > 0
    ? (await (await browser).newContext(options)).newPage()
    : openShared(await browser, viewport);
}

function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...chromiumArgs] });
}

async function openShared(launched: Browser, viewport: PageOptions['viewport']): Promise<Page> {
  isSharedTaken = true;
  shared ??= launched.newContext();
  const page = await (await shared).newPage();
  page.on('framenavigated', (frame) => URL.canParse(frame.url()) && origins.add(new URL(frame.url()).origin));
  if (viewport) await page.setViewportSize(viewport);
  return page;
}

/** Closes the pages of a test and clears what they have stored: an animation on an open page takes time from the next test. */
export async function closePages(): Promise<void> {
  const kept = await shared;
  const browsers = await Promise.all([browser, wholeBrowser]);
  const contexts = browsers.flatMap((each) => each?.contexts() ?? []);
  await Promise.all(contexts.map((context) => (context === kept ? clear(context) : context.close())));
  isSharedTaken = false;
}

async function clear(context: BrowserContext): Promise<void> {
  const [page] = context.pages();
  if (page !== undefined) {
    const session = await context.newCDPSession(page);
    for (const origin of origins)
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
    origins.clear();
  }
  await Promise.all(context.pages().map((each) => each.close()));
  await context.clearCookies();
  await context.setOffline(false);
}
