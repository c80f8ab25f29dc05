import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { channelIds } from '../packages/sandbox/src/catalogue/channel-ids.ts';
import { getSharedDemo, type Demo } from './demo.ts';
import { manyPagesMs, openCheckedPage, type CheckedPage } from './page-check.ts';
import { approveByRequest, placeOrderByRequest, startByRequest } from './shopper.ts';

// Checks every page of the back office, as pages-of-shop.test.ts checks the shop.

it(
  'the pages of the back office are as wide as the screen with every font and text size, and axe finds no violation',
  { timeout: manyPagesMs },
  async () => {
    const demo = await getSharedDemo();
    const checkedPage = await openCheckedPage(demo);
    const { page, check, checkNightly } = checkedPage;
    const order = await placeOrderByRequest(demo, page);
    await payTwice(demo, page, order);
    await sendInvalidCallback(demo);
    await page.goto(`${demo.shop}/office`);
    await checkNightly();
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Wrong name or password. Try again.').waitFor();
    await checkNightly();
    await page.getByLabel('Password').fill('rimba-office');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: order }).first().waitFor();
    await check();
    await page.getByRole('link', { name: order }).first().click();
    await page.getByText('Refund…').first().click();
    await checkNightly();
    await page.getByRole('button', { name: 'Continue' }).first().click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await check();
    await page.getByLabel('Reason').first().fill('The bag was torn');
    await page.getByRole('button', { name: 'Continue' }).first().click();
    await page.getByRole('heading', { name: /^Refund RM/ }).waitFor();
    await checkNightly();
    await page.getByRole('button', { name: /^Refund RM/ }).click();
    await page.getByRole('heading', { level: 1, name: `Order ${order}` }).waitFor();
    await check();
    await checkNightly(`${demo.shop}/office/orders/${order}/erase`);
    await page.getByRole('button', { name: 'Erase the personal data' }).click();
    // Refused while the refund is being processed.
    await page.getByText(/^(Nothing was erased\.|The personal data was erased\.)/).waitFor();
    await checkNightly();
    for (const path of ['approvals', 'reconcile', 'export'])
      await checkNightly(`${demo.shop}/office/${path}`);
    // office-attention.nightly.test.ts checks this page.
    await checkNightly(`${demo.shop}/office/attention`);
    await checkPayouts(demo, checkedPage);
    await page.goto(`${demo.shop}/office/wallets`);
    await checkNightly();
    await page.locator('main a[href*="/wallets/"]').first().click();
    await checkNightly();
    await checkNightly(`${demo.shop}/office/nothing`);
  },
);

/** Checks the payout forms, the confirmation step, a payout, and the list of payouts. */
async function checkPayouts(demo: Demo, { page, check, checkNightly }: CheckedPage): Promise<void> {
  await page.goto(`${demo.shop}/office/payouts/new`);
  await checkNightly();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await checkNightly();
  await page.goto(`${demo.shop}/office/payouts/new?method=mobileNumber`);
  await page.getByLabel('Mobile number').fill('012-345 6789');
  await page.getByLabel('Amount in RM').fill('12.50');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^Pay out/ }).waitFor();
  await check();
  await page.getByRole('button', { name: /^Pay out/ }).click();
  await page.getByRole('heading', { name: /^Payout of/ }).waitFor();
  await checkNightly();
  await page.getByText('Show the beneficiary').first().click();
  await page.getByLabel('Reason').fill('The bank has called');
  await page.getByRole('button', { name: 'Show the beneficiary' }).click();
  await page.getByText('Only this page shows the beneficiary.').waitFor();
  await checkNightly();
  const [number = ''] = /[0-9A-F]{20,}/.exec(await page.locator('main').innerText()) ?? [];
  await checkNightly(`${demo.shop}/office/payouts`);
  await checkNightly(`${demo.sandbox}/payouts`);
  await checkNightly(`${demo.sandbox}/payout/${number}`);
}

/** Pays an order twice, which the page of the order and the list "Needs attention" show. */
async function payTwice(demo: Demo, page: Page, order: string): Promise<void> {
  const payments = [];
  for (const channelId of [channelIds.kilatPay, channelIds.pasarPay])
    payments.push(await startByRequest(demo, page, { order, channelId }));
  for (const payment of payments) await approveByRequest(demo, page, payment);
}

/** Sends a callback that the shop rejects, which the list "Needs attention" shows. */
async function sendInvalidCallback(demo: Demo): Promise<void> {
  await fetch(`${demo.shop}/pgw/callback`, { method: 'POST', body: 'not a callback' });
}
