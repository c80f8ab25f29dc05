import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sharedDemo, type Demo } from './demo.ts';
import { bringToCheckout, decide, seePaid } from './shopper.ts';

let demo: Demo;

beforeAll(async () => {
  demo = await sharedDemo({ PGW_SHOP_MODE: 'hosted' });
});
afterEach(() => expect(demo.complaints.splice(0)).toEqual([]));

describe('a shopper pays on the hosted page', () => {
  it('with one button in the shop, and the order is fulfilled once', async () => {
    const page = await demo.newPage();
    const order = await bringToCheckout(demo, page);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(`${demo.sandbox}/pay/**`);
    await page.getByRole('radio', { name: 'PasarPay' }).check();
    await page.locator('.pay').click();
    await decide(page, 'approve');
    await seePaid(page, order);
    expect(demo.fulfilments(order)).toBe(1);
  });

  it('with scripts blocked in the browser: forms and links are enough', async () => {
    const page = await demo.newPage({ javaScriptEnabled: false });
    const order = await bringToCheckout(demo, page);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(`${demo.sandbox}/pay/**`);
    await page.getByRole('radio', { name: 'KilatPay' }).check();
    await page.locator('.pay').click();
    await decide(page, 'approve');
    await page.waitForURL(new RegExp(`/orders/${order}`));
    await page.getByRole('heading', { name: /^Thank you/ }).waitFor();
    expect(demo.fulfilments(order)).toBe(1);
  });
});
