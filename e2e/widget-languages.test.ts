import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './browser.ts';
import { openWidget, script } from './widget.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

const english = 'How would you like to pay?';
const malay = 'Bagaimana anda mahu bayar?';

/** Everything that could be read in the element, frame by frame, from its first to `title`. */
async function readUntil(page: Page, title: string): Promise<string> {
  return page.evaluate(async (end) => {
    const seen = new Set<string>();
    const text = (): string => document.querySelector('pgw-checkout')?.shadowRoot?.textContent ?? '';
    while (!text().includes(end)) {
      await new Promise(requestAnimationFrame);
      seen.add(text());
    }
    return [...seen].join('\n');
  }, title);
}

function after(ms: number): (file: string) => Promise<string> {
  return (file) => new Promise((resolve) => setTimeout(() => resolve(script(file)), ms));
}

it('a language is loaded from beside the script, and no English is seen before it', async () => {
  const page = await openWidget(browser, { lang: 'ms', language: after(400) });
  const seen = await readUntil(page, malay);
  expect(seen).not.toContain(english);
  expect(seen).not.toContain('Amount to pay');
  expect(await page.locator('pgw-checkout .pgw').getAttribute('lang')).toBe('ms');
});

it('English loads no file at all', async () => {
  const asked: string[] = [];
  const page = await openWidget(browser, {
    language: async (file) => {
      asked.push(file);
      return script(file);
    },
  });
  await readUntil(page, english);
  expect(asked).toEqual([]);
});

it('a language that is slow leaves the floor to English after a second, and takes it when it is here', async () => {
  const page = await openWidget(browser, { lang: 'zh-CN', language: after(2500) });
  const before = Date.now();
  await readUntil(page, english);
  expect(Date.now() - before).toBeLessThan(2000);
  await readUntil(page, '您想如何付款？');
});

it('a language that can’t be had is English, and nobody is troubled with it', async () => {
  const page = await openWidget(browser, { lang: 'ta', language: async () => null, markup: '' });
  const troubles: string[] = [];
  page.on('pageerror', ({ message }) => troubles.push(message));
  await page.evaluate(() => {
    document.addEventListener('pgw-error', () => (document.title = 'pgw-error'));
    document.body.append(Object.assign(document.createElement('pgw-checkout'), { order: 'RC-10482' }));
  });
  await readUntil(page, english);
  expect(await page.title()).toBe('Shop');
  expect(troubles).toEqual([]);
});

it('a script tag can bring a language along', async () => {
  const page = await openWidget(browser, { lang: 'fr' });
  await readUntil(page, english);
  await page.evaluate(() => {
    // What the script leaves on the page.
    const { PgwCheckout } = globalThis as unknown as {
      PgwCheckout: { registerLocale(tag: string, texts: object): void };
    };
    PgwCheckout.registerLocale('fr', { choose: 'Comment payer ?' });
  });
  await readUntil(page, 'Comment payer ?');
});
