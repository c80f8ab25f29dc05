import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getSharedDemo, type Demo } from './demo.ts';
import { createFontSetter } from './layout-check.ts';
import { placeOrderByRequest, chooseChannel, decideAtBank, pressPay, waitForPaidOrder } from './shopper.ts';
import { isNightly, selectCases } from '../scripts/nightly.ts';

let demo: Demo;

beforeAll(async () => {
  demo = await getSharedDemo();
});
afterEach(() => expect(demo.pageErrors.splice(0)).toEqual([]));

async function readBox(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('The element is not shown.');
  return box;
}

/** Waits for the page of the simulated bank. Each of its buttons decides the outcome. */
async function waitForBankPage(page: Page): Promise<void> {
  await page.locator('button[name="outcome"]').first().waitFor();
}

async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page.locator('.language summary').click();
  await page.getByRole('button', { name: language }).click();
  await page.locator('.language:not([open])').waitFor();
}

describe('the shop', () => {
  for (const [name, tag, bag, pay] of [
    ['Bahasa Melayu', 'ms-MY', 'Beg', /^Bayar RM/],
    ['简体中文', 'zh-Hans-MY', '购物袋', /支付 RM/],
    ['தமிழ்', 'ta-MY', 'பை', /RM.* செலுத்து$/],
  ] as const) {
    // Other runs test one language.
    if (!isNightly && tag !== 'ta-MY') continue;
    it(`shop and checkout are in ${name} from the product to the paid order`, async () => {
      const page = await demo.newPage({ viewport: { width: 320, height: 700 } });
      await page.goto(`${demo.shop}/products/clay-dripper`);
      await chooseLanguage(page, name);
      // After the choice of a language the shop shows the same page again.
      expect(new URL(page.url()).pathname).toBe('/products/clay-dripper');
      expect(await page.locator('html').getAttribute('lang')).toBe(tag);
      await page.getByRole('link', { name: bag }).first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      const order = await placeOrderByRequest(demo, page);
      await chooseChannel(page, 'KilatPay');
      await page.getByRole('button', { name: pay }).click();
      await decideAtBank(page, 'approve');
      await page.waitForURL(new RegExp(`/orders/${order}`));
      await page.locator('pgw-payment-status dl').waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe(tag);
      expect(demo.countFulfillments(order)).toBe(1);
    });
  }

  for (const width of selectCases([320, 375], 0))
    it(`sandbox strip and header have one row each at ${width} px in its languages`, async () => {
      const maxOneRowHeight = 40;
      const page = await demo.newPage({ viewport: { width, height: 700 }, bypassCSP: true });
      const setFont = await createFontSetter(page);
      await page.goto(demo.shop);
      // Tamil has the longest texts.
      for (const name of ['தமிழ்', 'English', 'Bahasa Melayu', '简体中文']) {
        await chooseLanguage(page, name);
        await setFont();
        // The fonts of the language may still be loading.
        const readHeader = async () => {
          const parts = ['.brand', '.language', '.account-link', '.bag-link'];
          const boxes = await Promise.all(parts.map((part) => readBox(page.locator(`header ${part}`))));
          return {
            rows: new Set(boxes.map(({ y, height }) => Math.round(y + height / 2))).size,
            isWider: boxes.some(({ x, width: boxWidth }) => x + boxWidth > width),
          };
        };
        await expect.poll(readHeader, { message: name }).toEqual({ rows: 1, isWider: false });
        expect((await readBox(page.locator('.sandbox-strip'))).height, name).toBeLessThan(maxOneRowHeight);
      }
    });

  if (isNightly)
    it('Escape closes the list of languages and moves the focus to its button', async () => {
      const page = await demo.newPage();
      await page.goto(demo.shop);
      await page.locator('.language summary').press('Enter');
      await page.getByRole('button', { name: 'தமிழ்' }).focus();
      await page.keyboard.press('Escape');
      expect(await page.locator('.language').getAttribute('open')).toBeNull();
      expect(await page.locator('.language summary:focus').count()).toBe(1);
    });

  if (isNightly)
    it('the list of languages closes when Tab leaves it in either direction', async () => {
      const page = await demo.newPage();
      await page.goto(demo.shop);
      for (const [start, key] of [
        ['.language form button:last-of-type', 'Tab'],
        ['.language summary', 'Shift+Tab'],
      ] as const) {
        await page.locator('.language summary').press('Enter');
        await page.locator(start).focus();
        await page.keyboard.press(key);
        expect(await page.locator('.language').getAttribute('open')).toBeNull();
        expect(await page.locator('.language :focus').count()).toBe(0);
      }
    });

  if (isNightly)
    it('the page of a coffee has its origin, altitude, roast and taste, and its picture', async () => {
      const page = await demo.newPage();
      await page.goto(`${demo.shop}/products/hutan-light`);
      for (const [term, text] of [
        ['Tastes of', 'Jasmine, pomelo, honey'],
        ['Origin', 'Blue Valley, Cameron Highlands, Pahang'],
        ['Altitude', '1,500 m'],
      ] as const)
        expect(await page.locator(`dt:text-is("${term}") + dd`).innerText()).toBe(text);
      const lightestRoast = page.getByRole('img', { name: '1 of 5' });
      await lightestRoast.waitFor();
      await page.locator('.scene').scrollIntoViewIfNeeded();
      const isDrawn = (): Promise<boolean> =>
        page.locator('.scene').evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
      await expect.poll(isDrawn).toBe(true);
    });

  if (isNightly)
    it('the bag shows the quantity between − and +, and + increases it on the same page', async () => {
      const page = await demo.newPage({ viewport: { width: 375, height: 700 } });
      await page.goto(`${demo.shop}/products/enamel-mug`);
      await page.getByRole('button', { name: 'Add to bag' }).click();
      await page.getByText('Added to your bag').waitFor();
      await page.goto(`${demo.shop}/bag`);
      await page.getByRole('button', { name: 'One more Enamel mug' }).click();
      await page.locator('.quantity .number', { hasText: '2' }).waitFor();
      const [fewer, number, more] = [
        await readBox(page.getByRole('button', { name: 'One fewer Enamel mug' })),
        await readBox(page.locator('.quantity .number')),
        await readBox(page.getByRole('button', { name: 'One more Enamel mug' })),
      ];
      expect(fewer.x + fewer.width).toBeLessThanOrEqual(number.x);
      expect(number.x + number.width).toBeLessThanOrEqual(more.x);
      await page.getByRole('link', { name: 'Bag (2)' }).waitFor();
    });

  if (isNightly)
    it('a shopper who paid twice is informed, and sees the refund of the second payment', async () => {
      const page = await demo.newPage();
      const order = await placeOrderByRequest(demo, page);
      // The second tab shows the list before the first one has started a payment.
      const secondTab = await page.context().newPage();
      await secondTab.goto(`${demo.shop}/checkout/${order}`);
      await secondTab.getByRole('radio').first().waitFor();
      await chooseChannel(page, 'KilatPay');
      await pressPay(page);
      await waitForBankPage(page);
      await secondTab.getByRole('heading', { name: /^Did you finish paying at KilatPay/ }).waitFor();
      await secondTab.getByRole('button', { name: 'Choose another way to pay' }).click();
      await chooseChannel(secondTab, 'PasarPay');
      await pressPay(secondTab);
      await waitForBankPage(secondTab);
      await decideAtBank(page, 'approve');
      await waitForPaidOrder(page, order);
      await decideAtBank(secondTab, 'approve');
      await secondTab.getByText('You paid twice. Rimba Coffee has been informed.').waitFor();
      await secondTab.getByText(/^The second payment: RM\s44\.00, PasarPay, reference/).waitFor();
      expect(demo.countFulfillments(order)).toBe(1);

      const clerk = await demo.newPage();
      await clerk.goto(`${demo.shop}/office`);
      await clerk.getByLabel('Password').fill('rimba-office');
      await clerk.getByRole('button', { name: 'Sign in' }).click();
      await clerk.goto(`${demo.shop}/office/orders/${order}`);
      const payment = clerk
        .getByRole('article')
        .filter({ hasText: 'Refund it, or fulfill the order again.' });
      await payment.getByText('Refund…').click();
      await payment.getByLabel('Reason').fill('Paid twice');
      await payment.getByRole('button', { name: 'Continue' }).click();
      await clerk.getByRole('button', { name: /^Refund RM\s44\.00$/ }).click();
      await clerk.getByText('The gateway reports Refunded (11): the refund is done.').waitFor();
      await secondTab.reload();
      await secondTab.getByText(/We (will return|returned) RM\s44\.00 to PasarPay\./).waitFor();
    });

  if (isNightly)
    it('after a shopper has chosen another way to pay, the checkout does not show the earlier payment again', async () => {
      const page = await demo.newPage();
      const order = await placeOrderByRequest(demo, page);
      await chooseChannel(page, 'KilatPay');
      await pressPay(page);
      await waitForBankPage(page);
      await page.goto(`${demo.shop}/checkout/${order}`);
      await page.getByRole('heading', { name: /^Did you finish paying at KilatPay/ }).waitFor();
      await page.getByRole('button', { name: 'Choose another way to pay' }).click();
      await chooseChannel(page, 'PasarPay');
      await pressPay(page);
      await decideAtBank(page, 'decline');
      await page.getByRole('heading', { name: 'Payment not completed' }).waitFor();
      await page.goto(`${demo.shop}/checkout/${order}`);
      await page.getByRole('heading', { name: 'How would you like to pay?' }).waitFor();
      expect(await page.getByText('KilatPay?').count()).toBe(0);
    });
});
