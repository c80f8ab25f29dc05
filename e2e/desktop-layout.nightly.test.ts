import { beforeAll, expect, it } from 'vitest';
import { getSharedDemo, type Demo } from './demo.ts';
import { chooseChannel, placeOrderByRequest, pressPay } from './shopper.ts';

// Lines that do not wrap on a desktop of 1280 px, and arrows that point in the direction of reading.

let demo: Demo;
beforeAll(async () => {
  demo = await getSharedDemo();
});

it('the arrows of the breadcrumbs point in the direction of reading', async () => {
  const page = await demo.newPage();
  await placeOrderByRequest(demo, page);
  const arrow = page.locator('.breadcrumb .icon').first();
  const readScale = () => arrow.evaluate((icon) => new DOMMatrix(getComputedStyle(icon).transform).a);
  expect(await readScale()).toBe(1);
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  expect(await readScale()).toBe(-1);
});

it('the references of the dashboard are in one line, also beside an open transaction', async () => {
  const page = await demo.newPage({ viewport: { width: 1280, height: 900 } });
  await placeOrderByRequest(demo, page);
  await chooseChannel(page, 'KilatPay');
  await pressPay(page);
  await page.waitForURL(`${demo.sandbox}/bank/**`);
  const transactionNumber = new URL(page.url()).pathname.split('/')[2] ?? '';
  await page.goto(`${demo.sandbox}/dashboard`);
  // Other tests pay in the same demo.
  const link = page.locator(`tbody th a[href*="${transactionNumber}"]`);
  const countLines = () =>
    link.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
  expect(await countLines()).toBe(1);
  await link.click();
  await page.locator('.detail').waitFor();
  expect(await countLines()).toBe(1);
  await page.locator('.detail').getByText('5 · KilatPay').waitFor();
});

it('the menu of the back office is in one line in each language, below the name of the shop and Sign out', async () => {
  const page = await demo.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${demo.shop}/office`);
  await page.getByLabel('Password').fill('rimba-office');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const header = page.locator('header.site');
  const readTops = async (selector: string) => {
    const links = await header.locator(selector).all();
    expect(links.length).toBeGreaterThan(0);
    return Promise.all(links.map(async (link) => Math.round((await link.boundingBox())?.y ?? 0)));
  };
  const readLine = async () => {
    const tops = await readTops('nav a');
    expect(tops.length).toBeGreaterThanOrEqual(6);
    expect(new Set(tops).size).toBe(1);
    return tops[0] ?? 0;
  };
  const line = await readLine();
  for (const top of [...(await readTops('.brand')), ...(await readTops('form button'))])
    expect(top).toBeLessThan(line);
  await header.getByRole('link', { name: 'Bahasa Melayu' }).click();
  await header.getByRole('link', { name: 'English' }).waitFor();
  await readLine();
});
