import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  getCardFields,
  chooseCardChannel,
  payByCard,
  submitBankCode,
  findTestCard,
  waitForDecline,
  type CardData,
} from './card-shopper.ts';
import { getSharedDemo, type Demo } from './demo.ts';
import { tabAndPress, tabTo, typeInto } from './keyboard.ts';
import { placeOrderByRequest, waitForResult } from './shopper.ts';

let demo: Demo;

beforeAll(async () => {
  demo = await getSharedDemo();
});
afterEach(() => expect(demo.pageErrors.splice(0)).toEqual([]));

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto(`${demo.shop}/account`);
  await tabAndPress(page, page.getByRole('button', { name: `Sign in as ${name}` }));
  await page.getByText(`You are signed in as ${name}.`).waitFor();
}

/** Pays an order with a card that the shopper saves. */
async function payAndSaveCard(page: Page, card: CardData): Promise<void> {
  await placeOrderByRequest(demo, page);
  await chooseCardChannel(page);
  await tabTo(page, page.getByRole('checkbox', { name: 'Save this card for next time' }));
  await page.keyboard.press('Space');
  await payByCard(page, card);
}

describe('saved cards of a customer', () => {
  it('a customer pays with a saved card by its security code, and deletes the card', async () => {
    const page = await demo.newPage();
    await signIn(page, 'Aisyah Rahman');
    await payAndSaveCard(page, findTestCard('approved', 'mastercard'));
    await waitForResult(page, 'Payment successful');

    const order = await placeOrderByRequest(demo, page);
    await chooseCardChannel(page);
    const savedCard = page.getByRole('radio', { name: /Mastercard ending in 0007/ });
    await savedCard.waitFor();
    expect(await savedCard.isChecked()).toBe(true);
    expect(await getCardFields(page).number.count()).toBe(0);
    await typeInto(page, getCardFields(page).code, '123');
    await page.keyboard.press('Enter');
    await waitForResult(page, 'Payment successful');
    expect(demo.countFulfillments(order)).toBe(1);

    await page.goto(`${demo.shop}/account`);
    await tabAndPress(page, page.getByRole('button', { name: 'Forget Mastercard ending in 0007' }));
    await page.getByText('Tick “Save this card for next time”').waitFor();
  });

  // Other tests have each of its steps: saving, the code of a bank, a declined card and another one.
  it('a customer saves an authenticated card, and pays with another card after the saved one is declined', async () => {
    const page = await demo.newPage();
    await signIn(page, 'Daniel Lim');
    await payAndSaveCard(page, findTestCard('challenge-by-url'));
    await submitBankCode(page, '123456');
    await waitForResult(page, 'Payment successful');
    await page.goto(`${demo.shop}/account`);
    await page.getByText('Visa ending in 0085').waitFor();

    const order = await placeOrderByRequest(demo, page);
    await chooseCardChannel(page);
    // 000 is the wrong security code of every test card.
    await typeInto(page, getCardFields(page).code, '000');
    await page.keyboard.press('Enter');
    await waitForDecline(page, 'Your card was declined.');
    const otherCard = page.getByRole('radio', { name: 'Use another card' });
    await otherCard.waitFor();
    await tabTo(page, page.getByRole('radio', { name: /Visa ending in 0085/ }));
    const maxPresses = 5;
    for (let presses = 0; presses < maxPresses && !(await otherCard.isChecked()); presses += 1)
      await page.keyboard.press('ArrowDown');
    await payByCard(page, findTestCard('approved', 'jcb'));
    await waitForResult(page, 'Payment successful');
    expect(demo.countFulfillments(order)).toBe(1);
  });
});

it('a guest cannot save a card and sees no saved cards', async () => {
  const page = await demo.newPage();
  await placeOrderByRequest(demo, page);
  await chooseCardChannel(page);
  await getCardFields(page).number.waitFor();
  expect(await page.getByRole('checkbox', { name: 'Save this card for next time' }).count()).toBe(0);
  expect(await page.getByRole('radio', { name: 'Use another card' }).count()).toBe(0);
});
