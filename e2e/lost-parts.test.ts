import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chooseCards, payByCard, seeResult, testCard } from './card-shopper.ts';
import { startDemo, type Demo } from './demo.ts';
import { bringToCheckout, chooseChannel, decide, pressPay, seePaid } from './shopper.ts';

// A module of the element that cannot be loaded, because of the network or because the page was loaded before a deployment that
// removed the file. The shopper reads what to do, keeps the choice, and pays once.

let demo: Demo;
let page: Page;
/** Payments that the element has asked the shop's server to start. */
let starts: number;

// The list as the element draws it: one that the server drew is sent by the browser while a part is missing, see below.
beforeAll(async () => {
  demo = await startDemo({ PGW_SHOP_TAG: 'classic' });
});
afterAll(() => demo.close());

beforeEach(async () => {
  page = await demo.newPage();
  starts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/pgw/payments')) starts += 1;
  });
});
afterEach(async () => {
  await page.context().close();
  // The browser complains of files that are not there, and of nothing else.
  const others = demo.complaints.splice(0).filter((complaint) => !complaint.includes('404'));
  expect(others).toEqual([]);
});

/** Answers 404 for a part, `times` times or for good. Gives the count of the questions, and the way to have it back. */
async function lose(part: string, times = Number.POSITIVE_INFINITY) {
  const address = new RegExp(`/pgw/checkout/${part}-[0-9a-f]+\\.mjs`);
  let asked = 0;
  await page.route(address, async (route) => {
    asked += 1;
    if (asked <= times) await route.fulfill({ status: 404, body: '' });
    else await route.fallback();
  });
  return { asked: () => asked, giveBack: () => page.unroute(address) };
}

/** What the element shows in a box; its words for screen readers stand elsewhere. */
function notice(text: string) {
  return page.getByRole('region', { name: 'Payment' }).getByText(text);
}

async function payAtBank(order: string): Promise<void> {
  await page.waitForURL(`${demo.sandbox}/**`);
  await decide(page, 'approve');
  await seePaid(page, order);
  expect(demo.fulfilments(order)).toBe(1);
}

describe('the module of the outcomes', () => {
  it('that cannot be loaded does not stop a payment; the order page says so, and shows the outcome once it can be loaded', async () => {
    const result = await lose('result');
    const order = await bringToCheckout(demo, page);
    await chooseChannel(page, 'KilatPay');
    await pressPay(page);
    await page.waitForURL(`${demo.sandbox}/**`);
    await decide(page, 'approve');
    await page.waitForURL(new RegExp(`/orders/${order}`));
    const again = page.locator('pgw-payment-status').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(demo.fulfilments(order)).toBe(1);
    await result.giveBack();
    await again.click();
    await seeResult(page, 'Payment successful');
  });

  it('that cannot be loaded after a payment by card leaves no way to pay twice', async () => {
    const result = await lose('result');
    const order = await bringToCheckout(demo, page);
    await chooseCards(page);
    await payByCard(page, testCard('approved'));
    const again = page.locator('pgw-checkout').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(await page.getByRole('button', { name: /^Pay RM/ }).count()).toBe(0);
    await result.giveBack();
    await again.click();
    await seeResult(page, 'Payment successful');
    expect(demo.fulfilments(order)).toBe(1);
    expect(starts).toBe(1);
  });
});

describe('the form for cards', () => {
  it('that is lost says so, leaves the other channels, and is there once it can be had', async () => {
    const card = await lose('card');
    const order = await bringToCheckout(demo, page);
    await chooseCards(page);
    await notice('We couldn’t load the card form.').waitFor();
    await pressPay(page);
    expect(starts).toBe(0);
    await card.giveBack();
    await page.getByRole('button', { name: 'Try again' }).click();
    await payByCard(page, testCard('approved'));
    await seeResult(page, 'Payment successful');
    expect(demo.fulfilments(order)).toBe(1);
  });
});

describe('the banks', () => {
  it('that are lost say so, leave the other channels, and are there once they can be had', async () => {
    const banks = await lose('banks');
    const order = await bringToCheckout(demo, page);
    await chooseChannel(page, 'FPX online banking');
    await notice('We couldn’t load the banks.').waitFor();
    await pressPay(page);
    expect(starts).toBe(0);
    await banks.giveBack();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('radio', { name: 'Bank Seri' }).check();
    await pressPay(page);
    await payAtBank(order);
  });
});

describe('a list that the server drew', () => {
  it('is sent by the browser while the script is missing, and pays once', async () => {
    const shop = await startDemo();
    try {
      const buyer = await shop.newPage();
      await buyer.route(/\/pgw\/checkout\/(core|legacy)-/, (route) =>
        route.fulfill({ status: 404, body: '' }),
      );
      const order = await bringToCheckout(shop, buyer);
      await chooseChannel(buyer, 'KilatPay');
      await pressPay(buyer);
      await buyer.waitForURL(`${shop.sandbox}/**`);
      await decide(buyer, 'approve');
      await buyer.waitForURL(new RegExp(`/orders/${order}`));
      await expect.poll(() => shop.fulfilments(order)).toBe(1);
    } finally {
      await shop.close();
    }
  });
});
