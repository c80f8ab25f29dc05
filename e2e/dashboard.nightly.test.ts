import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestSandbox } from '../packages/sandbox/src/testing/index.ts';
import {
  startCallbackReceiver,
  startSandboxWithMerchant,
  type Merchant,
} from '../packages/sandbox/test/merchant.ts';
import { openPage } from './browser.ts';
import { watchViolations } from './violations.ts';

// The dashboard of the sandbox checks the Origin header of a form. Only a real browser sends this header.

let sandbox: TestSandbox;
let merchant: Merchant;
let receiver: Awaited<ReturnType<typeof startCallbackReceiver>>;
let page: Page;
const pageErrors: string[] = [];

beforeAll(async () => {
  ({ sandbox, merchant } = await startSandboxWithMerchant());
  receiver = await startCallbackReceiver();
});
afterAll(async () => {
  await sandbox.close();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await sandbox.reset();
  await merchant.login();
  page = await newPage();
});
afterEach(() => expect(pageErrors.splice(0)).toEqual([]));

async function newPage(): Promise<Page> {
  const opened = await openPage({ viewport: { width: 1280, height: 900 } });
  await watchViolations(opened);
  opened.on('pageerror', (error) => pageErrors.push(`${opened.url()}: ${error.message}`));
  return opened;
}

/** Opens a payment, and the page of its simulated bank. */
async function startBankPayment(shopper: Page): Promise<void> {
  const { body } = await merchant.openPayment({ callbackUrl: receiver.url, returnUrl: receiver.url });
  await shopper.goto(`${sandbox.url}/bank/${body.result.transactionNumber}`);
}

it('a form of the dashboard is accepted when its button is clicked', async () => {
  await page.goto(`${sandbox.url}/dashboard/scenarios`);
  await page.getByRole('switch', { name: /callback-never/ }).click();
  await page.getByText('1 scenario active').waitFor();
  await page.getByRole('button', { name: 'Turn all off' }).click();
  await page.getByText('1 scenario active').waitFor({ state: 'detached' });
});

it('every page of the dashboard links to the other pages and fits a screen of 320 px', async () => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`${sandbox.url}/dashboard`);
  for (const pageName of [
    'Requests',
    'Callbacks',
    'Refunds',
    'Wallets',
    'Payouts',
    'Scenarios',
    'Transactions',
  ]) {
    const navigation = page.getByRole('navigation', { name: 'Dashboard' });
    await navigation.getByText('Menu').click();
    await navigation.getByRole('link', { name: pageName }).click();
    await page.getByRole('heading', { level: 1, name: pageName }).waitFor();
    expect(await navigation.locator('[aria-current]').textContent()).toContain(pageName);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
});

it('a table row is shown as a card on a phone and keeps its table semantics', async () => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`${sandbox.url}/wallets`);
  const table = page.getByRole('table', { name: 'Wallets' });
  expect(await table.getByRole('row').count()).toBeGreaterThan(3);
  expect(await table.getByRole('rowheader').first().textContent()).toContain('3001');
  await table.getByRole('link', { name: '3001' }).click();
  await page.getByRole('heading', { level: 1, name: 'Wallet 3001' }).waitFor();
});

it('a new payment appears in the open list, and the open payment changes, without a reload', async () => {
  // An empty list would be replaced as a whole.
  await merchant.openPayment();
  await page.goto(`${sandbox.url}/dashboard`);
  await page.evaluate(() => document.body.setAttribute('data-loaded-once', ''));
  const shopper = await newPage();
  await startBankPayment(shopper);
  await expect.poll(() => page.getByRole('row').count()).toBe(3);
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.evaluate(() => document.body.setAttribute('data-loaded-once', ''));
  await shopper.getByRole('button', { name: 'Approve' }).click();
  const detail = page.getByRole('region');
  await detail.getByText('Payment: Pending (0) to Success (1)').waitFor();
  await detail.getByText(/Callback with status 1, attempt 1: HTTP 2/).waitFor();
  await page.getByRole('row').nth(1).getByText('Success').waitFor();
  expect(await page.locator('body[data-loaded-once]').count()).toBe(1);
});

it('while the pointer is in the list, new payments are counted in a button that shows them', async () => {
  await startBankPayment(await newPage());
  await page.goto(`${sandbox.url}/dashboard`);
  await page.getByRole('row').nth(1).hover();
  const rowCount = await page.getByRole('row').count();
  for (let count = 0; count < 2; count += 1) await startBankPayment(await newPage());
  const button = page.getByRole('button', { name: '2 new transactions' });
  await button.waitFor();
  expect(await page.getByRole('row').count()).toBe(rowCount);
  await button.click();
  await expect.poll(() => page.getByRole('row').count()).toBe(rowCount + 2);
  await button.waitFor({ state: 'hidden' });
});

it('in a filtered list, a payment that no longer matches disappears, or is offered while the pointer is in the list', async () => {
  const shoppers = [await newPage(), await newPage()] as const;
  // The third payment stays pending: a list that becomes empty is replaced at once.
  for (const shopper of [...shoppers, await newPage()]) await startBankPayment(shopper);
  await page.goto(`${sandbox.url}/dashboard?filter=pending`);
  // The pointer is where an earlier test has clicked.
  await page.mouse.move(0, 0);
  const rowCount = await page.getByRole('row').count();
  await shoppers[0].getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(rowCount - 1);
  await page.getByRole('row').nth(1).hover();
  await shoppers[1].getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Show the current list' }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(rowCount - 2);
});

it('two tabs share one event stream, and the second goes on when the first is closed', async () => {
  const first = await newPage();
  const second = await first.context().newPage();
  const streams: string[] = [];
  for (const tab of [first, second]) {
    tab.on('request', (request) => {
      if (request.url().endsWith('/dashboard/events')) streams.push(request.url());
    });
    await tab.goto(`${sandbox.url}/dashboard/requests`);
  }
  const waitForRequest = (tab: Page, count: number): Promise<unknown> =>
    expect.poll(() => tab.getByRole('row').count()).toBeGreaterThanOrEqual(count);
  const before = await second.getByRole('row').count();
  await startBankPayment(await newPage());
  await Promise.all([waitForRequest(first, before + 1), waitForRequest(second, before + 1)]);
  expect(streams).toHaveLength(1);
  await first.close();
  await expect.poll(() => streams.length).toBe(2);
  const afterClose = await second.getByRole('row').count();
  await startBankPayment(await newPage());
  await waitForRequest(second, afterClose + 1);
});

it('a copy button copies the number, and the next callback is broken with one click', async () => {
  await startBankPayment(await newPage());
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${sandbox.url}/dashboard`);
  await page.getByRole('row').nth(1).getByRole('switch', { name: 'Break the next callback' }).click();
  await page.getByText('The next callback of this payment is affected: lose it.').waitFor();
  const row = page.locator('#detail dl > div', { hasText: 'Transaction' });
  const number = (await row.locator('code').textContent()) ?? '';
  const firstRow = page.getByRole('row').nth(1);
  const cells = await firstRow.innerText();
  await row.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  await row.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  // The list beside it has not changed.
  expect(await firstRow.innerText()).toBe(cells);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText(/The status is now 1/).waitFor();
  expect(await page.locator('#detail .callback-item').count()).toBe(0);
});
