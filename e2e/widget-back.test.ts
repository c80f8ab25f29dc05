import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as fixtures from '../packages/checkout/test/fixtures.ts';
import {
  chromiumArgs,
  findChromium,
  findHeadlessShell,
  whyNoCompleteChromium,
} from '../scripts/programs/chromium.mjs';
import { skipBecause } from '../scripts/skip-because.ts';
import { openPage } from './browser.ts';
import { getSharedDemo, type Demo } from './demo.ts';
import { placeOrderByRequest, chooseChannel, decideAtBank, pressPay, waitForPaidOrder } from './shopper.ts';
import { readBuiltFile, renderTags } from './widget.ts';
import { isNightly } from '../scripts/nightly.ts';

// The shopper goes back with the Back button, reloads, or opens a second tab. The element then requests the
// payment.

const reasonWithoutBackForwardCache = whyNoCompleteChromium();
let demo: Demo;
let browser: Browser | undefined;

beforeAll(async () => {
  demo = await getSharedDemo();
  if (!isNightly) return;
  browser = await chromium.launch({
    executablePath: reasonWithoutBackForwardCache === undefined ? findChromium() : findHeadlessShell(),
    args: [...chromiumArgs],
    // Browsers keep pages in the back/forward cache; Playwright disables it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
});
afterAll(() => browser?.close());

async function newPage(): Promise<Page> {
  if (browser === undefined) return openPage();
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(45_000);
  return page;
}

/** Starts a payment and waits for the page of the bank. */
async function startPayment(page: Page): Promise<void> {
  await chooseChannel(page, 'KilatPay');
  await pressPay(page);
  await page.waitForURL(`${demo.sandbox}/**`);
  await page.locator('button[name="outcome"]').first().waitFor();
}

/** Goes back in the history, as the Back button does. A page from the cache fires no load event. */
async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => history.back());
  await page.waitForURL(`${demo.shop}/checkout/**`, { waitUntil: 'commit' });
}

describe('return to the checkout', () => {
  it('after Back the checkout shows the question "Did you finish paying?", and the shopper can check the payment', async () => {
    const page = await newPage();
    await placeOrderByRequest(demo, page);
    await startPayment(page);
    await goBack(page);
    await page.getByRole('heading', { name: /Did you finish paying at/ }).waitFor();
    await page.getByRole('button', { name: 'Check my payment' }).click();
    await page.getByRole('heading', { name: 'Confirming your payment' }).waitFor();
    await page.context().close();
  });

  if (isNightly)
    it('a shopper who returns after paying sees the paid order and cannot pay again', async () => {
      const page = await newPage();
      const order = await placeOrderByRequest(demo, page);
      await startPayment(page);
      await decideAtBank(page, 'approve', { browserReturn: 'never' });
      await expect.poll(() => demo.countFulfillments(order)).toBe(1);
      await page.goto(`${demo.shop}/checkout/${order}`);
      await page
        .getByText(/successful|Paid|Thank you/i)
        .first()
        .waitFor();
      expect(await page.getByRole('button', { name: /^Pay RM/ }).count()).toBe(0);
      expect(demo.countFulfillments(order)).toBe(1);
      await page.context().close();
    });

  if (isNightly)
    it('a reload of the checkout during an open payment shows the open payment', async () => {
      const page = await newPage();
      const order = await placeOrderByRequest(demo, page);
      await startPayment(page);
      await page.goto(`${demo.shop}/checkout/${order}`);
      await page.reload();
      await page.getByRole('heading', { name: /Did you finish paying at/ }).waitFor();
      await page.context().close();
    });

  if (isNightly)
    it('two tabs that start at the same time use the same payment, and the order is fulfilled once', async () => {
      const page = await newPage();
      const order = await placeOrderByRequest(demo, page);
      const second = await page.context().newPage();
      await second.goto(`${demo.shop}/checkout/${order}`);
      await chooseChannel(page, 'KilatPay');
      await chooseChannel(second, 'KilatPay');
      // A tab leaves the list when the other one has started a payment, so both requests wait for each other.
      const { promise: bothArrived, resolve } = Promise.withResolvers<void>();
      let count = 0;
      await page.context().route('**/pgw/payments', async (route) => {
        count += 1;
        if (count === 2) resolve();
        await bothArrived;
        await route.continue();
      });
      await Promise.all([pressPay(page), pressPay(second)]);
      await page.waitForURL(`${demo.sandbox}/**`);
      await decideAtBank(page, 'approve');
      await waitForPaidOrder(page, order);
      expect(demo.countFulfillments(order)).toBe(1);
      await page.context().close();
    });
});

// In every run, the element's tests have a page that the browser restores.
if (isNightly)
  describe('a page in the back/forward cache', skipBecause(reasonWithoutBackForwardCache), () => {
    it('a page from the back/forward cache requests the session again before the shopper can pay', async () => {
      const { address, close } = await servePlainShop();
      const page = await newPage();
      await page.goto(`${address}/checkout`);
      await page.evaluate(() => {
        addEventListener('pageshow', ({ persisted }) => {
          document.documentElement.dataset['persisted'] = String(persisted);
        });
      });
      await page.getByRole('radio', { name: 'Sentuh eWallet' }).check();
      await page.getByRole('button', { name: /^Pay RM/ }).click();
      await page.waitForURL(`${address}/bank`);
      await page.evaluate(() => history.back());
      await page.waitForURL(`${address}/checkout`, { waitUntil: 'commit' });
      await page.getByRole('heading', { name: 'Did you finish paying at Bank Seri?' }).waitFor();
      expect(await page.evaluate(() => document.documentElement.dataset['persisted'])).toBe('true');
      expect(await page.getByRole('button', { name: /^Pay RM/ }).count()).toBe(0);
      await page.context().close();
      close();
    });
  });

/** Starts a shop whose pages may stay in the back/forward cache. Its bank is a page of the shop. */
async function servePlainShop(): Promise<{ address: string; close: () => void }> {
  let isPaymentOpen = false;
  const server = createServer(({ method, url = '', headers }, response) => {
    const send = (type: string, body: string): void => {
      response.setHeader('content-type', `${type}; charset=utf-8`);
      response.end(body);
    };
    if (/\.m?js$/.test(url)) return send('text/javascript', readBuiltFile(url.replace('/pgw/', '')));
    if (url.startsWith('/pgw/session')) {
      const openPayment = isPaymentOpen ? fixtures.payment : null;
      return send('application/json', JSON.stringify({ ...fixtures.walletSession, openPayment }));
    }
    if (method === 'POST') {
      isPaymentOpen = true;
      const redirect = { type: 'url', url: `http://${headers.host}/bank` };
      return send('application/json', JSON.stringify({ ...fixtures.start, redirect }));
    }
    const element = `${renderTags()}<pgw-checkout order="RC-10482"></pgw-checkout>`;
    send('text/html', `<!doctype html><html lang="en">${url === '/bank' ? 'The bank' : element}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}
