import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { clerkOfShop, payOrder, type ShopWithOffice } from '../packages/office/test/clerk-at-work.ts';
import { channelIds } from '../packages/sandbox/src/catalogue/channel-ids.ts';
import { openPage } from './browser.ts';
import { tabAndPress, tabTo, typeInto } from './keyboard.ts';
import { takeViolations, watchViolations } from './violations.ts';

const viewport = { width: 375, height: 700 };

/**
 * Finds an order in the list of payments, refunds a part of it and reconciles a file, with the keyboard alone. Each page must be as wide
 * as the screen of 375 px. `check` is called on each page.
 */
export async function workWithKeyboard(
  clerk: Page,
  order: string,
  check?: () => Promise<void>,
): Promise<void> {
  const press = (role: 'button' | 'link', name: string | RegExp) =>
    tabAndPress(clerk, clerk.getByRole(role, { name }).first());
  const checkPage = async (): Promise<void> => {
    // The browser shows a page when it has its styles.
    await clerk.waitForLoadState();
    expect(await clerk.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    await check?.();
  };
  await typeInto(clerk, clerk.getByLabel('Search payments'), order);
  await clerk.keyboard.press('Enter');
  await clerk.waitForURL(/\?q=/);
  expect(await clerk.getByRole('row').count()).toBe(2);
  await checkPage();
  await press('link', order);
  await tabAndPress(clerk, clerk.getByText('Refund…'));
  const part = clerk.getByRole('radio', { name: 'Part' });
  await tabTo(clerk, clerk.getByRole('radio', { name: /^Full amount/ }));
  await clerk.keyboard.press('ArrowDown');
  expect(await part.isChecked()).toBe(true);
  await typeInto(clerk, clerk.getByLabel('Amount in RM'), '12.50');
  await press('button', 'Continue');
  // The error summary has the focus, and its links lead to the fields.
  await clerk.getByRole('alert').waitFor();
  await checkPage();
  await press('link', 'Enter a reason.');
  await clerk.keyboard.type('The bag was torn');
  await clerk.keyboard.press('Enter');
  await clerk.getByRole('heading', { name: /^Refund RM\s12\.50\?$/ }).waitFor();
  await checkPage();
  await press('button', /^Refund RM\s12\.50$/);
  await clerk.getByText('The gateway reports Refunded (11): the refund is done.').waitFor();
  await checkPage();

  await press('link', 'Reconciliation');
  await clerk.getByRole('heading', { level: 1, name: 'Reconciliation' }).waitFor();
  await checkPage();
  const chooser = clerk.waitForEvent('filechooser');
  await tabAndPress(clerk, clerk.getByLabel('Settlement file'));
  const rows =
    'TransactionNumber,ReferenceCode,Amount,CurrencyCode,Status\n0123456789,RC-0-AAAA,1.00,MYR,1\n';
  const file = { name: 'settlement.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
  await (await chooser).setFiles(file);
  await press('button', 'Compare');
  await clerk.getByRole('heading', { name: 'Result' }).waitFor();
  await clerk.getByText('Not in the shop').first().waitFor();
  await checkPage();
}

/** Pays the order of a shop, and works in its office as `workWithKeyboard`, with the sign-in of docs/office.md and under its policy. */
export async function workWithKeyboardIn(shop: ShopWithOffice): Promise<void> {
  const { url, sandbox, order } = shop;
  const { transaction } = await payOrder(shop, channelIds.kilatPay);
  const clerk = await openPage({ viewport, reducedMotion: 'reduce', httpCredentials: clerkOfShop });
  const errors: string[] = [];
  clerk.on('pageerror', ({ message }) => errors.push(message));
  await watchViolations(clerk);
  await clerk.goto(`${url}/office/orders/${order}`);
  // The page follows the payment, whose callback may be on its way.
  await clerk.getByText('Refund…').waitFor();
  await clerk.goto(`${url}/office`);
  await workWithKeyboard(clerk, order);
  expect(sandbox.listRefunds(transaction)).toMatchObject([{ amount: 1250 }]);
  expect([...errors, ...takeViolations()]).toEqual([]);
  await clerk.context().close();
}
