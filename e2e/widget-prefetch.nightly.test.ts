import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import * as fixtures from '../packages/checkout/test/fixtures.ts';
import { openPage } from './browser.ts';
import { waitForPaint, waitForTimers } from './page-waits.ts';
import { readBuiltFile } from './widget.ts';

// Tests that the element uses a session, a pending request or a list that the page already contains.

interface ServedPage {
  readonly page: Page;
  /** Returns the number of session requests. */
  readonly countSessionRequests: () => number;
  /** The URLs of all requests in order. */
  readonly requests: readonly string[];
}

/**
 * Serves a page from a real server, because browsers preload only real requests. `body` is before the script.
 */
async function servePage(body: string, head = '', session = fixtures.walletSession): Promise<ServedPage> {
  let sessionCount = 0;
  const requests: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    const send = (type: string, text: string): void => {
      response.setHeader('content-type', `${type}; charset=utf-8`);
      response.end(text);
    };
    if (/\.m?js$/.test(url)) return send('text/javascript', readBuiltFile(url.replace('/pgw/', '')));
    if (url.startsWith('/pgw/session')) {
      sessionCount += 1;
      response.setHeader('cache-control', 'no-store');
      return send('application/json', JSON.stringify(session));
    }
    if (url.includes('/banks?')) return send('application/json', JSON.stringify({ banks: fixtures.banks }));
    if (url === '/') {
      const tag = '<script type="module" src="/pgw/checkout.mjs"></script>';
      return send(
        'text/html',
        `<!doctype html><html lang="en"><title>Shop</title>${head}<body>${body}${tag}`,
      );
    }
    response.statusCode = 404;
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const page = await openPage();
  page.on('close', () => server.close());
  // A server that listens on TCP has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
  return { page, countSessionRequests: () => sessionCount, requests };
}

const element = '<pgw-checkout order="RC-10482"></pgw-checkout>';

/** The delay after which the element requests the banks of a channel that was chosen with the keyboard. */
const bankRequestDelayMs = 250;

function createInlineSession(serverTime: string): string {
  const session = JSON.stringify({ ...fixtures.walletSession, serverTime });
  return `<pgw-checkout order="RC-10482"><script type="application/json" data-pgw-session>${session}</script></pgw-checkout>`;
}

function countBankRequests(requests: readonly string[]): number {
  return requests.filter((url) => url.includes('/banks?')).length;
}

it('a session in the page is used without a request', async () => {
  const { page, countSessionRequests } = await servePage(createInlineSession(new Date().toISOString()));
  await page.getByRole('radio', { name: 'KilatPay' }).waitFor();
  expect(countSessionRequests()).toBe(0);
  await page.evaluate(() => document.querySelector('pgw-checkout')?.refresh());
  expect(countSessionRequests()).toBe(1);
});

it('a session in the page that is older than a minute is not used', async () => {
  const overOneMinuteAgo = new Date(Date.now() - 61_000);
  const { page, countSessionRequests } = await servePage(createInlineSession(overOneMinuteAgo.toISOString()));
  await page.getByRole('radio', { name: 'KilatPay' }).waitFor();
  expect(countSessionRequests()).toBe(1);
});

it('a preloaded session is not requested again', async () => {
  const link = '<link rel="preload" as="fetch" crossorigin href="/pgw/session?order=RC-10482">';
  const { page, countSessionRequests } = await servePage(element, link);
  await page.getByRole('radio', { name: 'KilatPay' }).waitFor();
  expect(countSessionRequests()).toBe(1);
});

it('a response to a request of the loader is used once', async () => {
  const prefetchScript = `<script>globalThis.pgwPrefetched = { '/pgw/session?order=RC-10482': fetch('/pgw/session?order=RC-10482') }</script>`;
  const { page, countSessionRequests } = await servePage(element, prefetchScript);
  await page.getByRole('radio', { name: 'KilatPay' }).waitFor();
  expect(countSessionRequests()).toBe(1);
  await page.evaluate(() => document.querySelector('pgw-checkout')?.refresh());
  expect(countSessionRequests()).toBe(2);
});

