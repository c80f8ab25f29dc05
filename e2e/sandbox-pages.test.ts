import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpShopper } from './set-up-shopper.ts';
import { chooseChannel, decideAtBank, pressPay, waitForPaidOrder } from './shopper.ts';

// Tests the approval pages of the sandbox on a phone: a code, instalments and points. The list of channels
// describes each of them before the shopper chooses the channel.

const shopper = setUpShopper({ pageOptions: { viewport: { width: 375, height: 700 } } });

async function openChannel(page: Page, channel: string): Promise<void> {
  await chooseChannel(page, channel);
  await pressPay(page);
  await page.waitForURL(`${shopper.demo.sandbox}/bank/**`);
}

/** Reads each fact with its value, in the order of the page. */
async function readFacts(page: Page): Promise<string[]> {
  return (await page.locator('.fact').allInnerTexts()).map((fact) => fact.replace(/\s+/g, ' ').trim());
}

describe('a channel that scans a code', () => {
  it('the page of a QR channel shows the code and the time left, checks the payment, saves the code, and pays', async () => {
    const { page, demo, order } = shopper;
    await page.getByText('Scan with your banking app').waitFor();
    await openChannel(page, 'DuitNow QR');
    await page.getByRole('heading', { level: 1, name: 'Scan to pay' }).waitFor();
    const code = page.getByRole('img', { name: 'QR code of this payment' });
    const { width, height } = (await code.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(200);
    await page.getByText(/^Valid for \d+ more minutes$/).waitFor();
    await page.getByRole('link', { name: 'Check my payment' }).click();
    await page.getByRole('status').getByText('Not paid yet.').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save the code' }).click();
    expect((await download).suggestedFilename()).toBe('payment-code.svg');
    await decideAtBank(page, 'approve');
    await waitForPaidOrder(page, order);
    expect(demo.countFulfillments(order)).toBe(1);
  });
});

describe('channels with instalments and with points', () => {
  it('instalments and points are shown before the shopper approves them, and Cancel leads back to the list', async () => {
    const { page } = shopper;
    await page.getByText('See the instalments first').first().waitFor();
    await openChannel(page, 'Ansur — pay in 3');
    await page.getByRole('heading', { level: 2, name: '3 payments' }).waitFor();
    const schedule = (await readFacts(page)).slice(-3);
    expect(schedule[0]).toMatch(/^Today RM 14\.68$/);
    for (const laterPayment of schedule.slice(1))
      expect(laterPayment).toMatch(/^\d{1,2} \w+ \d{4} RM 14\.66$/);
    await decideAtBank(page, 'cancel');
    await page.getByRole('heading', { name: 'Payment cancelled' }).waitFor();
    await page.getByRole('button', { name: 'Choose another way to pay' }).click();
    await openChannel(page, 'Bintang Rewards');
    await page.getByRole('heading', { level: 1, name: 'Pay with Bintang Rewards' }).waitFor();
    expect(await readFacts(page)).toContain('Points used 4,400');
    await shopper.payAtBank();
  });
});
