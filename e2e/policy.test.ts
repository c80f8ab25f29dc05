import type { Page } from 'playwright-core';
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

/** The browser also reports the missing favicon and the page that does not exist. These errors are expected. */
function isUnexpectedError(pageError: string): boolean {
  return !pageError.includes('404 (Not Found)');
}

describe('the policy of the shop', () => {
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
    expect(demo.pageErrors.filter(isUnexpectedError)).toEqual([]);
    await page.getByRole('link', { name: 'Back to Two Mugs' }).click();
    await page.waitForURL(`${shop.address}/`);
  });

  // In every run, shop.test.ts has two tabs, and pgw-payment-status.test.ts this result.
  if (isNightly)
    it('the result page informs a shopper who paid an order in two tabs, and shows the refund', async () => {
      const first = await demo.newPage();
      const second = await demo.newPage();
      // Both tabs show the list of a new order before either of them has started a payment.
      for (const tab of [first, second]) await openOrder(tab, 'A20');
      for (const [tab, wallet] of [
        [first, 'KilatPay'],
        [second, 'PasarPay'],
      ] as const) {
        await chooseChannel(tab, wallet);
        await pressPay(tab);
        await tab.locator('button[name="outcome"]').first().waitFor();
      }
      await decideAtBank(first, 'approve');
      await first.getByRole('heading', { name: 'Payment successful' }).waitFor();
      await decideAtBank(second, 'approve');
      await second.getByRole('heading', { name: 'You paid twice' }).waitFor();
      await second.locator('[part=screen-text]', { hasText: 'Two Mugs has been informed.' }).waitFor();

      const reference = await second.locator('.reference').innerText();
      await refundAtGateway(await demo.newPage(), reference);
      await second.reload();
      await second.getByText(/We (will return|returned) RM\s123\.45 to PasarPay\./).waitFor();
    });

  /** Opens the page of the example with another order. The page of the example has one fixed order. */
  async function openOrder(page: Page, order: string): Promise<void> {
    await page.route(`${shop.address}/`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/order="[^"]*"/, `order="${order}"`);
      await route.fulfill({ response, body });
    });
    await page.goto(shop.address);
  }

  async function refundAtGateway(page: Page, reference: string): Promise<void> {
    await page.goto(`${demo.sandbox}/dashboard?q=${reference}`);
    await page.getByRole('link', { name: reference }).click();
    await page.locator('summary', { hasText: 'Refund' }).click();
    await page.locator('form button', { hasText: 'Refund' }).click();
    await page.getByText(/has status \d+/).waitFor();
  }
});