it('banks are requested once when their channel is chosen, before the bank picker is loaded', async () => {
  const { page, requests } = await servePage(element, '', fixtures.session);
  const { promise: modulesSent, resolve: sendModules } = Promise.withResolvers<void>();
  await page.route(/checkout\/module-provider-/, async (route) => {
    await modulesSent;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('radio', { name: 'FPX online banking' }).check();
  await expect.poll(() => countBankRequests(requests)).toBe(1);
  // Since the reload, the server has received no request for these modules.
  expect(requests.findLastIndex((url) => /checkout\/module-provider-/.test(url))).toBeLessThan(
    requests.findLastIndex((url) => url === '/'),
  );
  sendModules();
  await page.getByRole('radio', { name: 'Bank Seri' }).waitFor();
  expect(countBankRequests(requests)).toBe(1);
});

it('banks are requested once while the mouse is over their channel, and are loaded when it is chosen', async () => {
  const { page, requests } = await servePage(element, '', fixtures.session);
  const tile = page.getByText('FPX online banking');
  const banks = page.waitForResponse(/\/banks\?/);
  for (let time = 0; time < 3; time += 1) {
    await page.getByText('KilatPay').hover();
    await tile.hover();
  }
  await (await banks).finished();
  await waitForPaint(page);
  await page.evaluate(() => {
    const root = document.querySelector('pgw-checkout')?.shadowRoot;
    // The first update after the choice must show the list of banks, not a skeleton.
    new MutationObserver(() => {
      if (root?.querySelector('.panel') && !('isListShownFirst' in globalThis))
        Reflect.set(globalThis, 'isListShownFirst', !root.querySelector('.loading'));
    }).observe(root ?? document, { childList: true, subtree: true });
  });
  await tile.click();
  await page.getByRole('radio', { name: 'Bank Seri' }).waitFor();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isListShownFirst'))).toBe(true);
  await tile.hover();
  expect(countBankRequests(requests)).toBe(1);
});

it('banks that could not be loaded while the mouse was over their channel are requested again', async () => {
  const { page, requests } = await servePage(element, '', fixtures.session);
  await page.route(/\/banks\?/, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed');
  await page.getByText('FPX online banking').hover();
  await failed;
  await page.getByRole('radio', { name: 'FPX online banking' }).check();
  await page.getByRole('radio', { name: 'Bank Seri' }).waitFor();
  // The aborted request did not reach the server.
  expect(countBankRequests(requests)).toBe(1);
});

it('a pending request for banks is not repeated when their channel is chosen with the keyboard', async () => {
  const { page, requests } = await servePage(element, '', fixtures.session);
  const { promise: requestSent, resolve: sendRequest } = Promise.withResolvers<void>();
  await page.route(/\/banks\?/, async (route) => {
    await requestSent;
    await route.continue();
  });
  const sent = page.waitForRequest(/\/banks\?/);
  await page.getByText('FPX online banking').hover();
  await sent;
  await page.getByRole('radio', { name: 'FPX online banking' }).focus();
  await page.keyboard.press('Space');
  await waitForTimers(page, bankRequestDelayMs);
  sendRequest();
  await page.getByRole('radio', { name: 'Bank Seri' }).waitFor();
  expect(countBankRequests(requests)).toBe(1);
});

it('touching a channel requests its banks', async () => {
  const { page, requests } = await servePage(element, '', fixtures.session);
  const tile = page.getByText('FPX online banking');
  await tile.waitFor();
  await tile.dispatchEvent('pointerover', { pointerType: 'touch', bubbles: true, composed: true });
  await expect.poll(() => countBankRequests(requests)).toBe(1);
});

it('the mouse over a channel without banks, or over a disabled channel, sends no request', async () => {
  const [fpx] = fixtures.session.channels;
  if (fpx === undefined) throw new Error('The fixture has no channel.');
  const limit = { kind: 'max', amount: 100 } as const;
  const channels = [{ ...fpx, limit }, ...fixtures.session.channels.slice(1)];
  const { page, requests } = await servePage(element, '', { ...fixtures.session, channels });
  await page.getByText(fpx.name).hover();
  await page.getByText('KilatPay').hover();
  await waitForTimers(page, bankRequestDelayMs);
  expect(countBankRequests(requests)).toBe(0);
});

it('a list that the server rendered keeps choice and focus, without a layout shift', async () => {
  const source = await servePage(element);
  await source.page.getByRole('radio', { name: 'KilatPay' }).waitFor();
  const renderedMarkup = await source.page.evaluate(() => {
    const root = document.querySelector('pgw-checkout')?.shadowRoot;
    const styles = (root?.adoptedStyleSheets ?? []).flatMap((sheet) =>
      Array.from(sheet.cssRules, ({ cssText }) => cssText),
    );
    return `<style>${styles.join('')}</style>${root?.innerHTML ?? ''}`;
  });
  await source.page.close();
  // The prefetched session is pending until the test calls `sendSession`.
  const prefetchScript = `<script>
      const pendingSession = new Promise((resolve) => {
        globalThis.sendSession = () => resolve(fetch('/pgw/session?order=RC-10482'));
      });
      globalThis.pgwPrefetched = { '/pgw/session?order=RC-10482': pendingSession };
    </script>`;
  const { page } = await servePage(
    `<pgw-checkout order="RC-10482"><template shadowrootmode="open">${renderedMarkup}</template></pgw-checkout>`,
    prefetchScript,
  );
  await page.waitForFunction(() => customElements.get('pgw-checkout') !== undefined);
  await page.waitForLoadState();
  await waitForPaint(page);
  // Layout shifts count from here, because content may move while the page is loading.
  await page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift' });
    Reflect.set(globalThis, 'shifts', () => observer.takeRecords());
  });
  await page.getByRole('radio', { name: 'Sentuh eWallet' }).focus();
  await page.getByRole('radio', { name: 'Sentuh eWallet' }).check();
  await page.evaluate(() => Reflect.get(globalThis, 'sendSession')());
  await page.waitForFunction(
    () => document.querySelector('pgw-checkout')?.shadowRoot?.querySelectorAll('style').length === 0,
  );
  expect(await page.getByRole('radio', { name: 'Sentuh eWallet' }).isChecked()).toBe(true);
  const focused = await page.evaluate(() => {
    const active = document.querySelector('pgw-checkout')?.shadowRoot?.activeElement;
    return active instanceof HTMLInputElement ? active.value : null;
  });
  expect(focused).toBe(String(fixtures.sentuh.id));
  expect(await page.getByRole('button', { name: /^Pay RM.* at Sentuh eWallet$/ }).count()).toBe(1);
  await waitForPaint(page);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shifts')())).toEqual([]);
});
