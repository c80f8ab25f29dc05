import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { texts as malay } from '../packages/checkout/src/locales/ms.ts';
import { texts as tamil } from '../packages/checkout/src/locales/ta.ts';
import { texts as chinese } from '../packages/checkout/src/locales/zh-Hans.ts';
import { setUpShopper } from './set-up-shopper.ts';
import { getCardFields } from './card-shopper.ts';
import { decideAtBank } from './shopper.ts';

// The element in each language of the shop.

const shopper = setUpShopper({ pageOptions: { viewport: { width: 375, height: 700 } } });

async function chooseLanguage(page: Page, id: string): Promise<void> {
  await page.context().request.post(`${shopper.demo.shop}/language`, { form: { language: id, page: '/' } });
  await page.reload();
}

function waitForText(page: Page, text: string): Promise<void> {
  return page.getByText(text, { exact: true }).first().waitFor();
}

async function startPaymentAt(page: Page, wallet: string): Promise<void> {
  await page.getByRole('radio', { name: wallet, exact: true }).check();
  await page.locator('#pay').click();
}

for (const [language, id, texts] of [
  ['Malay', 'ms', malay],
  ['Chinese', 'zh', chinese],
  ['Tamil', 'ta', tamil],
] as const)
  describe(`the checkout in ${language}`, () => {
    it(`headings, known channels and card form of the checkout are in ${language}`, async () => {
      const { page } = shopper;
      await chooseLanguage(page, id);
      for (const group of ['banking', 'cards', 'wallets', 'later'] as const)
        await waitForText(page, texts[`group.${group}`]);
      await page.getByRole('radio', { name: texts['channel.fpx'], exact: true }).waitFor();
      await page.getByRole('radio', { name: texts['channel.card'], exact: true }).check();
      for (const label of ['card.number', 'card.expiry', 'card.code', 'card.name'] as const)
        await waitForText(page, texts[label]);
      await page.locator('#pay').click();
      await waitForText(page, texts['card.error.number.required']);
      // getCardFields finds the fields by their English labels.
      expect(await getCardFields(page).number.count()).toBe(0);
    });

    it(`outcomes of the checkout and their buttons are in ${language}`, async () => {
      const { page } = shopper;
      await chooseLanguage(page, id);
      for (const [outcome, title] of [
        ['decline', 'failed'],
        ['cancel', 'canceled'],
      ] as const) {
        await startPaymentAt(page, 'PasarPay');
        await decideAtBank(page, outcome);
        await waitForText(page, texts[title]);
        await page.getByRole('button', { name: texts.retry }).click();
      }
      await startPaymentAt(page, 'PasarPay');
      await decideAtBank(page, 'approve');
      const result = page.locator('pgw-payment-status');
      for (const name of ['success', 'fact.total', 'fact.paid-with', 'fact.reference'] as const)
        await result.getByText(texts[name], { exact: true }).waitFor();
    });
  });
