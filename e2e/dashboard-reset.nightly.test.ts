import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestSandbox } from '../packages/sandbox/src/testing/index.ts';
import { startSandboxWithMerchant, type Merchant } from '../packages/sandbox/test/merchant.ts';
import { openPage } from './browser.ts';
import { createPageCheck } from './page-check.ts';

// The reset of the dashboard requires a confirmation, and every open page shows it.

let sandbox: TestSandbox;
let merchant: Merchant;

beforeAll(async () => {
  ({ sandbox, merchant } = await startSandboxWithMerchant());
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.reset();
  await merchant.login();
});

async function openPayment(): Promise<string> {
  return (await merchant.openPayment()).body.result.transactionNumber;
}

async function resetOnDashboard(page: Page): Promise<void> {
  await page.goto(`${sandbox.url}/dashboard`);
  await page.getByRole('link', { name: 'Reset the sandbox…' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reset the sandbox?' }).waitFor();
  await page.getByRole('button', { name: 'Reset the sandbox' }).click();
  await page.getByRole('status').getByText('The sandbox was reset. Deleted: 1 transaction.').waitFor();
}

it('a reset works without scripts, and "Cancel" deletes nothing', async () => {
  await openPayment();
  const page = await openPage({ javaScriptEnabled: false });
  await page.goto(`${sandbox.url}/dashboard/reset`);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL(`${sandbox.url}/dashboard`);
  expect(sandbox.listPayments()).toHaveLength(1);
  await resetOnDashboard(page);
  expect(sandbox.listPayments()).toHaveLength(0);
  await page.goBack();
  await page.getByText('There are no transactions, refunds, payouts or callbacks.').waitFor();
});

it('the other open tabs show the reset at once, also under the pointer', async () => {
  const number = await openPayment();
  sandbox.topUp(3001, 100, 'Before the reset');
  const list = await openPage({ viewport: { width: 1280, height: 900 } });
  const openTab = async (path: string): Promise<Page> => {
    const tab = await list.context().newPage();
    await tab.goto(`${sandbox.url}${path}`);
    return tab;
  };
  await list.goto(`${sandbox.url}/dashboard`);
  const detail = await openTab(`/dashboard?open=${number}`);
  const wallet = await openTab('/wallets/3001');
  const front = await openTab('/');
  await list.getByRole('row').nth(1).hover();
  await wallet.getByText('Before the reset').waitFor();
  await front.getByText(number).first().waitFor();
  await resetOnDashboard(await openPage());
  await list.getByText('No transactions since the reset at').first().waitFor();
  expect(await list.locator('#live-status').textContent()).toContain('No transactions since the reset');
  await detail.getByRole('heading', { name: 'Not found' }).waitFor();
  await detail.getByText('Everything before the reset at').waitFor();
  await wallet.getByText('Before the reset').waitFor({ state: 'detached' });
  await front.getByText('No payments yet.').waitFor();
  // The next payment appears in the emptied list.
  await merchant.login();
  await openPayment();
  await list.getByRole('row').nth(1).waitFor();
});

it('the page of a reset fits the screen with every font and text size, and axe finds no violation', async () => {
  await openPayment();
  sandbox.scenario('refund-timeout-unprocessed');
  const page = await openPage({ bypassCSP: true, reducedMotion: 'reduce' });
  const { check } = await createPageCheck(page);
  await check(`${sandbox.url}/dashboard/reset`);
  await check(`${sandbox.url}/dashboard?open=nothing`);
  await check(`${sandbox.url}/dashboard/nothing`);
  sandbox.clearScenarios();
});
