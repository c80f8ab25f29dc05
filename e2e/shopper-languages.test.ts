import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { texts as malay } from '../packages/checkout/src/locales/ms.ts';
import { texts as tamil } from '../packages/checkout/src/locales/ta.ts';
import { texts as chinese } from '../packages/checkout/src/locales/zh-Hans.ts';
import { setUpShopper } from './set-up-shopper.ts';
import { cardFields } from './card-shopper.ts';
import { decide } from './shopper.ts';

// The element in the languages of the shop, from the first page that shows it.

/** One language of the outcomes for every change; the others every night. The tests of the element have all of them. */
const isNightly = process.env['PGW_NIGHTLY'] === '1';

const shopper = setUpShopper({ pageOptions: { viewport: { width: 375, height: 700 } } });

async function speak(page: Page, id: string): Promise<void> {
  await page.context().request.post(`${shopper.demo.shop}/language`, { form: { language: id, page: '/' } });
  await page.reload();
}

function seeText(page: Page, text: string): Promise<void> {
  return page.getByText(text, { exact: true }).first().waitFor();
}

async function payAt(page: Page, wallet: string): Promise<void> {
  await page.getByRole('radio', { name: wallet, exact: true }).check();
  await page.locator('#pay').click();
}

for (const [language, id, texts] of [
  ['Malay', 'ms', malay],
  ['Chinese', 'zh', chinese],
  ['Tamil', 'ta', tamil],
] as const)
  describe(`the checkout in ${language}`, () => {
    it(`has the headings, the known channels and the card form in ${language} when they are shown first`, async () => {
      const { page } = shopper;
      await speak(page, id);
      for (const group of ['banking', 'cards', 'wallets', 'later'] as const)
        await seeText(page, texts[`group.${group}`]);
      await page.getByRole('radio', { name: texts['channel.fpx'], exact: true }).waitFor();
      await page.getByRole('radio', { name: texts['channel.card'], exact: true }).check();
      for (const label of ['card.number', 'card.expiry', 'card.code', 'card.name'] as const)
        await seeText(page, texts[label]);
      await page.locator('#pay').click();
      await seeText(page, texts['card.error.number.required']);
      expect(await cardFields(page).number.count()).toBe(0);
    });

    it.runIf(isNightly || id === 'ta')(
      `has the outcomes and the ways out of them in ${language}`,
      async () => {
        const { page } = shopper;
        await speak(page, id);
        for (const [outcome, title] of [
          ['decline', 'failed'],
          ['cancel', 'cancelled'],
        ] as const) {
          await payAt(page, 'PasarPay');
          await decide(page, outcome);
          await seeText(page, texts[title]);
          await page.getByRole('button', { name: texts.retry }).click();
        }
        await payAt(page, 'PasarPay');
        await decide(page, 'approve');
        const result = page.locator('pgw-payment-status');
        for (const name of ['success', 'fact.total', 'fact.paid-with', 'fact.reference'] as const)
          await result.getByText(texts[name], { exact: true }).waitFor();
      },
    );
  });
