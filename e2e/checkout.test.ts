import { describe, expect, it } from 'vitest';
import { setUpShopper } from './set-up-shopper.ts';
import { testPurchases } from './purchases.ts';
import { chooseChannel, decideAtBank, pressPay, waitForPaidOrder, placeOrderByPages } from './shopper.ts';
import { isNightly } from '../scripts/nightly.ts';

const shopper = setUpShopper();

describe('purchases in the demo shop', () => {
  // In every run, the shopper without JavaScript orders on the pages.
  if (isNightly)
    it('a shopper orders on the product page and pays with an e-wallet, and the order is fulfilled once', async () => {
      const { demo, page } = shopper;
      const order = await placeOrderByPages(demo, page);
      await chooseChannel(page, 'KilatPay');
      await pressPay(page);
      await page.waitForURL(`${demo.sandbox}/**`);
      await decideAtBank(page, 'approve');
      await waitForPaidOrder(page, order);
      expect(demo.countFulfillments(order)).toBe(1);
    });

  testPurchases(shopper, 'modern');

  if (isNightly)
    it('a payment without a callback becomes paid when the browser returns', async () => {
      await chooseChannel(shopper.page, 'KilatPay');
      await pressPay(shopper.page);
      await shopper.payAtBank({ callback: 'never' });
    });

  if (isNightly)
    it('a payment without a callback or a browser return is paid when the shopper opens the order page', async () => {
      const { demo, page, order } = shopper;
      await chooseChannel(page, 'KilatPay');
      await pressPay(page);
      await decideAtBank(page, 'approve', { callback: 'never', browserReturn: 'never' });
      await page.goto(`${demo.shop}/orders/${order}`);
      await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
      expect(demo.countFulfillments(order)).toBe(1);
    });

  if (isNightly)
    it('Pay shows the total with the fee after a channel with a fee is chosen', async () => {
      const { page } = shopper;
      await chooseChannel(page, 'KilatPay');
      const pay = page.getByRole('button', { name: /^Pay RM/ });
      await expect.poll(() => pay.textContent()).toMatch(/RM\s?44\.50/);
    });

  it('a shopper without JavaScript pays with a form of channels and a page of banks', async () => {
    const { demo } = shopper;
    const plain = await demo.newPage({ javaScriptEnabled: false });
    const plainOrder = await placeOrderByPages(demo, plain);
    await plain.getByRole('radio', { name: 'FPX online banking' }).check();
    await pressPay(plain);
    // The page of banks has the shop's header and a link back. It has no search, which would need JavaScript.
    await plain.getByRole('heading', { level: 1, name: 'Choose your bank' }).waitFor();
    await plain.getByRole('link', { name: 'Rimba Coffee' }).waitFor();
    expect(await plain.getByRole('searchbox').count()).toBe(0);
    await plain.getByRole('link', { name: 'Choose another way to pay' }).click();
    await plain.getByRole('radio', { name: 'FPX online banking' }).check();
    await pressPay(plain);
    await plain.getByRole('radio', { name: 'Bank Seri' }).check();
    await pressPay(plain);
    await decideAtBank(plain, 'approve');
    await plain.waitForURL(new RegExp(`/orders/${plainOrder}`));
    await plain.getByRole('heading', { name: /^Thank you/ }).waitFor();
    expect(demo.countFulfillments(plainOrder)).toBe(1);
  });
});
