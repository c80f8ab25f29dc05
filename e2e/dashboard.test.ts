import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDemo, type Demo } from './demo.ts';

// The dashboard of the sandbox in a real browser, which says by itself where a form comes from.

let demo: Demo;
let page: Page;

beforeAll(async () => {
  demo = await startDemo();
  page = await demo.newPage();
});
afterAll(() => demo.close());

it('a form of the dashboard is taken when a person presses its button', async () => {
  await page.goto(`${demo.sandbox}/dashboard/behaviour`);
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Keep these' }).click();
  await page.getByText('1 fault on').waitFor();
  await page.getByRole('button', { name: 'Turn all off' }).click();
  await page.getByText('1 fault on').waitFor({ state: 'detached' });
  expect(demo.complaints).toEqual([]);
});
