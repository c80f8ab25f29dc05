import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSandbox, type TestSandbox } from '../packages/sandbox/src/testing/index.ts';
import { Merchant } from '../packages/sandbox/test/merchant.ts';
import { openPage } from './browser.ts';

// An open page of the dashboard changes by itself, and the reader loses nothing.

let data: string;
let sandbox: TestSandbox;
let merchant: Merchant;
let page: Page;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'pgw-dashboard-'));
  await startSandbox();
  page = await openPage({ viewport: { width: 1280, height: 900 } });
});
afterEach(async () => {
  await sandbox.close();
  await rm(data, { recursive: true });
});

async function startSandbox(port = 0): Promise<void> {
  sandbox = await createSandbox({ data, port });
  merchant = await new Merchant(sandbox.url).login();
}

async function openPayment(): Promise<string> {
  return (await merchant.openPayment()).body.result.transactionNumber;
}

it('while the sandbox is stopped, every tab says so; after its start, the tabs change by themselves again', async () => {
  const tabs = [page, await page.context().newPage()];
  for (const tab of tabs) await tab.goto(`${sandbox.url}/dashboard`);
  const { port } = new URL(sandbox.url);
  const findBanner = (tab: Page) => tab.getByText('The sandbox is not answering. Trying again…');
  await sandbox.close();
  for (const tab of tabs) await findBanner(tab).waitFor();
  await startSandbox(Number(port));
  for (const tab of tabs) await findBanner(tab).waitFor({ state: 'hidden' });
  const number = await openPayment();
  for (const tab of tabs) await tab.locator(`tr[data-key="${number}"]`).waitFor();
});

it('a button works after the reader returns from a page that could not be loaded', async () => {
  const number = await openPayment();
  await page.goto(`${sandbox.url}/dashboard?open=${number}`);
  const { port } = new URL(sandbox.url);
  await sandbox.close();
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await approve.click();
  await page.waitForURL('chrome-error://**');
  await startSandbox(Number(port));
  await page.goBack();
  await approve.click();
  await page.getByText('The status is now 1 (Success).').waitFor();
});

it('when the focused button disappears, the focus moves to the details', async () => {
  const number = await openPayment();
  await page.goto(`${sandbox.url}/dashboard?open=${number}`);
  await page.getByRole('button', { name: 'Decline' }).focus();
  sandbox.decide(number, 'approve');
  await page.getByText('Payment: Pending (0) to Success (1)').waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('detail');
});

it('what was typed and chosen stays while the page changes', async () => {
  await page.goto(`${sandbox.url}/dashboard/scenarios`);
  const form = page.locator('form[action$="/response-500"]');
  await form.getByText('Limit').click();
  await form.getByLabel('Number of uses').fill('3');
  await form.getByLabel('Channel').selectOption('KilatPay');
  await form.getByRole('button', { name: 'Switch on' }).focus();
  sandbox.scenario('no-channels');
  await page.getByRole('switch', { name: /no-channels$/, checked: true }).waitFor();
  expect(await form.getByLabel('Number of uses').inputValue()).toBe('3');
  await form.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText(', only KilatPay, 3 uses left').waitFor();
});

it('a copy button says that it has copied also after the page has changed, and has its label again later', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    const start = globalThis.setTimeout;
    /** The timers of two seconds, which the test ends by itself. */
    const ends: TimerHandler[] = [];
    Object.assign(globalThis, {
      ends,
      setTimeout: (end: TimerHandler, ms: number) => (ms === 2000 ? ends.push(end) : start(end, ms)),
    });
  });
  await page.goto(`${sandbox.url}/dashboard?open=${await openPayment()}`);
  await page.getByRole('button', { name: 'Copy', exact: true }).dblclick();
  const copied = page.getByRole('button', { name: 'Copied' });
  await copied.waitFor();
  sandbox.decide(new URL(page.url()).searchParams.get('open') ?? '', 'approve');
  await page.getByText('Payment: Pending (0) to Success (1)').waitFor();
  expect(await copied.count()).toBe(1);
  await page.evaluate(() => {
    for (const end of (globalThis as { ends?: (() => void)[] }).ends ?? []) end();
  });
  await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  expect(await copied.count()).toBe(0);
});

it('while new rows are only counted, a screen reader hears of them at most every ten seconds', async () => {
  await openPayment();
  await page.goto(`${sandbox.url}/dashboard`);
  await page.getByRole('row').nth(1).hover();
  await page.evaluate(() => {
    const texts: (string | null)[] = [];
    const status = document.querySelector('#live-status');
    new MutationObserver(() => texts.push(status?.textContent ?? null)).observe(status ?? document, {
      childList: true,
    });
    Object.assign(globalThis, { texts });
  });
  for (const name of ['1 new transaction', '2 new transactions', '3 new transactions']) {
    await openPayment();
    await page.getByRole('button', { name, exact: true }).waitFor();
  }
  const readTexts = () => page.evaluate(() => (globalThis as { texts?: string[] }).texts);
  expect(await readTexts()).toStrictEqual(['1 new transaction']);
  await expect
    .poll(readTexts, { timeout: 20_000 })
    .toStrictEqual(['1 new transaction', '3 new transactions']);
});

it('the page changes while events arrive without a pause', async () => {
  await page.goto(`${sandbox.url}/dashboard`);
  await openPayment();
  await page.getByRole('row').nth(1).waitFor();
  const timer = setInterval(() => sandbox.scenario('slow-logos'), 10);
  try {
    const number = await openPayment();
    await page.locator(`tr[data-key="${number}"]`).waitFor();
  } finally {
    clearInterval(timer);
  }
});
