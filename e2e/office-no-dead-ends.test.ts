import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startDemo, type OwnDemo } from './demo.ts';
import { bringToCheckout, chooseChannel, decide, pressPay, seePaid } from './shopper.ts';

// What a clerk ran into: the payout form, a second refund, long references and the list of what needs attention.

let demo: OwnDemo;
let clerk: Page;

beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());
afterEach(() => {
  // The browser reports the responses to a wrong password and to an invalid form.
  const errors = demo.complaints.splice(0);
  expect(errors.filter((complaint) => !/status of 4(01|22)/.test(complaint))).toEqual([]);
});

async function signIn(): Promise<void> {
  clerk = await demo.newPage({ viewport: { width: 375, height: 700 } });
  await clerk.goto(`${demo.shop}/office`);
  await clerk.getByLabel('Password').fill('wrong');
  await clerk.getByRole('button', { name: 'Sign in' }).click();
  await clerk.getByText('Wrong password. Try again.').waitFor();
  await clerk.getByLabel('Password').fill('rimba-office');
  await clerk.getByRole('button', { name: 'Sign in' }).click();
  await clerk.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
}

function button(name: string): Locator {
  return clerk.getByRole('button', { name, exact: true });
}

function labels(): Promise<string[]> {
  return clerk.locator('form.form .field label').allInnerTexts();
}

describe('the payout form', () => {
  it('has only the fields of its kind, a bank that is searched, the balance and a step that confirms', async () => {
    await signIn();
    await clerk.getByRole('link', { name: 'Payouts' }).click();
    await clerk.getByText('No payouts yet').waitFor();
    await clerk.getByRole('link', { name: 'New payout' }).click();
    await clerk.getByRole('heading', { level: 1, name: 'New payout' }).waitFor();
    const bankLabels = await labels();
    expect(bankLabels.some((label) => /bank/i.test(label))).toBe(true);
    expect(bankLabels.some((label) => /mobile/i.test(label))).toBe(false);
    await clerk.getByText(/^Balance of the payout wallet: RM/).waitFor();
    // The browser searches the names of a datalist while a clerk types.
    const list = await clerk.getByLabel('Bank', { exact: true }).getAttribute('list');
    expect(await clerk.locator(`#${list} option`).count()).toBeGreaterThan(5);

    await button('Continue').click();
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
    await button('Continue').click();
    await clerk.getByRole('heading', { level: 1, name: 'Pay out RM\u00a012.50?' }).waitFor();
    await clerk.getByText('After the payout').waitFor();
    await button('Change').click();
    expect(await clerk.getByLabel('Bank', { exact: true }).inputValue()).toBe('Bank Seri');
    await button('Continue').click();
    await button('Pay out RM\u00a012.50').click();
    await clerk.getByRole('heading', { level: 1, name: 'Payout of RM\u00a012.50' }).waitFor();
    await clerk.getByRole('link', { name: 'Payouts' }).first().click();
    expect(await clerk.getByRole('row').count()).toBe(2);

    await clerk.getByRole('link', { name: 'New payout' }).click();
    await clerk
      .getByRole('navigation', { name: 'Pay out to' })
      .getByRole('link', { name: /mobile/i })
      .click();
    await clerk.getByLabel(/mobile/i).waitFor();
    expect((await labels()).some((label) => /bank/i.test(label))).toBe(false);
  });
});

describe('a refund that runs', () => {
  it('disables the form and says so, without the response of the gateway', async () => {
    const shopper = await demo.newPage();
    const order = await bringToCheckout(demo, shopper);
    await chooseChannel(shopper, 'FPX online banking');
    await shopper.getByRole('radio', { name: 'Bank Seri' }).check();
    await pressPay(shopper);
    await decide(shopper, 'approve');
    await seePaid(shopper, order);

    await signIn();
    await clerk.getByRole('link', { name: order }).click();
    const isPending = /A refund of RM\s10\.00 is still/;
    // A clerk has the order open in two windows, and refunds a part in each of them.
    const other = await clerk.context().newPage();
    await other.goto(clerk.url());
    await requestPart(clerk, '10');
    await clerk.getByText(isPending).waitFor();
    expect(await button('Refund…').isDisabled()).toBe(true);
    await requestPart(other, '5');
    await other.getByText(isPending).waitFor();
    expect(await other.getByText(/fault|already in progress|Nothing was sent/).count()).toBe(0);
  });
});

