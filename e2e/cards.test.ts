import { beforeEach, describe, expect, it } from 'vitest';
import { setUpShopper } from './set-up-shopper.ts';
import {
  getCardFields,
  chooseCardChannel,
  payByCard,
  payByTypedCard,
  submitBankCode,
  findTestCard,
  waitForDecline,
} from './card-shopper.ts';
import { tabAndPress, typeInto } from './keyboard.ts';
import { waitForPaidOrder, waitForResult } from './shopper.ts';
import { isNightly, selectCases } from '../scripts/nightly.ts';

// These tests use only the keyboard on the page of the payment and on the pages after it.

/** The nightly run tests all brands and declines. */
const brands = ['visa', 'amex', 'mastercard', 'jcb', 'diners', 'unionpay'] as const;
const declines = [
  ['declined', 'Your card was declined.'],
  ['insufficient-funds', 'There isn’t enough money in the account.'],
  ['over-limit', 'is above your limit'],
  ['expired-card', 'Your card was declined.'],
  ['wrong-code', 'Your card was declined.'],
] as const;

const shopper = setUpShopper();

beforeEach(() => chooseCardChannel(shopper.page));

// In every run, a test of the declined cards has an approved one.
if (isNightly)
  describe('an approved card', () => {
    it.each(brands)(
      'an approved card of %s, typed by keyboard alone, pays in the page, and the order is fulfilled once',
      async (brand) => {
        const { demo, page, order } = shopper;
        await payByTypedCard(page, findTestCard('approved', brand));
        await waitForResult(page, 'Payment successful');
        expect(demo.countFulfillments(order)).toBe(1);
      },
    );

    it('while the response to a card is slow, the page shows that it is still processing, and the card pays', async () => {
      const { demo, page, order } = shopper;
      await payByCard(page, findTestCard('slow'));
      await page.locator('[part="pay-note"]', { hasText: 'Still working.' }).waitFor();
      await waitForResult(page, 'Payment successful');
      expect(demo.countFulfillments(order)).toBe(1);
    });

    it('a card whose response is lost is queried, found paid, and charged once', async () => {
      const { demo, page, order } = shopper;
      await payByCard(page, findTestCard('unknown-outcome'));
      await waitForResult(page, 'Payment successful');
      expect(demo.countFulfillments(order)).toBe(1);
    });

    it('a test card of the sandbox is filled in by the button with its name', async () => {
      const { demo, page, order } = shopper;
      // The list of test cards is closed at first.
      await tabAndPress(page, page.locator('.test-cards summary'));
      await tabAndPress(page, page.getByRole('button', { name: 'Approved', exact: true }));
      await typeInto(page, getCardFields(page).name, 'Aisyah Rahman');
      await page.keyboard.press('Enter');
      await waitForResult(page, 'Payment successful');
      expect(demo.countFulfillments(order)).toBe(1);
    });
  });

describe('a card that does not pay', () => {
  it.each(selectCases(declines, 0))(
    'a card refused as %s leaves the order unpaid, and the shopper sees the reason',
    async (outcome, reason) => {
      const { demo, page, order } = shopper;
      await payByCard(page, findTestCard(outcome));
      await waitForDecline(page, reason);
      expect(demo.countFulfillments(order)).toBe(0);
    },
  );

  it('after a declined card the form keeps expiry and name, and another number and security code pay', async () => {
    const { demo, page, order } = shopper;
    await payByTypedCard(page, findTestCard('declined'));
    await waitForDecline(page, 'Your card was declined.');
    const fields = getCardFields(page);
    expect(await fields.number.inputValue()).toBe('');
    expect(await fields.number.evaluate((field) => field.matches(':focus'))).toBe(true);
    expect(await fields.code.inputValue()).toBe('');
    expect(await fields.expiry.inputValue()).toBe('11 / 39');
    expect(await fields.name.inputValue()).toBe('Aisyah Rahman');
    const { number, securityCode } = findTestCard('approved', 'mastercard');
    await typeInto(page, fields.number, number);
    await typeInto(page, fields.code, securityCode);
    await page.keyboard.press('Enter');
    await waitForResult(page, 'Payment successful');
    expect(demo.countFulfillments(order)).toBe(1);
    await page.getByRole('link', { name: 'Bag (0)' }).waitFor();
    // A paid order leaves the step "Payment".
    await page.waitForURL(new RegExp(`/orders/${order}`));
    await page.getByRole('heading', { level: 1, name: /^Thank you/ }).waitFor();
  });
});

describe('a card whose bank authenticates the shopper', () => {
  // In every run, the next test and sandbox-pages.test.ts have a challenge by URL.
  it.each(selectCases(['challenge-by-script', 'challenge-by-url'] as const, 1))(
    'a card with a %s pays after the shopper has entered the code of the bank',
    async (outcome) => {
      const { demo, page, order } = shopper;
      await payByCard(page, findTestCard(outcome));
      await page.waitForURL(`${demo.sandbox}/bank/**`);
      await submitBankCode(page, '123456');
      await waitForPaidOrder(page, order);
      expect(demo.countFulfillments(order)).toBe(1);
    },
  );

  if (isNightly)
    it('a card is declined after a wrong code at its bank, and another card pays', async () => {
      const { demo, page, order } = shopper;
      await payByCard(page, findTestCard('challenge-by-url'));
      await submitBankCode(page, '000000');
      await page.waitForURL(new RegExp(`/orders/${order}`));
      await waitForResult(page, 'Payment not completed');
      await page.getByText('Your bank couldn’t confirm that it was you.').waitFor();
      expect(demo.countFulfillments(order)).toBe(0);
      await tabAndPress(page, page.getByRole('button', { name: 'Try again' }));
      await chooseCardChannel(page);
      await payByCard(page, findTestCard('approved', 'jcb'));
      await waitForResult(page, 'Payment successful');
      expect(demo.countFulfillments(order)).toBe(1);
    });
});
