import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { channelIds } from '../packages/sandbox/src/catalogue/channel-ids.ts';
import { getSharedDemo, type Demo } from './demo.ts';
import { placeOrderByRequest, chooseChannel, decideAtBank, pressPay, waitForPaidOrder } from './shopper.ts';

// Every page of the shop has a link back on a phone. The tests do not use the buttons of the browser.

let demo: Demo;
let page: Page;

beforeAll(async () => {
  demo = await getSharedDemo();
});
afterEach(() => {
  // The browser also reports the HTTP status of error pages.
  const errors = demo.pageErrors.splice(0);
  expect(errors.filter((pageError) => !/status of 40[04]/.test(pageError))).toEqual([]);
});

async function openPhone(): Promise<void> {
  page = await demo.newPage({ viewport: { width: 375, height: 700 } });
}

function locateLink(name: string | RegExp): Locator {
  return page.getByRole('link', { name }).filter({ visible: true }).first();
}

/**
 * Opens a page, expects that its link back is on the screen, follows the link, and expects the target page.
 */
async function expectWayBack(from: string, locateWayBack: () => Locator, to: string): Promise<void> {
  await page.goto(`${demo.shop}${from}`);
  const wayBack = locateWayBack();
  await wayBack.waitFor();
  const { x, width } = (await wayBack.boundingBox()) ?? { x: -1, width: 0 };
  expect(x, `${from} shows its way back`).toBeGreaterThanOrEqual(0);
  expect(x + width, `${from} shows its way back`).toBeLessThanOrEqual(375);
  await wayBack.click();
  await page.waitForURL((url) => url.pathname === to);
}

describe('a shopper on a phone', () => {
  it('links and buttons lead a shopper on a phone from the catalogue to a paid order and back', async () => {
    await openPhone();
    await page.goto(demo.shop);
    await locateLink('See our beans').click();
    await locateLink('Cameron Dark').click();
    await page.getByRole('button', { name: 'Add to bag' }).click();
    await page.getByText('Added to your bag').waitFor();
    await locateLink('Bag (1)').click();
    await locateLink('Check out').click();
    await locateLink('Fill in sample details').click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(/\/checkout\/RC/);
    const order = page.url().split('/').at(-1) ?? '';
    await chooseChannel(page, 'KilatPay');
    await pressPay(page);
    await decideAtBank(page, 'approve');
    await waitForPaidOrder(page, order);
    await locateLink('Your orders').click();
    await locateLink(order).click();
    await locateLink('Rimba Coffee').click();
    await page.waitForURL(`${demo.shop}/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('every page has a link to the step before it or to the catalogue', async () => {
    await openPhone();
    const order = await placeOrderByRequest(demo, page);
    const locateHome = (): Locator => locateLink('Rimba Coffee');
    const waysBack: readonly (readonly [string, () => Locator, string])[] = [
      ['/beans', locateHome, '/'],
      ['/products/cameron-dark', () => locateLink(/Beans|Coffee beans/), '/beans'],
      ['/account', locateHome, '/'],
      ['/orders', locateHome, '/'],
      ['/nothing', () => locateLink(/shop/i), '/'],
      // The percent-encoding of this path is invalid.
      ['/%E0%A4%A', () => locateLink(/shop/i), '/'],
      [`/checkout/${order}`, () => locateLink('Details'), '/checkout'],
      [
        `/checkout/${order}/bank?channel=${channelIds.fpx}`,
        () => locateLink('Choose another way to pay'),
        `/checkout/${order}`,
      ],
      [`/orders/${order}`, () => locateLink('Your orders'), '/orders'],
    ];
    for (const [from, locateWayBack, to] of waysBack) await expectWayBack(from, locateWayBack, to);
  });

  it('after Cancel on the page of the wallet a shopper can return to the shop', async () => {
    await openPhone();
    await placeOrderByRequest(demo, page);
    await chooseChannel(page, 'KilatPay');
    await pressPay(page);
    await decideAtBank(page, 'cancel');
    await page.getByRole('heading', { name: 'Payment cancelled' }).waitFor();
    await locateLink('Rimba Coffee').click();
    await page.waitForURL(`${demo.shop}/`);
  });
});
