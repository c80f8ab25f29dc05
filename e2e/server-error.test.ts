import { expect, it, onTestFinished } from 'vitest';
import { openOffice } from '../packages/office/test/open-office.ts';
import { openPage } from './browser.ts';
import { watchViolations } from './violations.ts';
import { selectCases } from '../scripts/nightly.ts';

// The shop runs in this process, so that the test can rename a table of its database.

it.each(selectCases(['orders', 'bag_lines'], 1))(
  'without the table "%s", the page of a server error is shown, and its button leads back to the shop',
  async (table) => {
    const office = await openOffice();
    onTestFinished(() => office.close());
    const page = await openPage({ viewport: { width: 375, height: 800 } });
    await watchViolations(page);
    await page.goto(`${office.url}/products/cameron-dark`);
    await page.getByRole('button', { name: 'Add to bag' }).click();
    await page.getByText('Added to your bag').waitFor();
    office.database.exec(`ALTER TABLE ${table} RENAME TO renamed_table`);
    const response = await page.goto(`${office.url}/${table === 'orders' ? 'orders' : 'bag'}`);
    expect(response?.status()).toBe(500);
    await page.getByRole('heading', { level: 1, name: 'An error occurred on our side' }).waitFor();
    expect(await page.getByText(/no such table|SQLITE/).count()).toBe(0);
    office.database.exec(`ALTER TABLE renamed_table RENAME TO ${table}`);
    await page.getByRole('link', { name: 'See the shop' }).click();
    await page.getByRole('link', { name: 'Cameron Dark' }).first().waitFor();
  },
);
