import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { chooseCardChannel, payByCard, findTestCard } from './card-shopper.ts';
import { getSharedDemo, type Demo } from './demo.ts';
import {
  placeOrderByRequest,
  chooseChannel,
  decideAtBank,
  pressPay,
  waitForPaidOrder,
  waitForResult,
} from './shopper.ts';

// A module of the element cannot be loaded. The network failed, or a deployment has removed the file since
// the page was loaded. The shopper sees what to do next, keeps the choice, and pays once.

let demo: Demo;
let page: Page;
/** The number of payments that the element has started. */
let startCount: number;

// In a static page the server renders no list. The last test uses a list that the server rendered.
beforeAll(async () => {
  demo = await getSharedDemo({ PGW_SHOP_TAG: 'static' });
});

beforeEach(async () => {
  page = await demo.newPage();
  startCount = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/pgw/payments')) startCount += 1;
  });
});
afterEach(() => {
  // The browser also reports the blocked files.
  const otherErrors = demo.pageErrors.splice(0).filter((pageError) => !pageError.includes('404'));
  expect(otherErrors).toEqual([]);
});

/**
 * Responds with 404 to every request for a module. Returns a function that makes the module available again.
 */
async function blockModule(module: string): Promise<() => Promise<void>> {
  const address = new RegExp(`/pgw/checkout/module-${module}-[0-9a-f]+\\.mjs`);
  await page.route(address, (route) => route.fulfill({ status: 404, body: '' }));
  return () => page.unroute(address);
}

/** Locates a notice of the element. The announcements for screen readers are outside of its region. */
function locateNotice(text: string) {
  return page.getByRole('region', { name: 'Payment' }).getByText(text);
}

async function payAtBank(order: string): Promise<void> {
  await page.waitForURL(`${demo.sandbox}/**`);
  await decideAtBank(page, 'approve');
  await waitForPaidOrder(page, order);
  expect(demo.countFulfillments(order)).toBe(1);
}

it('a payment succeeds while the result module is unavailable, and the order page shows the result after Try again', async () => {
  const unblockModule = await blockModule('result');
  const order = await placeOrderByRequest(demo, page);
  await chooseChannel(page, 'KilatPay');
  await pressPay(page);
  await page.waitForURL(`${demo.sandbox}/**`);
  await decideAtBank(page, 'approve');
  await page.waitForURL(new RegExp(`/orders/${order}`));
  const tryAgain = page.locator('pgw-payment-status').getByRole('button', { name: 'Try again' });
  await tryAgain.waitFor();
  expect(demo.countFulfillments(order)).toBe(1);
  await unblockModule();
  await tryAgain.click();
  await waitForResult(page, 'Payment successful');
});

it('a shopper cannot pay twice by card while the result module is unavailable', async () => {
  const unblockModule = await blockModule('result');
  const order = await placeOrderByRequest(demo, page);
  // The shop of the demo leaves the page of a paid order, sometimes before the button is seen. Other shops stay.
  await page.evaluate(() =>
    addEventListener('pgw-result', (event) => event.stopImmediatePropagation(), { capture: true }),
  );
  await chooseCardChannel(page);
  await payByCard(page, findTestCard('approved'));
  const tryAgain = page.locator('pgw-checkout').getByRole('button', { name: 'Try again' });
  await tryAgain.waitFor();
  expect(await page.getByRole('button', { name: /^Pay RM/ }).count()).toBe(0);
  await unblockModule();
  await tryAgain.click();
  await waitForResult(page, 'Payment successful');
  expect(demo.countFulfillments(order)).toBe(1);
  expect(startCount).toBe(1);
});

it('a declined card keeps the form while the result module is unavailable, and another card pays', async () => {
  const unblockModule = await blockModule('result');
  const order = await placeOrderByRequest(demo, page);
  await chooseCardChannel(page);
  await payByCard(page, findTestCard('declined'));
  await page.getByText('Nothing was charged. Try again.').waitFor();
  await unblockModule();
  await payByCard(page, findTestCard('approved'));
  await waitForResult(page, 'Payment successful');
  expect(demo.countFulfillments(order)).toBe(1);
});

it('while the card form is unavailable the element shows a message, and Try again loads the form', async () => {
  const unblockModule = await blockModule('card');
  const order = await placeOrderByRequest(demo, page);
  await chooseCardChannel(page);
  await locateNotice('We couldn’t load the card form.').waitFor();
  await pressPay(page);
  expect(startCount).toBe(0);
  await unblockModule();
  await page.getByRole('button', { name: 'Try again' }).click();
  await payByCard(page, findTestCard('approved'));
  await waitForResult(page, 'Payment successful');
  expect(demo.countFulfillments(order)).toBe(1);
});

it('while the bank picker is unavailable the element shows a message, and Try again loads the banks', async () => {
  const unblockModule = await blockModule('provider');
  const order = await placeOrderByRequest(demo, page);
  await chooseChannel(page, 'FPX online banking');
  await locateNotice('We couldn’t load the banks.').waitFor();
  await pressPay(page);
  expect(startCount).toBe(0);
  await unblockModule();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('radio', { name: 'Bank Seri' }).check();
  await pressPay(page);
  await payAtBank(order);
});

it('while the script is unavailable the browser submits the list that the server rendered, and pays once', async () => {
  const shop = await getSharedDemo();
  const shopperPage = await shop.newPage();
  await shopperPage.route(/\/pgw\/checkout\/(core|legacy)-/, (route) =>
    route.fulfill({ status: 404, body: '' }),
  );
  const order = await placeOrderByRequest(shop, shopperPage);
  await chooseChannel(shopperPage, 'KilatPay');
  await pressPay(shopperPage);
  await shopperPage.waitForURL(`${shop.sandbox}/**`);
  await decideAtBank(shopperPage, 'approve');
  await shopperPage.waitForURL(new RegExp(`/orders/${order}`));
  await expect.poll(() => shop.countFulfillments(order)).toBe(1);
});
