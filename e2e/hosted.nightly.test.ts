import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getSharedDemo, type Demo } from './demo.ts';
import { placeOrderByRequest, decideAtBank, waitForPaidOrder } from './shopper.ts';

let demo: Demo;

beforeAll(async () => {
  demo = await getSharedDemo({ PGW_SHOP_MODE: 'hosted' });
});
afterEach(() => expect(demo.pageErrors.splice(0)).toEqual([]));

describe('a shopper pays on the hosted page', () => {
  it('a shopper pays on the hosted page, and the order is fulfilled once', async () => {
    const page = await demo.newPage();
    const order = await placeOrderByRequest(demo, page);
    await page.getByRole('button', { name: /^Pay RM.* at Sandbox Gateway$/ }).click();
    await page.waitForURL(`${demo.sandbox}/pay/**`);
    await page.getByRole('radio', { name: 'KilatPay' }).check();
    // The sum on the button includes the fee of the channel.
    await page.getByRole('button', { name: 'Pay RM\u00a044.50' }).waitFor();
    await page.getByRole('radio', { name: 'PasarPay' }).check();
    await page.getByRole('button', { name: 'Pay RM\u00a044.00' }).click();
    await decideAtBank(page, 'approve');
    await waitForPaidOrder(page, order);
    expect(demo.countFulfillments(order)).toBe(1);
  });

  it('after a shopper cancels on the hosted page, the shop shows the canceled payment and offers to try again', async () => {
    const page = await demo.newPage({ viewport: { width: 375, height: 700 } });
    const order = await placeOrderByRequest(demo, page);
    await page.getByRole('button', { name: /^Pay RM.* at Sandbox Gateway$/ }).click();
    await page.waitForURL(`${demo.sandbox}/pay/**`);
    // The page has a cancel button for narrow screens and one for wide screens. Its style sheet hides one of them.
    await page
      .getByRole('button', { name: 'Cancel and return to Rimba Coffee' })
      .filter({ visible: true })
      .click();
    await page.waitForURL(new RegExp(`/orders/${order}`));
    await page.getByRole('heading', { name: 'Payment cancelled' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: /^Pay RM.* at Sandbox Gateway$/ }).waitFor();
  });

  it('a shopper without JavaScript pays on the hosted page', async () => {
    const page = await demo.newPage({ javaScriptEnabled: false });
    const order = await placeOrderByRequest(demo, page);
    await page.getByRole('button', { name: /^Pay RM.* at Sandbox Gateway$/ }).click();
    await page.waitForURL(`${demo.sandbox}/pay/**`);
    await page.getByRole('radio', { name: 'KilatPay' }).check();
    await page.locator('.pay').click();
    await decideAtBank(page, 'approve');
    await page.waitForURL(new RegExp(`/orders/${order}`));
    await page.getByRole('heading', { name: /^Thank you/ }).waitFor();
    expect(demo.countFulfillments(order)).toBe(1);
  });
});
