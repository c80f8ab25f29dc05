import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { channelIds } from '../packages/sandbox/src/catalogue/channel-ids.ts';
import { createAxeCheck } from './axe-check.ts';
import { getSharedDemo, type Demo } from './demo.ts';
import {
  approveByRequest,
  placeOrderByRequest,
  chooseChannel,
  decideAtBank,
  pressPay,
  waitForPaidOrder,
  startByRequest,
} from './shopper.ts';

// Checks every page of the shop and of the back office with axe, at each width of the design and in both color
// schemes. Each page is loaded once and resized.

it('axe finds no violation on the pages of the shop', async () => {
  const demo = await getSharedDemo();
  const page = await openPageWithoutPolicy(demo);
  const check = createAxeCheck(page);
  for (const path of [
    '/',
    '/beans',
    '/products/cameron-dark',
    '/products/enamel-mug',
    '/account',
    '/nothing',
    '/orders',
    '/bag',
  ])
    await check(`${demo.shop}${path}`);
  const order = await placeOrderByRequest(demo, page);
  await page.getByRole('radio', { name: 'FPX online banking' }).check();
  await page.getByRole('searchbox').waitFor();
  await check();
  await page.getByRole('radio', { name: 'Credit or debit card' }).check();
  await page.getByLabel('Card number').waitFor();
  await pressPay(page);
  await page.getByText('Enter your card number.').waitFor();
  await check();
  for (const path of ['/bag', '/checkout', `/checkout/${order}/bank?channel=${channelIds.fpx}`])
    await check(`${demo.shop}${path}`);
  await page.goto(`${demo.shop}/checkout`);
  await page.getByLabel('Postcode').fill('1');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await check();
  await checkResults({ demo, page, check, order });
  await check(`${demo.shop}/orders`);
});

it('axe finds no violation on the pages of the back office', async () => {
  const demo = await getSharedDemo();
  const page = await openPageWithoutPolicy(demo);
  const check = createAxeCheck(page);
  const order = await placeOrderByRequest(demo, page);
  await payTwice(demo, page, order);
  await sendInvalidCallback(demo);
  await check(`${demo.shop}/office`);
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Wrong password. Try again.').waitFor();
  await check();
  await page.getByLabel('Password').fill('rimba-office');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: order }).waitFor();
  await check();
  await page.getByRole('link', { name: order }).click();
  await page.getByText('Refund…').first().click();
  await check();
  await page.getByRole('button', { name: 'Refund', exact: true }).first().click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await check();
  await check(`${demo.shop}/office/attention`);
  await checkPayouts({ demo, page, check });
  await check(`${demo.shop}/office/wallets`);
  await page.locator('main a[href*="/wallets/"]').first().click();
  await check();
  await check(`${demo.shop}/office/nothing`);
});

interface CheckedPages {
  readonly demo: Demo;
  readonly page: Page;
  readonly check: ReturnType<typeof createAxeCheck>;
}

/** Checks the pages of an order with a pending, a declined and a paid payment. */
async function checkResults({
  demo,
  page,
  check,
  order,
}: CheckedPages & { readonly order: string }): Promise<void> {
  await page.goto(`${demo.shop}/checkout/${order}`);
  await chooseChannel(page, 'KilatPay');
  await pressPay(page);
  await page.locator('button[name="outcome"]').first().waitFor();
  await page.goto(`${demo.shop}/orders/${order}`);
  await page.locator('#title', { hasText: 'Confirming your payment' }).waitFor();
  await check();
  await page.goto(`${demo.shop}/checkout/${order}`);
  await page.getByRole('heading', { name: 'Did you finish paying at KilatPay?' }).waitFor();
  await check();
  await page.getByRole('button', { name: 'Continue to KilatPay' }).click();
  await decideAtBank(page, 'decline');
  await page.getByRole('heading', { name: 'Payment not completed' }).waitFor();
  await check();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('pgw-checkout #pay:focus').waitFor();
  await pressPay(page);
  await decideAtBank(page, 'approve');
  await waitForPaidOrder(page, order);
  await check();
}

/** Checks the payout forms, the confirmation step, a payout, and the list of payouts. */
async function checkPayouts({ demo, page, check }: CheckedPages): Promise<void> {
  await check(`${demo.shop}/office/payouts/new`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await check();
  await page.goto(`${demo.shop}/office/payouts/new?method=mobileNumber`);
  await page.getByLabel('Mobile number').fill('012-345 6789');
  await page.getByLabel('Amount in RM').fill('12.50');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^Pay out/ }).waitFor();
  await check();
  await page.getByRole('button', { name: /^Pay out/ }).click();
  await page.getByRole('heading', { name: /^Payout of/ }).waitFor();
  await check();
  await check(`${demo.shop}/office/payouts`);
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

/** Opens a page without its policy, because the policy blocks axe. */
function openPageWithoutPolicy(demo: Demo): Promise<Page> {
  return demo.newPage({ bypassCSP: true, reducedMotion: 'reduce' });
}
