import { expect, it } from 'vitest';
import type { Shopper } from './set-up-shopper.ts';
import { chooseChannel, decide, pressPay } from './shopper.ts';

/** The purchases that are tested in every browser and with every build. */
export function testPurchases(shopper: Shopper): void {
  it('with a bank found by its name in the picker', async () => {
    const { page } = shopper;
    await chooseChannel(page, 'FPX online banking');
    await page.getByRole('searchbox', { name: 'Search banks' }).fill('seri');
    await page.getByRole('radio', { name: 'Bank Seri' }).check();
    await pressPay(page);
    await shopper.payAtBank({ callback: 'twice' });
  });

  it('on a channel that redirects by a script', async () => {
    await chooseChannel(shopper.page, 'Sentuh eWallet');
    await pressPay(shopper.page);
    await shopper.payAtBank();
  });

  it('with a second payment after the bank declined the first one', async () => {
    const { page, demo, order } = shopper;
    await chooseChannel(page, 'KilatPay');
    await pressPay(page);
    await decide(page, 'decline');
    await page.getByRole('heading', { name: 'Payment not completed' }).waitFor();
    expect(demo.fulfilments(order)).toBe(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    // The same channel is preselected, and the focus is on Pay.
    await page.locator('pgw-checkout #pay:focus').waitFor();
    expect(await page.getByRole('radio', { name: 'KilatPay' }).isChecked()).toBe(true);
    await chooseChannel(page, 'PasarPay');
    await pressPay(page);
    await shopper.payAtBank();
  });
}
