import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { channelIds } from '../packages/sandbox/src/catalogue/channel-ids.ts';
import { getSharedDemo, type Demo } from './demo.ts';
import { approveByRequest, placeOrderByRequest, startByRequest } from './shopper.ts';

// Tests tasks of a clerk in the back office: payouts, a second refund, long references, and "Needs
// attention".

let demo: Demo;
let clerk: Page;

beforeAll(async () => {
  demo = await getSharedDemo();
});
afterEach(() => {
  // The browser also reports the HTTP status 422 of an invalid form.
  const errors = demo.pageErrors.splice(0);
  expect(errors.filter((pageError) => !/status of 422/.test(pageError))).toEqual([]);
});

async function signIn(): Promise<void> {
  clerk = await demo.newPage({ viewport: { width: 375, height: 700 } });
  await clerk.goto(`${demo.shop}/office`);
  await clerk.getByLabel('Password').fill('rimba-office');
  await clerk.getByRole('button', { name: 'Sign in' }).click();
  await clerk.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
}

function locateButton(name: string): Locator {
  return clerk.getByRole('button', { name, exact: true });
}

function readFieldLabels(): Promise<string[]> {
  return clerk.locator('form.form .field label').allInnerTexts();
}

describe('the payout form', () => {
  it('the payout form has only the fields of its method, a searchable bank, the balance and a confirmation step', async () => {
    await signIn();
    await clerk.getByRole('link', { name: 'Payouts' }).click();
    await clerk.getByRole('link', { name: 'New payout' }).click();
    await clerk.getByRole('heading', { level: 1, name: 'New payout' }).waitFor();
    const bankLabels = await readFieldLabels();
    expect(bankLabels.some((label) => /bank/i.test(label))).toBe(true);
    expect(bankLabels.some((label) => /mobile/i.test(label))).toBe(false);
    await clerk.getByText(/^Balance of the payout wallet: RM/).waitFor();
    // The browser searches the names of a datalist while a clerk types.
    const list = await clerk.getByLabel('Bank', { exact: true }).getAttribute('list');
    expect(await clerk.locator(`#${list} option`).count()).toBeGreaterThan(5);

    await locateButton('Continue').click();
    await clerk.getByRole('alert').or(clerk.locator('.error-summary')).first().waitFor();
    await clerk.getByLabel('Bank', { exact: true }).fill('Bank Seri');
    await clerk
      .getByLabel(/account/i)
      .first()
      .fill('1234567890');
    await clerk
      .getByLabel(/name|holder/i)
      .first()
      .fill('Aisyah Rahman');
    await clerk.getByLabel(/amount/i).fill('12.50');
    await locateButton('Continue').click();
    await clerk.getByRole('heading', { level: 1, name: 'Pay out RM\u00a012.50?' }).waitFor();
    await clerk.getByText('After the payout').waitFor();
    await locateButton('Change').click();
    expect(await clerk.getByLabel('Bank', { exact: true }).inputValue()).toBe('Bank Seri');
    await locateButton('Continue').click();
    await locateButton('Pay out RM\u00a012.50').click();
    await clerk.getByRole('heading', { level: 1, name: 'Payout of RM\u00a012.50' }).waitFor();
    await clerk.getByRole('link', { name: 'Payouts' }).first().click();
    await clerk.getByRole('link', { name: /^PO-/ }).first().waitFor();

    await clerk.getByRole('link', { name: 'New payout' }).click();
    await clerk
      .getByRole('navigation', { name: 'Pay out to' })
      .getByRole('link', { name: /mobile/i })
      .click();
    await clerk.getByLabel(/mobile/i).waitFor();
    expect((await readFieldLabels()).some((label) => /bank/i.test(label))).toBe(false);
  });
});

