import type { Page } from 'playwright-core';
import { arrowTo, pasteInto, typeInto } from './keyboard.ts';

export { findCard as findTestCard } from '../packages/sandbox/src/testing/card.ts';

/** The data printed on a card. */
export interface CardData {
  readonly number: string;
  readonly securityCode: string;
  readonly expiry?: string;
  readonly name?: string;
}

/** Returns the fields of the card form. */
export function getCardFields(page: Page) {
  return {
    number: page.getByLabel('Card number'),
    expiry: page.getByLabel('Expiry date'),
    code: page.getByLabel('Security code'),
    name: page.getByLabel('Name on card'),
  };
}

/** Chooses the card channel, by keyboard. */
export async function chooseCardChannel(page: Page): Promise<void> {
  await arrowTo(page, page.getByRole('radio', { name: 'Credit or debit card' }));
}

/** Pastes a card, field by field, and presses Enter in the last field. */
export function payByCard(page: Page, card: CardData): Promise<void> {
  return fillCard(page, card, pasteInto);
}

/** Types a card, field by field and key by key, and presses Enter in the last field. */
export function payByTypedCard(page: Page, card: CardData): Promise<void> {
  return fillCard(page, card, typeInto);
}

async function fillCard(page: Page, card: CardData, enter: typeof typeInto): Promise<void> {
  const fields = getCardFields(page);
  await enter(page, fields.number, card.number);
  await enter(page, fields.expiry, card.expiry ?? '11/39');
  await enter(page, fields.code, card.securityCode);
  await enter(page, fields.name, card.name ?? 'Aisyah Rahman');
  await page.keyboard.press('Enter');
}

/** Waits until the notice above the card number shows the reason of a declined card. */
export async function waitForDecline(page: Page, reason: string): Promise<void> {
  await page.locator('[part~="notice-warning"]', { hasText: reason }).waitFor();
}

/** Types a code and approves on the page of the card's bank, by keyboard. */
export async function submitBankCode(page: Page, code: string): Promise<void> {
  await page.getByRole('heading', { name: 'Is this you?' }).waitFor();
  await typeInto(page, page.getByLabel('Code from your bank'), code);
  await page.keyboard.press('Enter');
}
