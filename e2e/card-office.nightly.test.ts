import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chooseCardChannel, payByCard, submitBankCode, findTestCard } from './card-shopper.ts';
import { getSharedDemo, type Demo } from './demo.ts';
import { placeOrderByRequest, waitForResult } from './shopper.ts';

let demo: Demo;

beforeAll(async () => {
  demo = await getSharedDemo({ PGW_SHOP_CARDS: 'pre-auth' });
});
afterEach(() => expect(demo.pageErrors.splice(0)).toEqual([]));

async function openChargeForm(order: string): Promise<Page> {
  const page = await demo.newPage();
  await page.goto(`${demo.shop}/office`);
  await page.getByLabel('Password').fill('rimba-office');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: /^To charge/ }).click();
  await page.getByRole('link', { name: order }).click();
  await page.getByText('Charge the card…').click();
  return page;
}

describe('a shop that charges a card when it ships', () => {
  it('a pre-authorized card is not charged at checkout, and the back office charges the full amount', async () => {
    const shopper = await demo.newPage();
    const order = await placeOrderByRequest(demo, shopper);
    await chooseCardChannel(shopper);
    await payByCard(shopper, findTestCard('approved'));
    await waitForResult(shopper, 'Card approved');
    expect(demo.countFulfillments(order)).toBe(0);

    const office = await openChargeForm(order);
    await office.getByRole('button', { name: 'Charge', exact: true }).click();
    await office.getByText('The card was charged.').waitFor();
    expect(demo.countFulfillments(order)).toBe(1);
    await shopper.goto(`${demo.shop}/orders/${order}`);
    await waitForResult(shopper, 'Payment successful');
  });

  it('the back office charges an authenticated card in two parts, and the last charge releases the rest', async () => {
    const shopper = await demo.newPage();
    const order = await placeOrderByRequest(demo, shopper);
    await chooseCardChannel(shopper);
    await payByCard(shopper, findTestCard('challenge-by-url', 'mastercard'));
    await submitBankCode(shopper, '123456');
    await shopper.waitForURL(new RegExp(`/orders/${order}`));
    await waitForResult(shopper, 'Card approved');

    const office = await openChargeForm(order);
    await office.getByRole('radio', { name: 'Part' }).check();
    await office.getByLabel('Amount in RM').fill('10');
    await office.getByRole('button', { name: 'Charge', exact: true }).click();
    await office.getByText(/RM\s10\.00 of RM\s44\.00 charged\./).waitFor();
    expect(demo.countFulfillments(order)).toBe(0);
    await office.getByText('Charge the card…').click();
    await office.getByRole('radio', { name: 'Part' }).check();
    await office.getByLabel('Amount in RM').fill('24.50');
    await office.getByLabel('This is the last charge: release the rest').check();
    await office.getByRole('button', { name: 'Charge', exact: true }).click();
    await office.getByText(/RM\s34\.50 of RM\s44\.00 charged\. Nothing is authorized any more\./).waitFor();
    expect(demo.countFulfillments(order)).toBe(1);
  });
});
