import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startDemo, type StartedDemo } from './demo.ts';

// The dashboard of the sandbox checks the Origin header of a form. Only a real browser sends this header.

let demo: StartedDemo;
let page: Page;

beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());
beforeEach(async () => {
  page = await demo.newPage();
});

it('a form of the dashboard is accepted when its button is clicked', async () => {
  await page.goto(`${demo.sandbox}/dashboard/scenarios`);
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('1 scenario active').waitFor();
  await page.getByRole('button', { name: 'Turn all off' }).click();
  await page.getByText('1 scenario active').waitFor({ state: 'detached' });
  expect(demo.pageErrors).toEqual([]);
});

it('every page of the dashboard links to the other pages and fits a screen of 320 px', async () => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`${demo.sandbox}/dashboard`);
  for (const pageName of ['Callbacks', 'Refunds', 'Wallets', 'Payouts', 'Scenarios', 'Transactions']) {
    const navigation = page.getByRole('navigation', { name: 'Dashboard' });
    await navigation.getByRole('link', { name: pageName }).click();
    await page.getByRole('heading', { level: 1, name: pageName }).waitFor();
    expect(await navigation.locator('[aria-current]').textContent()).toContain(pageName);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
});

it('a table row is shown as a card on a phone and keeps its table semantics', async () => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`${demo.sandbox}/wallets`);
  const table = page.getByRole('table', { name: 'Wallets' });
  expect(await table.getByRole('row').count()).toBeGreaterThan(3);
  expect(await table.getByRole('rowheader').first().textContent()).toContain('3001');
  await table.getByRole('link', { name: '3001' }).click();
  await page.getByRole('heading', { level: 1, name: 'Wallet 3001' }).waitFor();
});