async function requestPart(page: Page, ringgit: string): Promise<void> {
  await page.getByText('Refund…').click();
  await page.getByRole('radio', { name: 'Part' }).check();
  await page.getByLabel('Amount in RM').fill(ringgit);
  await page.getByLabel('Reason').fill('A bag was torn');
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
}

describe('references', () => {
  it('are the number of the order and a chip for each attempt, and Copy has the whole reference', async () => {
    const shopper = await demo.newPage();
    const order = await bringToCheckout(demo, shopper);
    await chooseChannel(shopper, 'KilatPay');
    await pressPay(shopper);
    await decide(shopper, 'decline');
    await shopper.getByRole('button', { name: 'Try again' }).click();
    await shopper.locator('pgw-checkout #pay:focus').waitFor();
    await pressPay(shopper);
    await decide(shopper, 'approve');
    await seePaid(shopper, order);

    await signIn();
    await clerk.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await clerk.getByRole('link', { name: order }).click();
    expect(await clerk.locator('.reference .chip-label').allInnerTexts()).toEqual(['Attempt 2', 'Attempt 1']);
    for (const text of await clerk.locator('.reference').allInnerTexts())
      expect(text).not.toMatch(new RegExp(`${order}-\\w`));
    await clerk
      .getByRole('button', { name: /^Copy the reference/ })
      .first()
      .click();
    await expect
      .poll(() => clerk.evaluate(() => navigator.clipboard.readText()))
      .toMatch(new RegExp(`^${order}-\\w{16}$`));
    // Chips of a list start at the same place.
    await clerk.goto(`${demo.shop}/office`);
    const starts = await clerk
      .locator('td .chip-label')
      .evaluateAll((chips) => chips.map((chip) => Math.round(chip.getBoundingClientRect().left)));
    expect(new Set(starts).size).toBe(1);
  });
});

describe('the list "Needs attention"', () => {
  it('has a second payment and a rejected callback with their next steps, and leads to the payment', async () => {
    const shopper = await demo.newPage();
    const order = await bringToCheckout(demo, shopper);
    const other = await shopper.context().newPage();
    await other.goto(`${demo.shop}/checkout/${order}`);
    for (const [tab, wallet] of [
      [shopper, 'KilatPay'],
      [other, 'PasarPay'],
    ] as const) {
      await chooseChannel(tab, wallet);
      await pressPay(tab);
      await tab.locator('button[name="outcome"]').first().waitFor();
    }
    await decide(shopper, 'approve');
    await seePaid(shopper, order);
    await decide(other, 'approve');
    await other.getByText('You paid twice. Rimba Coffee has been informed.').waitFor();
    await fetch(`${demo.shop}/pgw/callback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', signature: 'none' },
      body: '{"referenceCode":"RC-1-UNKNOWN"}',
    });

    await signIn();
    await clerk.getByRole('link', { name: 'Needs attention' }).first().click();
    const table = clerk.getByRole('table', { name: 'Needs attention' });
    const twice = table.getByRole('row').filter({ hasText: 'Paid twice' });
    await twice.getByText('Refund this payment, or fulfil the order again.').waitFor();
    const callback = table.getByRole('row').filter({ hasText: 'Callback rejected' });
    await callback.getByText('check the secret key').waitFor();
    await twice.getByRole('link', { name: 'Open the payment' }).click();
    await clerk.getByRole('heading', { level: 1, name: new RegExp(order) }).waitFor();
  });
});
