import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitForFulfillments, openShop, type Shop } from '../packages/server/test/shop.ts';
import { openPage } from './browser.ts';
import { decideAtBank } from './shopper.ts';
import { startPathProxy, type PathProxy } from './path-proxy.ts';
import { watchViolations } from './violations.ts';

// A shop at https://shop.example/store is behind a proxy that removes /store. Browsers request /store/pgw,
// and Express receives /pgw.

let proxy: PathProxy;
let shop: Shop;
const nonce = 'R28gYXdheSwgcGxlYXNlIQ==';

beforeEach(async () => {
  proxy = await startPathProxy('/store', () => shop.url);
  shop = await openShop({
    publicUrl: proxy.url,
    setUpApp: (app) => {
      const loader = `<script async src="/store/pgw/checkout.js" nonce="${nonce}"></script>`;
      const module = `<script type="module" src="/store/pgw/checkout.mjs" nonce="${nonce}"></script>`;
      app.get(['/', '/tags', '/loader'], async (req, res) => {
        const { head, body } =
          req.path === '/'
            ? await shop.checkout.snippet({ order: 'A1', req, nonce })
            : {
                head: req.path === '/tags' ? module + loader : loader,
                body: '<pgw-checkout order="A1"></pgw-checkout>',
              };
        res.set('Content-Security-Policy', shop.checkout.contentSecurityPolicy({ nonce })).type('html');
        res.send(
          `<!doctype html><html lang="en"><head><title>Pay</title>${head}</head><body>${body}</body></html>`,
        );
      });
    },
  });
});
afterEach(async () => {
  await shop.close();
  await proxy.close();
});

async function openShopPage(path: string, { javaScriptEnabled = true } = {}): Promise<Page> {
  const page = await openPage({ javaScriptEnabled });
  if (javaScriptEnabled) await watchViolations(page);
  await page.goto(`${proxy.url}${path}`);
  return page;
}

async function chooseFpx(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'FPX online banking' }).check();
}

/**
 * Approves the payment at the bank, waits for the result page, and expects no request outside of the path.
 */
async function finishPayment(page: Page): Promise<void> {
  await page.waitForURL(`${shop.sandbox.url}/**`);
  await decideAtBank(page, 'approve');
  await page.waitForURL(`${proxy.url}/pgw/return/**`);
  await page.getByRole('heading', { name: /successful/i }).waitFor();
  await waitForFulfillments(shop, 1);
  expect((await shop.checkout.payments.list({ orderId: 'A1' }))[0]).toMatchObject({
    state: 'paid',
    bank: { name: 'Bank Seri' },
  });
  expect(proxy.requestsOutside).toEqual([]);
}

describe('a shop below a path, behind a proxy that removes it', () => {
  it.each([
    ['that the server rendered', '/'],
    ['with both script tags', '/tags'],
    ['with the loader alone', '/loader'],
  ] as const)('an order of a shop below a path is paid on a page %s', async (_what, path) => {
    const page = await openShopPage(path);
    await page.waitForFunction(() => customElements.get('pgw-checkout') !== undefined);
    await chooseFpx(page);
    await page.getByRole('radio', { name: 'Bank Seri' }).check();
    await page.getByRole('button', { name: /^Pay RM/ }).click();
    await finishPayment(page);
    expect(await page.locator('pgw-payment-status').getAttribute('endpoint')).toBe('/store/pgw');
  });

  it('an order of a shop below a path is paid on a channel that redirects by a script', async () => {
    const page = await openShopPage('/');
    await page.waitForFunction(() => customElements.get('pgw-checkout') !== undefined);
    await page.getByRole('radio', { name: 'Sentuh eWallet' }).check();
    await page.getByRole('button', { name: /^Pay RM/ }).click();
    await page.waitForURL(`${shop.sandbox.url}/**`);
    await decideAtBank(page, 'approve');
    await page.waitForURL(`${proxy.url}/pgw/return/**`);
    await waitForFulfillments(shop, 1);
    expect(proxy.requestsOutside).toEqual([]);
  });

  it('an order of a shop below a path is paid without JavaScript', async () => {
    const page = await openShopPage('/', { javaScriptEnabled: false });
    await chooseFpx(page);
    await page.getByRole('button', { name: /^Pay RM/ }).click();
    await page.waitForURL(`${proxy.url}/pgw/start`);
    await page.getByRole('radio', { name: 'Bank Seri' }).check();
    await page.getByRole('button', { name: /^Pay RM/ }).click();
    await finishPayment(page);
  });

  it('Try again after a declined payment leads to the front page of a shop below a path', async () => {
    const page = await openShopPage('/');
    await page.waitForFunction(() => customElements.get('pgw-checkout') !== undefined);
    await page.getByRole('radio', { name: 'KilatPay' }).check();
    await page.getByRole('button', { name: /^Pay RM/ }).click();
    await page.waitForURL(`${shop.sandbox.url}/**`);
    await decideAtBank(page, 'decline');
    await page.waitForURL(`${proxy.url}/pgw/return/**`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(`${proxy.url}/`);
    expect(proxy.requestsOutside).toEqual([]);
  });

  it('the problem page of a shop below a path links to the shop', async () => {
    const page = await openShopPage('/pgw/nothing', { javaScriptEnabled: false });
    expect(await page.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/store/');
  });
});
