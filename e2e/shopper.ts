import type { StartRequest, StartResponse, StorefrontPayment } from '../packages/protocol/src/index.ts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sampleDetails } from '../examples/shop/src/orders/details.ts';
import type { Demo } from './demo.ts';

/** Places an order on the pages of the shop, from a product to its checkout. Returns the id of the order. */
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
 * Places an order by requests, without the pages before the checkout, and opens its checkout. Returns its id.
 */
export async function placeOrderByRequest(demo: Demo, page: Page): Promise<string> {
  const { request } = page.context();
  const post = (path: string, form: Readonly<Record<string, string>>) =>
    request.post(`${demo.shop}${path}`, { form, maxRedirects: 0 });
  const line = { product: 'cameron-dark', size: '250g', grind: 'whole-bean', quantity: '1' };
  await post('/bag/lines', line);
  const placed = await post('/checkout', sampleDetails);
  const order = /^\/checkout\/([\w-]+)$/.exec(placed.headers()['location'] ?? '')?.[1];
  if (order === undefined) throw new Error(`The shop placed no order: ${placed.status()}.`);
  await page.goto(`${demo.shop}/checkout/${order}`);
  return order;
}

/** The amount of the order of `placeOrderByRequest` in sen: RM 38.00 for the coffee and RM 6.00 for the delivery. */
const orderAmount = 4400;

/** Starts a payment with the request that the element sends. */
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
      shownAmount: orderAmount,
      shownCurrencyCode: 'MYR',
      attempt: `${order}-${channelId}-attempt`,
    } satisfies StartRequest,
  });
  const { payment }: StartResponse = await response.json();
  return payment;
}

/** Approves a payment by a request to its bank, and waits until the payment is paid in the shop. */
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

/** Chooses a channel. Shows the other ways to pay before, if the list is folded. */
export async function chooseChannel(page: Page, name: string): Promise<void> {
  const others = page.getByRole('button', { name: 'Other ways to pay' });
  const channel = page.getByRole('radio', { name, exact: true });
  await others.or(channel).first().waitFor();
  if (await others.isVisible()) await others.click();
  await channel.check();
}

export async function pressPay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay RM/ }).click();
}

/** Chooses the outcome, the callback and the return of the browser on the page of the simulated bank. */
export async function decideAtBank(
  page: Page,
  outcome: string,
  { callback = 'now', browserReturn = 'now' }: { callback?: string; browserReturn?: string } = {},
): Promise<void> {
  await page.locator(`button[name="outcome"][value="${outcome}"]`).waitFor();
  await page.locator(`input[name="callback"][value="${callback}"]`).check();
  await page.locator(`input[name="return"][value="${browserReturn}"]`).check();
  await page.locator(`button[name="outcome"][value="${outcome}"]`).click();
}

/** Waits until the element shows a result with this heading. */
export async function waitForResult(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading }).waitFor();
}

/** Waits until the page of the order shows without a reload that the order is paid. */
export async function waitForPaidOrder(page: Page, orderId: string): Promise<void> {
  await page.waitForURL(new RegExp(`/orders/${orderId}`));
  await waitForResult(page, 'Payment successful');
}
