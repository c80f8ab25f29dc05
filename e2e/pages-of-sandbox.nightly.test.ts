import { it } from 'vitest';
import { Merchant, startSandboxWithMerchant } from '../packages/sandbox/test/merchant.ts';
import { openPage } from './browser.ts';
import { channelIds } from '../packages/sandbox/src/catalogue/channel-ids.ts';
import { chooseCardChannel, findTestCard, payByCard } from './card-shopper.ts';
import { getSharedDemo, startDemo, type Demo } from './demo.ts';
import { createPageCheck, manyPagesMs, openCheckedPage, type CheckedPage } from './page-check.ts';
import { approveByRequest, placeOrderByRequest, startByRequest } from './shopper.ts';

// Checks every page of the sandbox, as pages-of-shop.test.ts checks the shop.

it(
  'the pages of banks and wallets are as wide as the screen with every font and text size, and axe finds no violation',
  { timeout: manyPagesMs },
  async () => {
    const demo = await getSharedDemo();
    const checkedPage = await openCheckedPage(demo);
    const { page, check, checkNightly } = checkedPage;
    const order = await placeOrderByRequest(demo, page);
    for (const channel of ['duitNowQr', 'kilatPay', 'ansur', 'bintangRewards'] as const) {
      const { transactionNumber } = await startByRequest(demo, page, {
        order,
        channelId: channelIds[channel],
      });
      await page.goto(`${demo.sandbox}/bank/${transactionNumber}`);
      await page.getByText('More scenarios for this payment').click();
      await check();
    }
    await page.getByRole('radio', { name: 'Never' }).last().check();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    await checkNightly();
    await checkNightly(`${demo.sandbox}/bank/nothing`);
    await checkCardPages(demo, checkedPage);
  },
);

it(
  'the hosted page is as wide as the screen with every font and text size, and axe finds no violation',
  { timeout: manyPagesMs },
  async () => {
    const demo = await getSharedDemo({ PGW_SHOP_MODE: 'hosted' });
    const { page, check, checkNightly } = await openCheckedPage(demo);
    await placeOrderByRequest(demo, page);
    await page.getByRole('button', { name: /^Pay RM.* at Sandbox Gateway$/ }).click();
    await page.waitForURL(`${demo.sandbox}/pay/**`);
    await page.getByRole('radio', { name: 'Lintas banks and wallets' }).check();
    await page.getByText('By paying, you agree to the terms of Lintas.').waitFor();
    await checkNightly();
    // The page shows the list again with a notice, because no bank is chosen.
    await page.locator('.pay').click();
    await page.getByRole('alert').waitFor();
    await check();
  },
);

it(
  'the pages of the dashboard are as wide as the screen with every font and text size, and axe finds no violation',
  { timeout: manyPagesMs },
  async () => {
    const demo = await getSharedDemo();
    const { page, check, checkNightly } = await openCheckedPage(demo);
    const order = await placeOrderByRequest(demo, page);
    const payment = await startByRequest(demo, page, { order, channelId: channelIds.kilatPay });
    await approveByRequest(demo, page, payment);
    await checkNightly(`${demo.sandbox}/`);
    await checkNightly(`${demo.sandbox}/dashboard`);
    await page.goto(`${demo.sandbox}/dashboard`);
    await page.getByRole('link', { name: order }).first().click();
    for (const summary of ['requestPayment: HTTP 200', 'Signed text', 'headers', 'Callback with status'])
      await page.locator('summary', { hasText: summary }).first().click();
    await checkNightly();
    await page.locator('summary', { hasText: 'Refund' }).click();
    await check();
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByText(/^Refund \S+ of .+ has status/).waitFor();
    await checkNightly(`${demo.sandbox}/dashboard/scenarios`);
    for (const path of [
      '/refunds',
      '/dashboard?q=nothing',
      '/dashboard/callbacks',
      '/dashboard/requests',
      '/wallets',
      '/wallets/3001',
    ])
      await checkNightly(`${demo.sandbox}${path}`);
    await sendWrongSignature(demo);
    await page.goto(`${demo.sandbox}/dashboard/requests`);
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.locator('#detail').waitFor();
    await checkNightly();
  },
);

/** Sends a request whose signature does not match. */
async function sendWrongSignature(demo: Demo): Promise<void> {
  const merchant = await new Merchant(demo.sandbox).login();
  const headers = merchant.createHeaders({ 'cap-signature': 'ab'.repeat(32) });
  await merchant.send('requestPayment', { body: '{"amount":1}', headers });
}

