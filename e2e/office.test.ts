import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getSharedDemo, type Demo } from './demo.ts';
import { channelIds } from '../packages/sandbox/src/catalogue/channel-ids.ts';
import { createFontSetter } from './layout-check.ts';
import {
  approveByRequest,
  chooseChannel,
  decideAtBank,
  placeOrderByRequest,
  pressPay,
  startByRequest,
  waitForPaidOrder,
} from './shopper.ts';
import { isNightly } from '../scripts/nightly.ts';
import { checkWithAxe } from './axe-check.ts';
import { typeInto } from './keyboard.ts';
import { workWithKeyboard } from './office-keyboard.ts';

let demo: Demo;

beforeAll(async () => {
  demo = await getSharedDemo();
});
afterEach(() => expect(demo.pageErrors.splice(0)).toEqual([]));

async function signIn(page: Page): Promise<void> {
  await page.goto(`${demo.shop}/office`);
  await page.getByLabel('Password').fill('rimba-office');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
}

function readPageWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

describe('the back office', () => {
  it('with the keyboard alone, at 375 px, a clerk finds an order, refunds a part and reconciles a file', async () => {
    const shopper = await demo.newPage();
    const order = await placeOrderByRequest(demo, shopper);
    const payment = await startByRequest(demo, shopper, { order, channelId: channelIds.kilatPay });
    await approveByRequest(demo, shopper, payment);

    const clerk = await demo.newPage({
      viewport: { width: 375, height: 700 },
      bypassCSP: true,
      reducedMotion: 'reduce',
    });
    await clerk.goto(`${demo.shop}/office`);
    await typeInto(clerk, clerk.getByLabel('Password'), 'rimba-office');
    await clerk.keyboard.press('Enter');
    await workWithKeyboard(clerk, order, async () => {
      if (isNightly) await checkWithAxe(clerk);
    });
    // The browser reports the response to the refused form.
    expect(demo.pageErrors.splice(0)).toEqual([expect.stringContaining('status of 422')]);

    await shopper.goto(`${demo.shop}/orders/${order}`);
    await shopper.getByRole('heading', { level: 1, name: new RegExp(`Refund for ${order}`) }).waitFor();
    expect(demo.countFulfillments(order)).toBe(1);
  });

  if (isNightly)
    it('a transaction number of 25 characters is shown, found and selected at 375 px without horizontal scrolling', async () => {
      const viewport = { width: 375, height: 700 };
      const shopper = await demo.newPage({ viewport });
      const order = await placeOrderByRequest(demo, shopper);
      await chooseChannel(shopper, 'KilatPay');
      await pressPay(shopper);
      await decideAtBank(shopper, 'approve');
      await waitForPaidOrder(shopper, order);
      expect(await readPageWidth(shopper)).toBe(375);

      const clerk = await demo.newPage({ viewport });
      await signIn(clerk);
      await clerk.getByRole('link', { name: order }).click();
      const numberCell = clerk.locator('dt:text-is("Transaction") + dd code');
      const transactionNumber = await numberCell.innerText();
      expect(transactionNumber).toMatch(/^[0-9A-Z]{25}$/);
      expect(await readPageWidth(clerk)).toBe(375);
      // A triple click selects the whole number, so that a clerk can copy it.
      await numberCell.click({ clickCount: 3 });
      expect(await clerk.evaluate(() => getSelection()?.toString().trim())).toBe(transactionNumber);

      await clerk.goto(`${demo.shop}/office?q=${transactionNumber}`);
      await clerk.getByRole('link', { name: order }).waitFor();
      // The header row, and the row of the order.
      expect(await clerk.getByRole('row').count()).toBe(2);
      expect(await readPageWidth(clerk)).toBe(375);
    });

  if (isNightly)
    it('at 375 px an order of the list has its number, its name and its time above its sum and its state', async () => {
      const viewport = { width: 375, height: 700 };
      const shopper = await demo.newPage();
      const order = await placeOrderByRequest(demo, shopper);
      const payment = await startByRequest(demo, shopper, { order, channelId: channelIds.kilatPay });
      const clerk = await demo.newPage({ viewport, bypassCSP: true });
      const setFont = await createFontSetter(clerk);
      await signIn(clerk);
      await setFont();
      const row = clerk.getByRole('row').filter({ hasText: order });
      const readText = async () => (await row.innerText()).replace(/\s+/g, ' ');
      expect(await readText()).toMatch(new RegExp(`^${order} Aisyah Rahman · .+ [ap]m RM 44\\.50 Pending$`));
      expect((await row.boundingBox())?.height).toBeLessThan(110);
      const readMiddle = async (part: string): Promise<number> => {
        const { y = 0, height = 0 } = (await row.locator(part).boundingBox()) ?? {};
        return y + height / 2;
      };
      // The sum and the state are in one line.
      expect(Math.abs((await readMiddle('td.number')) - (await readMiddle('.chip-label')))).toBeLessThan(12);
      // The whole line opens the order.
      await approveByRequest(demo, shopper, payment);
      await clerk.reload();
      expect(await readText()).toMatch(/ RM 44\.50 Paid$/);
      await row.click();
      await clerk.getByRole('heading', { name: /^Payment of RM\s44\.50$/ }).waitFor();
      const sum = await clerk.locator('dt:text-is("Amount") + dd').innerText();
      expect(sum.replace(/\s+/g, ' ')).toBe('RM 44.50 (order RM 44.00 + fee RM 0.50)');
    });

  if (isNightly)
    it('the back office shows only the sign-in form to a visitor who has not signed in', async () => {
      const page = await demo.newPage();
      await page.goto(`${demo.shop}/office/wallets`);
      expect(await page.getByLabel('Password').isVisible()).toBe(true);
      expect(await page.getByRole('table').count()).toBe(0);
    });
});
