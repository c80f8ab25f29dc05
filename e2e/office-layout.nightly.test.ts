import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { channelIds } from '../packages/sandbox/src/catalogue/channel-ids.ts';
import { getSharedDemo, type Demo } from './demo.ts';
import { createFontSetter } from './layout-check.ts';
import { approveByRequest, placeOrderByRequest, startByRequest } from './shopper.ts';
import { selectCases } from '../scripts/nightly.ts';

// Tests where the pages of the back office show amounts, links and sections.

let demo: Demo;
beforeAll(async () => {
  demo = await getSharedDemo();
});
afterEach(() => expect(demo.pageErrors.splice(0)).toEqual([]));

/** Signs in, and returns a function that opens a page of the back office in the fonts of the tests. */
async function signIn(width: number): Promise<{ page: Page; open: (path: string) => Promise<void> }> {
  const page = await demo.newPage({ viewport: { width, height: 700 }, bypassCSP: true });
  const setFont = await createFontSetter(page);
  await page.goto(`${demo.shop}/office`);
  await page.getByLabel('Password').fill('rimba-office');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
  const open = async (path: string): Promise<void> => {
    await page.goto(demo.shop + path);
    await setFont();
  };
  return { page, open };
}

/** Places an order, and starts payments of it with the fee of RM 0.50 and without. With `isPaid`, approves the last one. */
async function placeOrder(channels: readonly number[], isPaid: boolean): Promise<string> {
  const shopper = await demo.newPage();
  const order = await placeOrderByRequest(demo, shopper);
  for (const [index, channelId] of channels.entries()) {
    const payment = await startByRequest(demo, shopper, { order, channelId });
    if (isPaid && index === channels.length - 1) await approveByRequest(demo, shopper, payment);
    else
      await shopper.context().request.post(`${demo.sandbox}/bank/${payment.transactionNumber}`, {
        form: { outcome: 'decline', callback: 'now', return: 'never' },
      });
  }
  return order;
}

/** Returns the right edge of the text in each element, in whole pixels. */
function readTextEnds(elements: Locator): Promise<number[]> {
  return elements.evaluateAll((all) =>
    all.map((element) => {
      const range = document.createRange();
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      range.selectNodeContents(text ?? element);
      return Math.round(range.getBoundingClientRect().right);
    }),
  );
}

const widths = selectCases([320, 375, 1280], 1);

it.each(widths)('at %i px the amounts of the orders end below each other', async (width) => {
  const orders = [
    await placeOrder([channelIds.kilatPay], true),
    await placeOrder([channelIds.pasarPay], true),
    await placeOrder([channelIds.kilatPay], false),
  ];
  const { page, open } = await signIn(width);
  await open('/office');
  // Other tests use the same back office. The state of their orders may be longer, and then has a line of its own.
  const rows = orders.map((order) => page.getByRole('row').filter({ hasText: order }));
  const ends = await Promise.all(rows.map((row) => readTextEnds(row.locator('.number > :last-child'))));
  expect(ends.flat()).toEqual(orders.map(() => ends[0]?.[0]));
  if (width === 1280) return;
  // Three lines: the number, the name with the time, and the amount with the state.
  for (const row of rows) expect((await row.boundingBox())?.height).toBeLessThan(110);
});

it.each(widths)('at %i px the header keeps its height on every page', async (width) => {
  const { page, open } = await signIn(width);
  const heights = new Set<number>();
  for (const path of ['', '/attention', '/payouts', '/wallets']) {
    await open(`/office${path}`);
    heights.add((await page.locator('header.site').boundingBox())?.height ?? 0);
    for (const link of await page.locator('header nav a').all())
      expect((await link.boundingBox())?.height, path).toBeLessThan(50);
  }
  expect(heights.size).toBe(1);
});

it('at 320 px the page of an order starts with its facts, and shows the details of the newest of four payments', async () => {
  const { kilatPay, pasarPay, riakWallet, duitNowQr } = channelIds;
  const order = await placeOrder([kilatPay, pasarPay, riakWallet, duitNowQr], true);
  const { page, open } = await signIn(320);
  await open(`/office/orders/${order}`);
  const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  expect(headings.slice(0, 2)).toEqual(['Customer', 'Items']);
  expect(headings.filter((text) => text.startsWith('Payment of'))).toHaveLength(4);
  expect(await page.getByRole('heading', { name: 'Timeline' }).count()).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3500);
  expect(await page.locator('.order-items li').innerText()).toBe('1 × Cameron Dark, 250 g, Whole bean');
  await page.locator('summary', { hasText: 'Attempt 1' }).click();
  await page.getByRole('heading', { name: 'Timeline' }).nth(1).waitFor();
});

it('the refund form says that the fee is not refunded, and its fields have the same width', async () => {
  const order = await placeOrder([channelIds.kilatPay], true);
  const { page, open } = await signIn(1280);
  await open(`/office/orders/${order}`);
  await page.getByText('Refund…').click();
  await page.getByText('The fee of RM\u00a00.50 is not refunded.').waitFor();
  const amount = await page.getByLabel('Amount in RM').boundingBox();
  const reason = await page.getByLabel('Reason').boundingBox();
  expect(amount?.width).toBe(reason?.width);
  await page.getByLabel('Reason').fill('The bag was torn');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('RM\u00a00.50, not refunded').waitFor();
});
