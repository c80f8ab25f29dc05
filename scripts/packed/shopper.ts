import { chromium, type BrowserContextOptions, type Page } from 'playwright-core';
import { chromiumArgs, findHeadlessShell } from '../programs/chromium.mjs';

/**
 * Runs steps in a page of a new browser. Throws after them if the page had a script error or violated its
 * policy, and for each 404: a missing file, or the icon that a browser with a window requests for each page.
 */
export async function runInBrowser(
  steps: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const browser = await chromium.launch({ executablePath: findHeadlessShell(), args: [...chromiumArgs] });
  const errors: string[] = [];
  try {
    const page = await browser.newPage(options);
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (/content security policy|\b404\b/i.test(message.text())) errors.push(message.text());
    });
    const icons = await collectIcons(page);
    await steps(page);
    for (const icon of icons) {
      // A machine may not resolve `localhost`.
      const { status } = await fetch(icon.replace('//localhost:', '//127.0.0.1:'));
      if (status >= 400) errors.push(`The icon ${icon} responds with ${status}.`);
    }
  } finally {
    await browser.close();
  }
  if (errors.length > 0) throw new Error(errors.join('\n'));
}

/** Collects the URL of the icon of each page that is opened. The headless browser does not request them. */
async function collectIcons(page: Page): Promise<ReadonlySet<string>> {
  const icons = new Set<string>();
  await page.exposeFunction('reportIcon', (icon: string) => void icons.add(icon));
  await page.addInitScript(`addEventListener('DOMContentLoaded', () =>
    window === top && location.protocol.startsWith('http') &&
    reportIcon(document.querySelector('link[rel~="icon"]')?.href ?? location.origin + '/favicon.ico'));`);
  return icons;
}

/** Returns the paths of the element's files that the page has loaded. */
export async function listElementFiles(page: Page): Promise<readonly string[]> {
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  return urls
    .map((url) => new URL(url).pathname)
    .filter((path) => /^\/pgw\/checkout(\/|\.m?js$)/.test(path))
    .toSorted();
}

/** Chooses a wallet, clicks Pay and approves the payment, or chooses another outcome, on the page of the sandbox. */
export async function payByWallet(page: Page, outcome = 'approve'): Promise<void> {
  await page.getByRole('radio', { name: 'KilatPay' }).check();
  await page.getByRole('button', { name: /^Pay RM/ }).click();
  await page.locator(`button[name="outcome"][value="${outcome}"]`).click();
}

/** Declines a payment, returns to the checkout by "Try again", and pays. */
export async function payAfterDecline(page: Page): Promise<void> {
  await payByWallet(page, 'decline');
  await page.getByRole('heading', { name: 'Payment not completed' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await payByWallet(page);
}
