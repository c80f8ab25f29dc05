import jsQR from 'jsqr';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpShopper } from './set-up-shopper.ts';
import { chooseChannel, decideAtBank, waitForResult } from './shopper.ts';

const shopper = setUpShopper();
const phoneScreen = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

describe('a shopper at a desktop pays on the phone', () => {
  it('the phone opens the payment by the QR code, and the desktop shows the result', async () => {
    const { demo, page, order } = shopper;
    await page.emulateMedia({ colorScheme: 'dark' });
    await chooseChannel(page, 'KilatPay');
    await page.getByRole('button', { name: 'Pay on your phone' }).click();
    await page.getByRole('heading', { name: 'Pay on your phone' }).waitFor();
    expect(page.url()).toBe(`${demo.shop}/checkout/${order}`);

    const address = await readQrCode(page);
    expect(address).toMatch(new RegExp(`^${demo.shop}/pgw/payments/[^/]+/phone/[^/]+$`));
    const phone = await demo.newPage(phoneScreen);
    await phone.goto(address);
    await phone.waitForURL(`${demo.sandbox}/**`);
    await decideAtBank(phone, 'approve');

    // The phone does not have the cookies of the shop, so it shows the result and not the order.
    await waitForResult(phone, 'Payment successful');
    await phone.getByText('Go back to the device where you started.').waitFor();
    await waitForResult(page, 'Payment successful');
    expect(demo.countFulfillments(order)).toBe(1);
  });

  it('a payment whose QR code was shown continues on the desktop, and is paid once', async () => {
    const { demo, page } = shopper;
    await chooseChannel(page, 'KilatPay');
    await page.getByRole('button', { name: 'Pay on your phone' }).click();
    const [, reference = ''] = /payments\/([^/]+)\/phone/.exec(await readQrCode(page)) ?? [];
    await page.getByRole('button', { name: 'Continue on this device' }).click();
    await page.waitForURL(`${demo.sandbox}/**`);
    await shopper.payAtBank();
    expect(page.url()).toContain(reference);
  });

  it('a payment that was canceled on the phone can be paid another way on the desktop', async () => {
    const { demo, page } = shopper;
    await chooseChannel(page, 'KilatPay');
    await page.getByRole('button', { name: 'Pay on your phone' }).click();
    const phone = await demo.newPage(phoneScreen);
    await phone.goto(await readQrCode(page));
    await phone.getByText('Other outcomes').click();
    await decideAtBank(phone, 'cancel');
    await phone.getByRole('heading', { name: 'Payment cancelled' }).waitFor();
    await page.getByRole('heading', { name: 'Payment cancelled' }).waitFor();
    await page.getByRole('button', { name: 'Choose another way to pay' }).click();
    await chooseChannel(page, 'PasarPay');
    await page.getByRole('button', { name: /^Pay RM/ }).click();
    await shopper.payAtBank();
  });

  it('a channel that redirects by a script shows no QR code, and the payment continues on the desktop', async () => {
    const { demo, page } = shopper;
    await chooseChannel(page, 'Sentuh eWallet');
    await page.getByRole('button', { name: 'Pay on your phone' }).click();
    await page.getByText('This payment can’t be opened on a phone.').waitFor();
    await page.getByRole('button', { name: 'Continue on this device' }).click();
    await page.waitForURL(`${demo.sandbox}/**`);
    await shopper.payAtBank();
  });

  it.each([
    ['a phone', phoneScreen],
    ['a wide tablet', { ...phoneScreen, viewport: { width: 1180, height: 820 } }],
    ['a desktop with a narrow window', { viewport: { width: 700, height: 800 } }],
  ] as const)('the button "Pay on your phone" is not shown on %s', async (_device, screen) => {
    const { demo, page } = shopper;
    const phone = await demo.newPage({ ...screen, storageState: await page.context().storageState() });
    await phone.goto(page.url());
    await chooseChannel(phone, 'KilatPay');
    await phone.getByRole('button', { name: /^Pay RM/ }).waitFor();
    expect(await phone.getByRole('button', { name: 'Pay on your phone' }).count()).toBe(0);
  });
});

/** Reads the QR code as a camera does, from a picture of the page. */
async function readQrCode(page: Page): Promise<string> {
  const code = page.getByRole('img', { name: 'QR code' });
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const picture = (await code.screenshot({ animations: 'disabled' })).toString('base64');
  const { data, width, height } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    canvas?.drawImage(bitmap, 0, 0);
    const image = canvas?.getImageData(0, 0, bitmap.width, bitmap.height);
    return { data: [...(image?.data ?? [])], width: bitmap.width, height: bitmap.height };
  }, picture);
  return jsQR.default(new Uint8ClampedArray(data), width, height)?.data ?? '';
}
