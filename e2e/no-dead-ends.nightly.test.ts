import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { channelIds } from '../packages/sandbox/src/catalogue/channel-ids.ts';
import { setUpShopper } from './set-up-shopper.ts';
import { chooseChannel, decideAtBank, pressPay, startByRequest } from './shopper.ts';

// Tests what a shopper on a phone can do while a payment is pending, and after a payment was not completed.

const shopper = setUpShopper({ pageOptions: { viewport: { width: 375, height: 700 } } });

async function startPaymentAt(page: Page, wallet: string): Promise<void> {
  await chooseChannel(page, wallet);
  await pressPay(page);
  await page.locator('button[name="outcome"]').first().waitFor();
}

async function startPaymentAtBankSeri(page: Page): Promise<void> {
  await chooseChannel(page, 'FPX online banking');
  await page.getByRole('radio', { name: 'Bank Seri' }).check();
  await pressPay(page);
}

function locateButton(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

function waitForHeading(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('heading', { name }).waitFor();
}

describe('return without a result', () => {
  it('after Back and a check a shopper can continue at the wallet, and the order is paid', async () => {
    const { page } = shopper;
    await startPaymentAt(page, 'KilatPay');
    await page.goBack();
    await locateButton(page, 'Check my payment').click();
    await waitForHeading(page, 'Confirming your payment');
    await page.getByText('If you haven’t approved the payment yet, approve it there.').waitFor();
    expect(await page.getByText('a few seconds').count()).toBe(0);
    await locateButton(page, 'Continue to KilatPay').click();
    await shopper.payAtBank();
  });

  it('15 seconds after a check the page warns the shopper and offers another way to pay', async () => {
    const { demo, page, order } = shopper;
    await startByRequest(demo, page, { order, channelId: channelIds.kilatPay });
    await page.clock.install();
    await page.reload();
    await locateButton(page, 'Check my payment').click();
    await waitForHeading(page, 'Confirming your payment');
    expect(await locateButton(page, 'Choose another way to pay').count()).toBe(0);
    await page.clock.fastForward(16_000);
    await page.getByText('If you have approved it, don’t pay again.').waitFor();
    await locateButton(page, 'Choose another way to pay').click();
    await waitForHeading(page, 'How would you like to pay?');
    await startPaymentAt(page, 'PasarPay');
    await shopper.payAtBank();
  });

  it('Back to the page of a pending order shows the question "Did you finish paying?" and another way to pay', async () => {
    const { demo, page, order } = shopper;
    const { reference } = await startByRequest(demo, page, { order, channelId: channelIds.kilatPay });
    await page.goto(`${demo.shop}/orders/${order}?payment=${reference}`);
    await page.locator('#title', { hasText: 'Confirming your payment' }).waitFor();
    await page.goto(demo.shop);
    await page.goBack();
    await waitForHeading(page, 'Did you finish paying at KilatPay?');
    expect(await page.getByText('a few seconds').count()).toBe(0);
    await locateButton(page, 'Choose another way to pay').click();
    await waitForHeading(page, 'How would you like to pay?');
    await startPaymentAt(page, 'PasarPay');
    await shopper.payAtBank();
  });
});

describe('the page of an order after an unapproved payment', () => {
  it('the page of the order offers to continue the payment at the wallet, and the order is paid', async () => {
    const { demo, page, order } = shopper;
    await startPaymentAt(page, 'KilatPay');
    const { reference } = await startByRequest(demo, page, { order, channelId: channelIds.kilatPay });
    await page.goto(`${demo.shop}/orders/${order}?payment=${reference}`);
    await page.locator('#title', { hasText: 'Confirming your payment' }).waitFor();
    await page.getByText('Don’t pay again until we do.').waitFor();
    await locateButton(page, 'Continue to KilatPay').click();
    await shopper.payAtBank();
  });
});

describe('a lost session', () => {
  it('Pay after the cookies of the shop are deleted says that no payment was started, and leads back to the shop', async () => {
    const { demo, page } = shopper;
    await chooseChannel(page, 'KilatPay');
    await page.context().clearCookies();
    await pressPay(page);
    await waitForHeading(page, 'This order can’t be paid here now');
    await page.getByText(/No new payment was started/).waitFor();
    await page.getByRole('link', { name: 'Back to Rimba Coffee' }).click();
    await page.waitForURL(`${demo.shop}/`);
    // The browser reports the status of the refused requests.
    demo.pageErrors.splice(0);
  });
});

describe('Try again', () => {
  it('Try again after a declined payment preselects channel and bank, focuses Pay, and pays', async () => {
    const { page } = shopper;
    await startPaymentAtBankSeri(page);
    await decideAtBank(page, 'decline');
    await waitForHeading(page, 'Payment not completed');
    await locateButton(page, 'Try again').click();
    await page.locator('pgw-checkout #pay:focus').waitFor();
    expect(await page.getByRole('radio', { name: 'FPX online banking' }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: 'Bank Seri' }).isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    await shopper.payAtBank();
  });

  for (const [outcome, reason] of [
    ['insufficient-funds', 'There isn’t enough money in the account.'],
    ['over-limit', 'is above your limit'],
  ] as const)
    it(`after ${outcome} the primary button is "Choose another way to pay", not "Try again"`, async () => {
      const { page } = shopper;
      await startPaymentAt(page, 'KilatPay');
      await decideAtBank(page, outcome);
      await page.getByText(reason).waitFor();
      await locateButton(page, 'Try again').waitFor();
      const primaryButton = page.locator('[part~="button-primary"]');
      expect(await primaryButton.allInnerTexts()).toEqual(['Choose another way to pay']);
      await primaryButton.click();
      await waitForHeading(page, 'How would you like to pay?');
    });
});

describe('amounts of a paid order', () => {
  it('the amounts of a paid order have the terms Order amount, fee and Total, and are aligned at 375 px', async () => {
    const { page, order, demo } = shopper;
    await startPaymentAt(page, 'KilatPay');
    await decideAtBank(page, 'approve');
    await waitForHeading(page, 'Payment successful');
    const terms = page.locator('pgw-payment-status dt');
    expect(await terms.allInnerTexts()).toEqual([
      'Order amount',
      'KilatPay fee',
      'Total',
      'Paid with',
      'Date',
      'Reference',
    ]);
    expect(await page.locator('pgw-payment-status dt:text-is("Total") + dd').innerText()).toBe(
      'RM\u00a044.50',
    );
    await page.getByText('Your order (1 item)').waitFor();
    for (const [cell, edge] of [
      ['dt', 'left'],
      ['dd', 'right'],
    ] as const) {
      const edges = await page
        .locator(`pgw-payment-status ${cell}`)
        .evaluateAll(
          (cells, side) => cells.map((item) => Math.round(item.getBoundingClientRect()[side])),
          edge,
        );
      expect(new Set(edges).size, cell).toBe(1);
    }
    expect(demo.countFulfillments(order)).toBe(1);
  });
});
