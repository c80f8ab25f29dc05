import type { StartRequest, StartResponse, StorefrontPayment } from '../packages/protocol/src/index.ts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sampleDetails } from '../examples/shop/src/details.ts';
import type { Demo } from './demo.ts';

/** Puts a product into the bag and enters the details, page by page. Returns the order's number. The page then shows the element. */
export async function placeOrderByPages(demo: Demo, page: Page): Promise<string> {
  await page.goto(`${demo.shop}/products/cameron-dark`);
  await page.getByRole('button', { name: 'Add to bag' }).click();
  await page.getByText('Added to your bag').waitFor();
  await page.goto(`${demo.shop}/checkout?sample`);
  await page.getByRole('button', { name: /continue|payment/i }).click();
  await page.waitForURL(/\/checkout\/[^/?]+$/);
  return page.url().split('/').at(-1) ?? '';
}

/**
 * As `placeOrderByPages`, but only sends the requests of the forms, without loading the pages. For tests of later pages.
 */
export async function placeOrderByRequest(demo: Demo, page: Page): Promise<string> {
  const { request } = page.context();
  const post = (path: string, form: Readonly<Record<string, string>>) =>
    request.post(`${demo.shop}${path}`, { form, maxRedirects: 0 });
  const coffee = { product: 'cameron-dark', size: '250g', grind: 'whole-bean', quantity: '1' };
  await post('/bag/lines', coffee);
  const placed = await post('/checkout', sampleDetails);
  const order = /^\/checkout\/([\w-]+)$/.exec(placed.headers()['location'] ?? '')?.[1];
  if (order === undefined) throw new Error(`The shop placed no order: ${placed.status()}.`);
  await page.goto(`${demo.shop}/checkout/${order}`);
  return order;
}

/** Starts a payment as the element does, without a page. */
export async function startByRequest(
  demo: Demo,
  page: Page,
  { order, channelId, bankId }: Pick<StartRequest, 'order' | 'channelId' | 'bankId'>,
): Promise<StorefrontPayment> {
  const response = await page.context().request.post(`${demo.shop}/pgw/payments`, {
    data: {
      order,
      channelId,
      bankId,
      shownAmount: 4400,
      shownCurrencyCode: 'MYR',
      attempt: `${order}-${channelId}-attempt`,
    } satisfies StartRequest,
  });
  const { payment }: StartResponse = await response.json();
  return payment;
}

/** Approves a payment at its bank without a page, and waits until the shop has received the callback. */
export async function approveByRequest(
  demo: Demo,
  page: Page,
  { transactionNumber, reference }: StorefrontPayment,
): Promise<void> {
  const { request } = page.context();
  const form = { outcome: 'approve', callback: 'now', return: 'never' };
  await request.post(`${demo.sandbox}/bank/${transactionNumber}`, { form });
  await expect
    .poll(async () => (await (await request.get(`${demo.shop}/pgw/payments/${reference}`)).json()).state)
    .toBe('paid');
}

export async function chooseChannel(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name, exact: true }).check();
}

export async function pressPay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay RM/ }).click();
}

/** Decides on the simulated bank's page, with the named callback. */
export async function decide(
  page: Page,
  outcome: string,
  { callback = 'now', back = 'now' }: { callback?: string; back?: string } = {},
): Promise<void> {
  await page.locator(`button[name="outcome"][value="${outcome}"]`).waitFor();
  await page.locator(`input[name="callback"][value="${callback}"]`).check();
  await page.locator(`input[name="return"][value="${back}"]`).check();
  await page.locator(`button[name="outcome"][value="${outcome}"]`).click();
}

/** Waits until the order page shows that it is paid, without a reload. */
export async function waitForPaidOrder(page: Page, orderId: string): Promise<void> {
  await page.waitForURL(new RegExp(`/orders/${orderId}`));
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
}
