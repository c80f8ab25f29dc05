import type { Page } from '@playwright/test';
import * as z from '@pgw/protocol/zod';
import type { CardDetails } from '../testing/card.ts';
import { parseArgument } from '../testing/parse-argument.ts';
import { payOutcome, payOutcomes, type PayOutcome } from '../testing/pay-as.ts';

/** What the shopper chooses on the page of the bank, in addition to the outcome. */
export interface BankOptions {
  /** When the callback is sent. Default `now`. */
  readonly callback?: 'now' | 'late' | 'twice' | 'never' | undefined;
  /** The code that the bank of a card requires. Every code of 6 digits approves, except 000000. Default 123456. */
  readonly code?: string | undefined;
}

const callbackNames = ['now', 'late', 'twice', 'never'] as const;
const bankOptions = z.strictObject({
  callback: z.enum(callbackNames, `must be one of ${callbackNames.join(', ')}`).optional(),
  code: z
    .string()
    .regex(/^\d{6}$/, 'must have 6 digits')
    .default('123456'),
});

/** Waits for the page of the bank, chooses an outcome there, and waits until the browser is back in the shop. */
export async function payOnPage(
  page: Page,
  sandboxUrl: string,
  { outcome, options }: { readonly outcome: PayOutcome; readonly options: BankOptions },
): Promise<void> {
  const name = payOutcomes[parseArgument(payOutcome, outcome, 'payAs')];
  const { callback, code } = parseArgument(bankOptions, options, 'payAs options');
  await page.waitForURL((url) => url.origin === sandboxUrl && url.pathname.startsWith('/bank/'));
  const codeField = page.locator('input[name="code"]');
  if (await codeField.isVisible()) await codeField.fill(code);
  if (callback !== undefined) await page.locator(`input[name="callback"][value="${callback}"]`).check();
  await page.locator(`button[name="outcome"][value="${name}"]`).click();
  await page.waitForURL((url) => url.origin !== sandboxUrl);
}

/** Fills the card form of the checkout. The fields are found in every language. */
export async function fillCardForm(page: Page, card: CardDetails): Promise<void> {
  const fields = {
    'cc-number': card.number,
    'cc-exp': card.expiry,
    'cc-csc': card.securityCode,
    'cc-name': card.name,
  };
  for (const [purpose, value] of Object.entries(fields))
    await page.locator(`input[autocomplete~="${purpose}"]`).fill(value);
}
