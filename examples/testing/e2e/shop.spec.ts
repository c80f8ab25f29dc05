import { expect, test } from './test.ts';

test('a shopper pays by an e-wallet', async ({ page, shop, payAs }) => {
  await page.goto(`${shop.url}/orders/A1`);
  await page.getByRole('radio', { name: 'KilatPay' }).check();
  await page.getByRole('button', { name: /^Pay RM/ }).click();
  await payAs('paid');
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible();
  expect(shop.orders.get('A1')).toBe('paid');
});

test('a declined card is not charged, and another card pays', async ({ page, shop, fillCard }) => {
  await page.goto(`${shop.url}/orders/A1`);
  await page.getByRole('radio', { name: 'Credit or debit card' }).check();
  await fillCard('declined');
  await page.getByRole('button', { name: /^Pay RM/ }).click();
  await expect(page.getByText('Your card was declined')).toBeVisible();
  await fillCard('approved');
  await page.getByRole('button', { name: /^Pay RM/ }).click();
  await expect.poll(() => shop.orders.get('A1')).toBe('paid');
});

test('the bank of a card requires a code (3-D Secure)', async ({ page, shop, fillCard, payAs }) => {
  await page.goto(`${shop.url}/orders/A1`);
  await page.getByRole('radio', { name: 'Credit or debit card' }).check();
  await fillCard('challenge-by-url');
  await page.getByRole('button', { name: /^Pay RM/ }).click();
  await payAs('paid', { code: '654321' });
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible();
  expect(shop.orders.get('A1')).toBe('paid');
});

test('a shopper whose callback is lost sees the result', async ({ page, shop, payAs, dropCallbacks }) => {
  dropCallbacks();
  await page.goto(`${shop.url}/orders/A1`);
  await page.getByRole('radio', { name: 'KilatPay' }).check();
  await page.getByRole('button', { name: /^Pay RM/ }).click();
  await payAs('paid');
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible();
});
