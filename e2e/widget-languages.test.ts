import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openWidget, readBuiltFile } from './widget.ts';
import { isNightly } from '../scripts/nightly.ts';

const english = 'How would you like to pay?';
const malay = 'Bagaimana anda mahu bayar?';

/** Records every text of the element until it contains `title`. Returns the texts, one per line. */
async function readTextsUntil(page: Page, title: string): Promise<string> {
  return page.evaluate(async (end) => {
    await customElements.whenDefined('pgw-checkout');
    const root = document.querySelector('pgw-checkout')?.shadowRoot;
    if (!root) throw new Error('There is no element.');
    const seen = new Set<string>();
    await new Promise<void>((resolve) => {
      const read = (): void => {
        const text = root.textContent;
        seen.add(text);
        if (text.includes(end)) resolve();
      };
      new MutationObserver(read).observe(root, { subtree: true, childList: true, characterData: true });
      read();
    });
    return [...seen].join('\n');
  }, title);
}

/** Delays the file of a language until `send` is called. `requested` resolves when the file is requested. */
function delayLanguage(): {
  loadLanguage: (file: string) => Promise<string>;
  requested: Promise<void>;
  send: () => void;
} {
  const { promise: requested, resolve: markRequested } = Promise.withResolvers<void>();
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  const loadLanguage = async (file: string): Promise<string> => {
    markRequested();
    await sent;
    return readBuiltFile(file);
  };
  return { loadLanguage, requested, send };
}

/** Stops the clock of the page. Its timers fire only when a test advances the clock. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
}

it('a language is loaded from the directory of the script, and no English text is shown before it', async () => {
  const { loadLanguage, requested, send } = delayLanguage();
  const page = await openWidget({ lang: 'ms', loadLanguage, prepare: stopClock });
  const seen = readTextsUntil(page, malay);
  await requested;
  send();
  expect(await seen).not.toContain(english);
  expect(await seen).not.toContain('Amount to pay');
  expect(await page.locator('pgw-checkout .pgw').getAttribute('lang')).toBe('ms');
});

if (isNightly)
  it('English loads no file', async () => {
    const loadedFiles: string[] = [];
    const page = await openWidget({
      loadLanguage: async (file) => {
        loadedFiles.push(file);
        return readBuiltFile(file);
      },
    });
    await readTextsUntil(page, english);
    expect(loadedFiles).toEqual([]);
  });

if (isNightly)
  it('English is shown after a second while the file of a language is loading', async () => {
    const { loadLanguage, requested, send } = delayLanguage();
    const page = await openWidget({ lang: 'zh-CN', loadLanguage, prepare: stopClock });
    const content = page.locator('pgw-checkout .pgw');
    await requested;
    await page.clock.runFor(900);
    expect(await content.textContent()).not.toContain(english);
    await page.clock.runFor(100);
    await page.getByText(english).waitFor();
    send();
    await page.getByText('您想如何付款？').waitFor();
  });

it('English is shown if a language cannot be loaded, without an error for the page', async () => {
  const page = await openWidget({ lang: 'ta', loadLanguage: async () => null, markup: '' });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.evaluate(() => {
    document.addEventListener('pgw-error', () => (document.title = 'pgw-error'));
    document.body.append(Object.assign(document.createElement('pgw-checkout'), { order: 'RC-10482' }));
  });
  await readTextsUntil(page, english);
  expect(await page.title()).toBe('Shop');
  expect(errors).toEqual([]);
});

if (isNightly)
  it('a script tag can register a language', async () => {
    const page = await openWidget({ lang: 'fr' });
    await readTextsUntil(page, english);
    await page.evaluate(() => {
      // The global variable that the script tag defines.
      const { PgwCheckout } = globalThis as unknown as {
        PgwCheckout: { registerLocale(tag: string, texts: object): void };
      };
      PgwCheckout.registerLocale('fr', { choose: 'Comment payer ?' });
    });
    await readTextsUntil(page, 'Comment payer ?');
  });
