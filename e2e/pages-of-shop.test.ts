import { expect, it } from 'vitest';
import { english, languages } from '../examples/shop/src/languages/index.ts';
import { channelIds } from '../packages/sandbox/src/catalogue/channel-ids.ts';
import { getSharedDemo } from './demo.ts';
import { manyPagesMs, openCheckedPage } from './page-check.ts';
import {
  approveByRequest,
  chooseChannel,
  decideAtBank,
  placeOrderByRequest,
  pressPay,
  startByRequest,
  waitForPaidOrder,
} from './shopper.ts';
import { isNightly } from '../scripts/nightly.ts';

// Checks every page of the shop: its layout with wide, narrow, large and spaced texts, and with axe at each width of
// the design and in both color schemes. Each page is loaded once and restyled.

const fits = 'as wide as the screen with every font and text size, and axe finds no violation';

it(`the pages before the checkout are ${fits}`, { timeout: manyPagesMs }, async () => {
  const demo = await getSharedDemo();
  const { page, check, checkNightly } = await openCheckedPage(demo);
  await check(`${demo.shop}/products/cameron-dark`);
  for (const path of ['/beans', '/products/enamel-mug', '/nothing', '/orders', '/bag'])
    await checkNightly(`${demo.shop}${path}`);
  await page.goto(`${demo.shop}/`);
  await page.locator('details.language summary').click();
  await check();
  await page.goto(`${demo.shop}/account`);
  await page
    .getByRole('button', { name: /^Sign in as/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await checkNightly();
});

if (isNightly)
  it(`the pages of the checkout are ${fits}`, { timeout: manyPagesMs }, async () => {
    const demo = await getSharedDemo();
    const { page, check, checkNightly } = await openCheckedPage(demo);
    const order = await placeOrderByRequest(demo, page);
    await page.getByRole('radio', { name: 'FPX online banking' }).check();
    await page.getByRole('searchbox').waitFor();
    await check();
    await chooseChannel(page, 'Credit or debit card');
    await page.getByLabel('Card number').waitFor();
    await pressPay(page);
    await page.getByText('Enter your card number.').waitFor();
    await check();
    await chooseChannel(page, 'KilatPay');
    await page.getByRole('button', { name: 'Pay on your phone' }).click();
    await page.getByRole('heading', { name: 'Pay on your phone' }).waitFor();
    await checkNightly();
    for (const path of ['/bag', '/checkout', `/checkout/${order}/bank?channel=${channelIds.fpx}`])
      await checkNightly(`${demo.shop}${path}`);
    await page.goto(`${demo.shop}/checkout`);
    await page.getByLabel('Postcode').fill('1');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await check();
  });

if (isNightly)
  it(
    'the pages of the shop in other languages are as wide as the screen with every font and text size',
    { timeout: manyPagesMs },
    async () => {
      const demo = await getSharedDemo();
      const { page, checkLayout } = await openCheckedPage(demo);
      const order = await placeOrderByRequest(demo, page);
      for (const { id } of languages.filter((language) => language !== english)) {
        await page.context().request.post(`${demo.shop}/language`, { form: { language: id, page: '/' } });
        await checkLayout(`${demo.shop}/`);
        await checkLayout(`${demo.shop}/checkout`);
        await page.goto(`${demo.shop}/checkout/${order}`);
        await page.locator('pgw-checkout #pay').waitFor();
        await checkLayout();
      }
    },
  );

if (isNightly)
  it(
    'the pages of an order that was paid twice, refunded or has expired are as wide as the screen with every font and text size',
    { timeout: manyPagesMs },
    async () => {
      const demo = await getSharedDemo();
      const { page, checkLayout } = await openCheckedPage(demo);
      const order = await placeOrderByRequest(demo, page);
      const payments = [];
      for (const channelId of [channelIds.kilatPay, channelIds.pasarPay])
        payments.push(await startByRequest(demo, page, { order, channelId }));
      for (const payment of payments) await approveByRequest(demo, page, payment);
      await page.goto(`${demo.shop}/orders/${order}`);
      await page.getByText('You paid twice.').waitFor();
      await checkLayout();
      const refund = { amount: '44.00', reason: 'Torn bag' };
      for (const { transactionNumber } of payments)
        await page.context().request.post(`${demo.sandbox}/dashboard/${transactionNumber}/refund`, {
          form: refund,
          headers: { origin: demo.sandbox },
        });
      await expect
        .poll(async () => {
          await page.goto(`${demo.shop}/orders/${order}`);
          return page.getByRole('heading', { level: 1 }).innerText();
        })
        .toContain('Refund for');
      await checkLayout();
      await page.context().clearCookies();
      const other = await placeOrderByRequest(demo, page);
      const payment = await startByRequest(demo, page, { order: other, channelId: channelIds.kilatPay });
      await page.context().request.post(`${demo.sandbox}/bank/${payment.transactionNumber}`, {
        form: { outcome: 'expire', callback: 'now', return: 'never' },
      });
      // The callback may arrive after the first request of the page.
      await expect
        .poll(async () => {
          await page.goto(`${demo.shop}/orders/${other}?payment=${payment.reference}`);
          return page.getByRole('heading', { level: 1 }).innerText();
        })
        .toContain('Your order is saved');
      await checkLayout();
    },
  );

if (isNightly)
  it(
    `the pages of an order with a pending, a declined and a paid payment are ${fits}`,
    { timeout: manyPagesMs },
    async () => {
      const demo = await getSharedDemo();
      const { page, check, checkNightly } = await openCheckedPage(demo);
      const order = await placeOrderByRequest(demo, page);
      await chooseChannel(page, 'KilatPay');
      await pressPay(page);
      await page.locator('button[name="outcome"]').first().waitFor();
      await page.goto(`${demo.shop}/orders/${order}`);
      await page.locator('#title', { hasText: 'Confirming your payment' }).waitFor();
      await checkNightly();
      await page.goto(`${demo.shop}/checkout/${order}`);
      await page.getByRole('heading', { name: 'Did you finish paying at KilatPay?' }).waitFor();
      await checkNightly();
      await page.getByRole('button', { name: 'Continue to KilatPay' }).click();
      await decideAtBank(page, 'decline');
      await page.getByRole('heading', { name: 'Payment not completed' }).waitFor();
      await check();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator('pgw-checkout #pay:focus').waitFor();
      await pressPay(page);
      await decideAtBank(page, 'approve');
      await waitForPaidOrder(page, order);
      await check();
      await checkNightly(`${demo.shop}/orders`);
    },
  );
