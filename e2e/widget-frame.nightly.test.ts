import type { FrameLocator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import * as fixtures from '../packages/checkout/test/fixtures.ts';
import { openPage } from './browser.ts';
import { readBuiltFile, renderTags } from './widget.ts';

// The element in a frame of another page. Banks refuse to be framed, so the whole tab is redirected.

/**
 * Opens a page with the element in a frame. `sandbox` is the attribute of the frame, or null for no
 * attribute.
 */
async function openFrame(sandbox: string | null): Promise<{ page: Page; frame: FrameLocator }> {
  const page = await openPage();
  const attribute = sandbox === null ? '' : `sandbox="${sandbox}"`;
  const responses: Readonly<Record<string, object | string>> = {
    '/': `<!doctype html><iframe title="Pay" width="400" height="900" ${attribute} src="/frame"></iframe>`,
    '/frame': `<!doctype html>${renderTags()}<pgw-checkout order="RC-10482" lang="en"></pgw-checkout>`,
    '/pgw/session': fixtures.walletSession,
    '/pgw/payments': fixtures.start,
  };
  await page.route('**/*', (route) => {
    const { hostname, pathname } = new URL(route.request().url());
    if (hostname === 'bank.example') return route.fulfill({ contentType: 'text/html', body: 'The bank' });
    if (/\.m?js$/.test(pathname))
      return route.fulfill({
        contentType: 'text/javascript',
        body: readBuiltFile(pathname.replace('/pgw/', '')),
      });
    const response = responses[pathname];
    if (response === undefined) return route.fulfill({ status: 404 });
    return typeof response === 'string'
      ? route.fulfill({ contentType: 'text/html', body: response })
      : route.fulfill({ json: response });
  });
  await page.clock.install();
  await page.goto('http://shop.example/');
  return { page, frame: page.frameLocator('iframe') };
}

async function pay(frame: FrameLocator): Promise<void> {
  await frame.getByRole('radio', { name: 'Sentuh eWallet' }).check();
  await frame.getByRole('button', { name: /^Pay/ }).click();
}

it('a checkout in a frame redirects the whole tab to the bank', async () => {
  const { page, frame } = await openFrame(null);
  await pay(frame);
  await page.waitForURL('https://bank.example/**');
});

it('a frame that may not navigate the tab shows a link to the bank at once', async () => {
  const { page, frame } = await openFrame('allow-scripts allow-same-origin allow-forms');
  await frame.getByRole('radio', { name: 'Sentuh eWallet' }).waitFor();
  // Without a refused navigation the link is shown only after a delay. The clock is stopped, so no delay
  // ends.
  await page.clock.pauseAt(Date.now() + 1000);
  await pay(frame);
  const link = frame.getByRole('link', { name: 'Continue to Bank Seri' });
  await link.waitFor();
  expect(await link.getAttribute('target')).toBe('_top');
  expect(page.url()).toBe('http://shop.example/');
});
