import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { chooseCardChannel, payByCard, waitForResult, testCard } from './card-shopper.ts';
import { sharedDemo, type Demo } from './demo.ts';
import { placeOrderByRequest, chooseChannel, decide, pressPay, waitForPaidOrder } from './shopper.ts';

// A module of the element that cannot be loaded, because of the network or because the page was loaded before a deployment that
// removed the file. The shopper sees the next step, keeps the choice, and pays once.

let demo: Demo;
let page: Page;
/** Payments that the element has started. */
let starts: number;

// The classic tag: a list that the server rendered is sent by the browser while the script is missing, see below.
beforeAll(async () => {
  demo = await sharedDemo({ PGW_SHOP_TAG: 'classic' });
});

beforeEach(async () => {
  page = await demo.newPage();
  starts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/pgw/payments')) starts += 1;
  });
});
afterEach(() => {
  // The browser reports only the missing files.
  const others = demo.pageErrors.splice(0).filter((pageError) => !pageError.includes('404'));
  expect(others).toEqual([]);
});

/** Responds with 404 to every request for a module. Returns a function that ends this. */
async function makeUnavailable(module: string): Promise<() => Promise<void>> {
  const address = new RegExp(`/pgw/checkout/${module}-[0-9a-f]+\\.mjs`);
  await page.route(address, (route) => route.fulfill({ status: 404, body: '' }));
  return () => page.unroute(address);
}

/** A notice of the element; its announcements for screen readers are outside of the region. */
function notice(text: string) {
  return page.getByRole('region', { name: 'Payment' }).getByText(text);
}

async function payAtBank(order: string): Promise<void> {
  await page.waitForURL(`${demo.sandbox}/**`);
  await decide(page, 'approve');
  await waitForPaidOrder(page, order);
  expect(demo.fulfilments(order)).toBe(1);
}

it('an unavailable module of outcomes does not stop a payment; the order page reports it, and shows the outcome when it can be loaded', async () => {
  const makeAvailable = await makeUnavailable('result');
  const order = await placeOrderByRequest(demo, page);
  await chooseChannel(page, 'KilatPay');
  await pressPay(page);
  await page.waitForURL(`${demo.sandbox}/**`);
  await decide(page, 'approve');
  await page.waitForURL(new RegExp(`/orders/${order}`));
  const again = page.locator('pgw-payment-status').getByRole('button', { name: 'Try again' });
  await again.waitFor();
  expect(demo.fulfilments(order)).toBe(1);
  await makeAvailable();
  await again.click();
  await waitForResult(page, 'Payment successful');
});

it('with an unavailable module of outcomes the shopper cannot pay twice by card', async () => {
  const makeAvailable = await makeUnavailable('result');
  const order = await placeOrderByRequest(demo, page);
  await chooseCardChannel(page);
  await payByCard(page, testCard('approved'));
  const again = page.locator('pgw-checkout').getByRole('button', { name: 'Try again' });
  await again.waitFor();
  expect(await page.getByRole('button', { name: /^Pay RM/ }).count()).toBe(0);
  await makeAvailable();
  await again.click();
  await waitForResult(page, 'Payment successful');
  expect(demo.fulfilments(order)).toBe(1);
  expect(starts).toBe(1);
});

it('an unavailable card form shows a message, keeps the other channels, and is shown when it can be loaded', async () => {
  const makeAvailable = await makeUnavailable('card');
  const order = await placeOrderByRequest(demo, page);
  await chooseCardChannel(page);
  await notice('We couldn’t load the card form.').waitFor();
  await pressPay(page);
  expect(starts).toBe(0);
  await makeAvailable();
  await page.getByRole('button', { name: 'Try again' }).click();
  await payByCard(page, testCard('approved'));
  await waitForResult(page, 'Payment successful');
  expect(demo.fulfilments(order)).toBe(1);
});

it('an unavailable bank picker shows a message, keeps the other channels, and is shown when it can be loaded', async () => {
  const makeAvailable = await makeUnavailable('banks');
  const order = await placeOrderByRequest(demo, page);
  await chooseChannel(page, 'FPX online banking');
  await notice('We couldn’t load the banks.').waitFor();
  await pressPay(page);
  expect(starts).toBe(0);
  await makeAvailable();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('radio', { name: 'Bank Seri' }).check();
  await pressPay(page);
  await payAtBank(order);
});

it('without the script the browser submits the list that the server rendered, and pays once', async () => {
  const shop = await sharedDemo();
  const buyer = await shop.newPage();
  await buyer.route(/\/pgw\/checkout\/(core|legacy)-/, (route) => route.fulfill({ status: 404, body: '' }));
  const order = await placeOrderByRequest(shop, buyer);
  await chooseChannel(buyer, 'KilatPay');
  await pressPay(buyer);
  await buyer.waitForURL(`${shop.sandbox}/**`);
  await decide(buyer, 'approve');
  await buyer.waitForURL(new RegExp(`/orders/${order}`));
  await expect.poll(() => shop.fulfilments(order)).toBe(1);
});