it(
  'the states of the dashboard, of the hosted page and of a payout are as wide as the screen with every font and text size',
  { timeout: manyPagesMs },
  async () => {
    const demo = await getSharedDemo();
    const { page, checkLayout } = await openCheckedPage(demo);
    const numbers: Record<string, string> = {};
    for (const outcome of ['close', 'authorize', 'decline', 'cancel', 'expire', 'approve']) {
      const order = await placeOrderByRequest(demo, page);
      const { transactionNumber } = await startByRequest(demo, page, {
        order,
        channelId: channelIds.kilatPay,
      });
      numbers[outcome] = transactionNumber ?? '';
      await page.context().request.post(`${demo.sandbox}/bank/${transactionNumber}`, {
        form: { outcome, callback: 'now', return: 'never' },
      });
      await page.context().clearCookies();
    }
    // The sandbox signs its messages, so an operation creates the address.
    const again = await page.context().request.post(`${demo.sandbox}/dashboard/callbacks/1/again`, {
      form: { seen: '0' },
      maxRedirects: 0,
    });
    const withMessage = new URL(again.headers()['location'] ?? '', demo.sandbox);
    const openDetail = async (outcome: string) => {
      withMessage.searchParams.set('open', numbers[outcome] ?? '');
      await page.goto(withMessage.href);
      await page.getByText('A callback was added since this page was shown').waitFor();
    };
    await openDetail('close');
    await page.getByText('Other outcomes').click();
    await checkLayout();
    await openDetail('authorize');
    await page.getByRole('button', { name: 'Capture' }).waitFor();
    await checkLayout();
    for (const outcome of ['decline', 'cancel', 'expire', 'approve'])
      await checkLayout(`${demo.sandbox}/bank/${numbers[outcome]}`);
    // The page of the gateway shows the outcome of a payment that is decided.
    await checkLayout(`${demo.sandbox}/pay/${numbers['approve']}`);
    await checkLayout(`${demo.sandbox}/pay/nothing`);
    await checkLayout(`${demo.sandbox}/terms/${channelIds.lintas}`);
    await checkLayout(`${demo.sandbox}/dashboard?filter=refunds`);
  },
);

it(
  'the dashboard with an active scenario is as wide as the screen with every font and text size',
  { timeout: manyPagesMs },
  async () => {
    const demo = await startDemo();
    try {
      const { page, checkLayout } = await openCheckedPage(demo);
      await page.goto(`${demo.sandbox}/dashboard/scenarios`);
      for (const name of ['response-slow', 'callback-late', 'refund-timeout-unprocessed'])
        await page.getByRole('switch', { name }).click();
      await page.getByText(/scenarios active/).waitFor();
      await checkLayout();
      // No payment has been started yet.
      await checkLayout(`${demo.sandbox}/`);
      await checkLayout(`${demo.sandbox}/dashboard`);
    } finally {
      await demo.close();
    }
  },
);

it(
  'the pages of the dashboard with the longest texts of a shop are as wide as the screen with every font and text size',
  { timeout: manyPagesMs },
  async () => {
    await using setup = await startSandboxWithMerchant();
    const { sandbox, merchant } = setup;
    const page = await openPage({ bypassCSP: true, reducedMotion: 'reduce' });
    const { checkLayout } = await createPageCheck(page);
    // A reference has at most 50 characters.
    const long = `தமிழ்நாட்டுப்பொருளாதாரம்${'W'.repeat(25)}`;
    const fields = {
      referenceCode: long,
      description: long,
      callbackUrl: `http://127.0.0.1:9/${'w'.repeat(200)}`,
    };
    const number = await merchant.openApprovedPayment(sandbox, {
      ...fields,
      channelId: channelIds.riakWallet,
      amount: 99_999_999_999,
    });
    sandbox.refundPayment(number, { amount: 99_999_999_000, reason: long });
    await merchant.openPayout({ referenceCode: long, name: long, description: long });
    await merchant.openPayment({ referenceCode: `${long}2`, callbackUrl: fields.callbackUrl });
    await sandbox.waitForCallbacks();
    for (const path of [
      '/',
      '/dashboard',
      `/dashboard?q=${encodeURIComponent(long)}x`,
      `/dashboard?open=${number}`,
      `/dashboard?open=${'W'.repeat(100)}`,
      '/dashboard/callbacks',
      '/dashboard/requests',
      '/refunds',
      '/payouts',
      '/wallets/3003',
    ])
      await checkLayout(`${sandbox.url}${path}`);
  },
);

/** Checks the page where the shopper enters the code of a card, its error, and the page of an authorized card. */
async function checkCardPages(demo: Demo, { page, check, checkNightly }: CheckedPage): Promise<void> {
  await placeOrderByRequest(demo, page);
  await chooseCardChannel(page);
  await payByCard(page, findTestCard('challenge-by-url'));
  await page.getByRole('heading', { name: 'Is this you?' }).waitFor();
  await check();
  await page.getByRole('radio', { name: 'Never' }).last().check();
  await page.getByRole('button', { name: /^Approve only/ }).click();
  await page.getByRole('heading', { name: 'Not captured yet' }).waitFor();
  await checkNightly();
}