describe('the header of the back office', () => {
  it('each link in the header of the back office fits one line at 320 and 375 px', async () => {
    await signIn();
    for (const width of [320, 375]) {
      await clerk.setViewportSize({ width, height: 700 });
      const links = await clerk
        .locator('header :is(.brand, nav a, .sign-out :is(a, button))')
        .evaluateAll((all) => all.map((link) => [link.textContent, link.getBoundingClientRect().height]));
      expect(links.map(([text]) => String(text).replaceAll(/\s+/g, ' ').trim()).join(', ')).toBe(
        'Rimba Coffee Back office, Payments, Needs attention, Unknown payments, Reconciliation, Payouts, Wallets, Bahasa Melayu, Sign out',
      );
      // A link with two lines is higher than 50 px.
      for (const [text, height] of links) expect(height, `${width} px: ${text}`).toBeLessThan(50);
    }
  });
});

describe('a pending refund', () => {
  it('while a refund is pending the refund form is disabled and explains why, without an error of the gateway', async () => {
    const shopper = await demo.newPage();
    const order = await placeOrderByRequest(demo, shopper);
    const payment = await startByRequest(demo, shopper, {
      order,
      channelId: channelIds.fpx,
      bankId: 'BSERI01',
    });
    await approveByRequest(demo, shopper, payment);

    await signIn();
    await clerk.getByRole('link', { name: order }).click();
    const pendingNotice = /A refund of RM\s10\.00 is still/;
    // A clerk has the order open in two windows, and requests a partial refund in each of them.
    const secondWindow = await clerk.context().newPage();
    await secondWindow.goto(clerk.url());
    await requestPartialRefund(clerk, '10');
    await clerk.getByRole('button', { name: /^Refund RM\s10\.00$/ }).click();
    await clerk.getByText(pendingNotice).waitFor();
    expect(await locateButton('Refund…').isDisabled()).toBe(true);
    await requestPartialRefund(secondWindow, '5');
    await secondWindow.getByText(pendingNotice).waitFor();
    expect(await secondWindow.getByText(/fault|already in progress|Nothing was sent/).count()).toBe(0);
  });
});

async function requestPartialRefund(page: Page, ringgit: string): Promise<void> {
  await page.getByText('Refund…').click();
  await page.getByRole('radio', { name: 'Part' }).check();
  await page.getByLabel('Amount in RM').fill(ringgit);
  await page.getByLabel('Reason').fill('A bag was torn');
  await page.getByRole('button', { name: 'Continue' }).click();
}

describe('an order that was paid twice', () => {
  it('an order that was paid twice is in "Needs attention" with its next step, and the references that the shopper has', async () => {
    const shopper = await demo.newPage();
    const order = await placeOrderByRequest(demo, shopper);
    const payments = [];
    for (const channelId of [channelIds.kilatPay, channelIds.pasarPay])
      payments.push(await startByRequest(demo, shopper, { order, channelId }));
    for (const payment of payments) await approveByRequest(demo, shopper, payment);
    await fetch(`${demo.shop}/pgw/callback`, { method: 'POST', body: 'not a callback' });

    await signIn();
    // All chips of a list of lines have the same right edge.
    const rightEdges = await clerk
      .locator('td .chip-label')
      .evaluateAll((chips) => chips.map((chip) => chip.getBoundingClientRect().right));
    expect(Math.max(...rightEdges) - Math.min(...rightEdges)).toBeLessThan(1);

    await clerk.getByRole('link', { name: 'Needs attention' }).first().click();
    const rows = clerk.getByRole('table', { name: 'Needs attention' }).getByRole('row');
    await rows.filter({ hasText: 'Callback rejected' }).getByText('check the secret key').first().waitFor();
    const row = rows.filter({ hasText: order });
    await row.getByText('Paid twice').waitFor();
    await row.getByText('Refund this payment, or fulfill the order again.').waitFor();
    await row.getByRole('link', { name: 'Open the payment' }).click();

    const references = clerk.locator('.payment .reference');
    await references.first().waitFor();
    expect(await references.locator('.chip-label').allInnerTexts()).toEqual(['Attempt 2', 'Attempt 1']);
    expect(await references.locator('code').allInnerTexts()).toEqual(
      payments.map(({ reference }) => reference).toReversed(),
    );
    await clerk.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await references
      .first()
      .getByRole('button', { name: /^Copy the reference/ })
      .click();
    await expect
      .poll(() => clerk.evaluate(() => navigator.clipboard.readText()))
      .toBe(payments[1]?.reference);
  });
});
