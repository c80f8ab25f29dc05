import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpShopper } from './set-up-shopper.ts';
import { chooseChannel, decideAtBank, placeOrderByPages, pressPay, waitForPaidOrder } from './shopper.ts';

const shopper = setUpShopper();

/** The merchant receives the sum of the order, and the shopper pays the total of the plan. */
async function expectBothSums(place: Locator): Promise<void> {
  await place.first().waitFor();
  expect(await place.first().innerText()).toMatch(/RM\s44\.00[^]*RM\s46\.20/);
}

describe('instalments in the demo shop', () => {
  it('a shopper chooses a plan, whose total is beside the sum of the order on each page until it is paid', async () => {
    const { demo, page, order } = shopper;
    await chooseChannel(page, 'Tangga instalments');
    const plan = page.getByRole('radio', { name: /^6 months/ });
    await plan.waitFor();
    expect((await page.locator('.plan').allInnerTexts()).map((text) => text.split(/\s*\n\s*/))).toEqual([
      ['3 months', '2 × RM\u00a014.67, then RM\u00a014.66', 'Total RM\u00a044.00', 'No interest'],
      ['6 months', '6 × RM\u00a07.70', 'Total RM\u00a046.20', '5% interest, RM\u00a02.20'],
      ['12 months', '12 × RM\u00a03.96', 'Total RM\u00a047.52', '8% interest, RM\u00a03.52'],
    ]);
    await plan.check();
    await expectBothSums(page.locator('.breakdown'));
    await pressPay(page);
    await page.waitForURL(`${demo.sandbox}/bank/**`);
    await expectBothSums(page.locator('main'));
    await decideAtBank(page, 'approve');
    await waitForPaidOrder(page, order);
    await expectBothSums(page.locator('pgw-payment-status .screen'));
    await page.goto(`${demo.shop}/orders/${order}`);
    await waitForPaidOrder(page, order);
    await expectBothSums(page.locator('pgw-payment-status .screen'));
    expect(demo.countFulfillments(order)).toBe(1);
  });

  it('a shopper without JavaScript chooses a plan on a page of plans', async () => {
    const { demo } = shopper;
    const plain = await demo.newPage({ javaScriptEnabled: false });
    const order = await placeOrderByPages(demo, plain);
    await plain.getByRole('radio', { name: 'Tangga instalments' }).check();
    await pressPay(plain);
    await plain.getByRole('radio', { name: /^6 months/ }).check();
    await plain.getByText('5% interest').waitFor();
    await pressPay(plain);
    await decideAtBank(plain, 'approve');
    await plain.waitForURL(new RegExp(`/orders/${order}`));
    expect(demo.countFulfillments(order)).toBe(1);
  });
});
