import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { createShop } from '../packages/create-shop/src/create-shop.ts';
import { renderStatePage } from '../packages/server/src/http/pages/return-pages.ts';
import { renderRedirectPage } from '../packages/server/src/http/handlers/redirect-page.ts';
import { getSharedDemo } from './demo.ts';
import { manyPagesMs, openCheckedPage } from './page-check.ts';
import { startScriptTagExample } from './script-tag-example.ts';
import { chooseChannel, decideAtBank, pressPay } from './shopper.ts';

// Checks the pages of the script-tag example, of the templates and of the middleware itself, as
// pages-of-shop.test.ts checks the shop.

it(
  'the pages of the script-tag example and of the middleware are as wide as the screen with every font and text size',
  { timeout: manyPagesMs },
  async () => {
    const demo = await getSharedDemo();
    const { page, checkLayout } = await openCheckedPage(demo);
    const shop = await startScriptTagExample(demo.sandbox);
    try {
      await page.goto(shop.address);
      await chooseChannel(page, 'Sentuh eWallet');
      await checkLayout();
      await pressPay(page);
      await decideAtBank(page, 'approve');
      await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
      await checkLayout();
      await checkLayout(`${shop.address}/pgw/return?reference=nothing`);
    } finally {
      await shop.stop();
    }
  },
);

it(
  'the redirect page, the page of another device and the templates are as wide as the screen with every font and text size',
  { timeout: manyPagesMs },
  async () => {
    const demo = await getSharedDemo();
    const { page, checkLayout } = await openCheckedPage(demo);
    const texts = { language: 'en', direction: 'ltr' } as const;
    const renderPage = await importPageOfTemplate();
    const list =
      '<h1>Two Mugs</h1><ul><li>Blue stoneware mug, RM 45.00 <button>Buy</button></li></ul><h1>Blue stoneware mug: Not paid yet</h1>';
    for (const content of [
      renderRedirectPage({
        script: '',
        url: demo.sandbox,
        nonce: '',
        texts: { ...texts, title: 'Taking you to Sentuh eWallet', link: 'Continue to Sentuh eWallet' },
      }),
      renderStatePage({
        merchant: 'Rimba Coffee',
        isPending: false,
        nonce: '',
        texts: {
          ...texts,
          title: 'Payment successful',
          text: 'Go back to the device where you started. It shows your order.',
        },
      }),
      renderPage('', list),
    ]) {
      await page.goto(demo.shop);
      await page.setContent(content);
      await checkLayout();
    }
  },
);

/** The function that renders the pages of a new shop. Every template has the style of this page. */
async function importPageOfTemplate(): Promise<(nonce: string, content: string) => string> {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-page-'));
  try {
    createShop({ folder, template: 'express' });
    // The template is a module of another program, so its types are not known here.
    const module = (await import(join(folder, 'src/page.ts'))) as {
      readonly renderPage: (nonce: string, content: string) => string;
    };
    return module.renderPage;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
