import { expect, it } from 'vitest';
import type { Shopper } from './set-up-shopper.ts';
import { chooseChannel, decideAtBank, pressPay, waitForResult } from './shopper.ts';
import { isNightly } from '../scripts/nightly.ts';

/** Registers the purchases that are tested with every build. `build` is part of their titles. */
export function testPurchases(shopper: Shopper, build: 'modern' | 'legacy'): void {
  it(`a shopper pays with a bank that the search of the ${build} build finds, and two callbacks fulfill the order once`, async () => {
    const { page } = shopper;
    await chooseChannel(page, 'FPX online banking');
    await page.getByRole('searchbox', { name: 'Search banks' }).fill('seri');
    await page.getByRole('radio', { name: 'Bank Seri' }).check();
    await pressPay(page);
    await shopper.payAtBank({ callback: 'twice' });
  });

  if (isNightly)
    it(`a shopper pays on a channel that redirects by a script in the ${build} build`, async () => {
      await chooseChannel(shopper.page, 'Sentuh eWallet');
      await pressPay(shopper.page);
      await shopper.payAtBank();
    });

  it(`a shopper pays again after a declined payment in the ${build} build`, async () => {
    const { page, demo, order } = shopper;
    await chooseChannel(page, 'KilatPay');
    await pressPay(page);
    await decideAtBank(page, 'decline');
    await waitForResult(page, 'Payment not completed');
    expect(demo.countFulfillments(order)).toBe(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    // The element has preselected the channel of the declined payment, and has moved the focus to Pay.
    await page.locator('pgw-checkout #pay:focus').waitFor();
    expect(await page.getByRole('radio', { name: 'KilatPay' }).isChecked()).toBe(true);
    await chooseChannel(page, 'PasarPay');
    await pressPay(page);
    await shopper.payAtBank();
  });
}
