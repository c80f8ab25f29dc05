import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chooseCardChannel, findTestCard, payByCard, submitBankCode } from './card-shopper.ts';
import { createFontSetter } from './layout-check.ts';
import { setUpShopper } from './set-up-shopper.ts';
import { chooseChannel, decideAtBank, pressPay, waitForPaidOrder } from './shopper.ts';
import { isNightly } from '../scripts/nightly.ts';

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
  return (await page.locator('.facts > div').allInnerTexts()).map((fact) => fact.replace(/\s+/g, ' ').trim());
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

if (isNightly)
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

if (isNightly)
  describe('the page for the code of a card', () => {
    it('after an incomplete code, the focus is on the field, which the error describes', async () => {
      const { page } = shopper;
      await chooseCardChannel(page);
      await payByCard(page, findTestCard('challenge-by-url'));
      await page.getByRole('heading', { name: 'Is this you?' }).waitFor();
      const error = page.getByText('Enter the 6 digits of the code.');
      for (const enter of [
        () => page.getByRole('button', { name: 'Approve', exact: true }).click(),
        () => submitBankCode(page, '12'),
      ]) {
        await enter();
        await error.waitFor();
        const field = page.locator('input:focus');
        expect(await field.getAttribute('id')).toBe('code');
        expect(await field.getAttribute('aria-invalid')).toBe('true');
        expect(await field.getAttribute('aria-describedby')).toContain(await error.getAttribute('id'));
      }
      await submitBankCode(page, '123456');
      await waitForPaidOrder(page, shopper.order);
    });
  });

if (isNightly)
  describe('a narrow page of a bank', () => {
    const narrow = setUpShopper({
      pageOptions: { viewport: { width: 320, height: 700 }, bypassCSP: true },
    });

    it('at 320 px, reference and transaction have one line each, which starts below their names', async () => {
      const { page } = narrow;
      const setFont = await createFontSetter(page);
      const expectOneLine = async (name: string): Promise<void> => {
        await setFont();
        const fact = page.locator('.facts > div').filter({ hasText: name });
        const [term, code] = [
          await fact.locator('dt').boundingBox(),
          await fact.locator('code').boundingBox(),
        ];
        expect(code?.x).toBe(term?.x);
        expect(code?.height).toBeLessThan(25);
      };
      await chooseChannel(page, 'DuitNow QR');
      await pressPay(page);
      await page.getByRole('heading', { name: 'Scan to pay' }).waitFor();
      await expectOneLine('Reference');
      await page.getByText('More scenarios for this payment').click();
      const boxes = await page.locator('.check span').evaluateAll((texts) =>
        texts.map((text) => {
          const [rect, box] = [
            text.getBoundingClientRect(),
            text.previousElementSibling?.getBoundingClientRect(),
          ];
          return {
            top: rect.top,
            bottom: rect.bottom,
            start: rect.left - (box?.right ?? 0),
            box: box?.top ?? 0,
          };
        }),
      );
      expect(boxes.some(({ top, bottom }) => bottom - top > 40)).toBe(true);
      boxes.forEach(({ top, start, box }, index) => {
        expect(start).toBeGreaterThanOrEqual(8);
        // The box is beside the first line.
        expect(box - top).toBeLessThan(8);
        if (index > 0) expect(top - (boxes[index - 1]?.bottom ?? 0)).toBeGreaterThanOrEqual(12);
      });
      await page.getByRole('radio', { name: 'Never' }).last().check();
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('heading', { name: 'Approved' }).waitFor();
      await expectOneLine('Transaction');
    });
  });
