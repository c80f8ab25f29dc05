import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpShopper } from './set-up-shopper.ts';
import { chooseChannel, decide, pressPay, startByRequest } from './shopper.ts';

// What a shopper can do after a payment that is pending or was not completed, on a phone.

const isNightly = process.env['PGW_NIGHTLY'] === '1';

const shopper = setUpShopper({ pageOptions: { viewport: { width: 375, height: 700 } } });

async function payAt(page: Page, wallet: string): Promise<void> {
  await chooseChannel(page, wallet);
  await pressPay(page);
  await page.locator('button[name="outcome"]').first().waitFor();
}

async function payAtBankSeri(page: Page): Promise<void> {
  await chooseChannel(page, 'FPX online banking');
  await page.getByRole('radio', { name: 'Bank Seri' }).check();
  await pressPay(page);
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

function seeHeading(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('heading', { name }).waitFor();
}

describe('a shopper who comes back without a result', () => {
  it('can continue at the wallet after Back and a check, and the order is paid', async () => {
    const { page } = shopper;
    await payAt(page, 'KilatPay');
    await page.goBack();
    await button(page, 'Check my payment').click();
    await seeHeading(page, 'Confirming your payment');
    await page.getByText('If you haven’t approved the payment yet, approve it there.').waitFor();
    expect(await page.getByText('a few seconds').count()).toBe(0);
    await button(page, 'Continue to KilatPay').click();
    await shopper.payAtBank();
  });

  it('can choose another way to pay 15 seconds after a check, and reads the warning', async () => {
    const { demo, page, order } = shopper;
    await startByRequest(demo, page, { order, channelId: 5 });
    await page.clock.install();
    await page.reload();
    await button(page, 'Check my payment').click();
    await seeHeading(page, 'Confirming your payment');
    expect(await button(page, 'Choose another way to pay').count()).toBe(0);
    await page.clock.fastForward(16_000);
    await page.getByText('If you have approved it, don’t pay again.').waitFor();
    await button(page, 'Choose another way to pay').click();
    await seeHeading(page, 'How would you like to pay?');
    await payAt(page, 'PasarPay');
    await shopper.payAtBank();
  });

  it('to the page of the order by Back is asked first, and can choose another way to pay', async () => {
    const { demo, page, order } = shopper;
    const { reference } = await startByRequest(demo, page, { order, channelId: 5 });
    await page.goto(`${demo.shop}/orders/${order}?payment=${reference}`);
    await page.locator('#title', { hasText: 'Confirming your payment' }).waitFor();
    await page.goto(demo.shop);
    await page.goBack();
    await seeHeading(page, 'Did you finish paying at KilatPay?');
    expect(await page.getByText('a few seconds').count()).toBe(0);
    await button(page, 'Choose another way to pay').click();
    await seeHeading(page, 'How would you like to pay?');
    await payAt(page, 'PasarPay');
    await shopper.payAtBank();
  });
});

describe('Try again', () => {
  it('after a declined payment preselects channel and bank with the focus on Pay, and pays', async () => {
    const { page } = shopper;
    await payAtBankSeri(page);
    await decide(page, 'decline');
    await seeHeading(page, 'Payment not completed');
    await button(page, 'Try again').click();
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
    it.runIf(isNightly || outcome === 'insufficient-funds')(
      `is second to "Choose another way to pay" after ${outcome}`,
      async () => {
        const { page } = shopper;
        await payAt(page, 'KilatPay');
        await decide(page, outcome);
        await page.getByText(reason).waitFor();
        await button(page, 'Try again').waitFor();
        const filled = page.locator('[part~="button-primary"]');
        expect(await filled.allInnerTexts()).toEqual(['Choose another way to pay']);
        await filled.click();
        await seeHeading(page, 'How would you like to pay?');
      },
    );
});

describe('the sums', () => {
  it('of a paid order are named Order amount, fee and Total, and are aligned at 375 px', async () => {
    const { page, order, demo } = shopper;
    await payAt(page, 'KilatPay');
    await decide(page, 'approve');
    await seeHeading(page, 'Payment successful');
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
          (cells, side) => cells.map((each) => Math.round(each.getBoundingClientRect()[side])),
          edge,
        );
      expect(new Set(edges).size, cell).toBe(1);
    }
    expect(demo.fulfilments(order)).toBe(1);
  });
});
