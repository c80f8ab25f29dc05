import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getSharedDemo, type Demo } from './demo.ts';
import { chooseChannel, decideAtBank, pressPay, waitForPaidOrder, placeOrderByPages } from './shopper.ts';
import { startScriptTagExample } from './script-tag-example.ts';
import { takeViolations } from './violations.ts';
import { isNightly } from '../scripts/nightly.ts';

let demo: Demo;

beforeAll(async () => {
  demo = await getSharedDemo();
});
afterEach(() => {
  demo.pageErrors.length = 0;
});

/** The browser also reports the page that does not exist. */
function isUnexpectedError(pageError: string): boolean {
  return !pageError.includes('404 (Not Found)');
}

describe('the policy of the shop', () => {
  if (isNightly)
    it('no page of a purchase with two payments and a redirect by script violates the policy of the shop', async () => {
      const page = await demo.newPage();
      const order = await placeOrderByPages(demo, page);
      await chooseChannel(page, 'Sentuh eWallet');
      await pressPay(page);
      await decideAtBank(page, 'decline');
      await page.getByRole('button', { name: 'Try again' }).click();
      await chooseChannel(page, 'Sentuh eWallet');
      await pressPay(page);
      await decideAtBank(page, 'approve');
      await waitForPaidOrder(page, order);
      for (const path of ['/', '/beans', '/brewing', '/bag', '/orders', '/nothing']) {
        await page.goto(`${demo.shop}${path}`);
      }
      expect(demo.pageErrors.filter(isUnexpectedError)).toEqual([]);
    });

  if (isNightly)
    it('no page of the back office violates the policy of the shop', async () => {
      const page = await demo.newPage();
      await page.goto(`${demo.shop}/office`);
      await page.getByLabel('Password').fill('rimba-office');
      await page.getByRole('button', { name: 'Sign in' }).click();
      for (const path of ['', '/attention', '/payouts', '/wallets'])
        await page.goto(`${demo.shop}/office${path}`);
      expect(demo.pageErrors).toEqual([]);
    });

  it('the policy of the shop blocks injected markup, and the browser reports the violation', async () => {
    const page = await demo.newPage();
    await page.goto(demo.shop);
    await page.evaluate(() => {
      const container = document.createElement('div');
      try {
        container.innerHTML = '<img src="https://elsewhere.example/a.png">';
      } catch {
        document.body.append('refused');
      }
    });
    await page.getByText('refused').waitFor();
    const reported: string[] = [];
    await expect
      .poll(() => {
        reported.push(...takeViolations());
        return reported.join();
      })
      .toContain('TrustedTypesSinkViolation');
  });
});

describe('the smallest integration', () => {
  let shop: Awaited<ReturnType<typeof startScriptTagExample>>;

  beforeAll(async () => {
    shop = await startScriptTagExample(demo.sandbox);
  });
  afterAll(() => shop.stop());

  it('the script-tag example and the result page of the middleware work under their policy', async () => {
    const page = await demo.newPage();
    await page.goto(shop.address);
    await chooseChannel(page, 'Sentuh eWallet');
    await pressPay(page);
    await decideAtBank(page, 'approve');
    await page.waitForURL(`${shop.address}/pgw/return**`);
    await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    expect(demo.pageErrors).toEqual([]);
    // The headless browser does not request the icon.
    expect((await fetch(`${shop.address}/favicon.ico`)).status).toBe(204);
    await page.getByRole('link', { name: 'Back to Two Mugs' }).click();
    await page.waitForURL(`${shop.address}/`);
  });
});
