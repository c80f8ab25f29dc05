import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDemo, type Demo } from './demo.ts';
import { bringToCheckout, chooseChannel, decide, pressPay, seePaid } from './shopper.ts';

// The legacy build in a whole shop under its strict policy, in a browser from which everything is taken that its oldest
// targets lack. Real old Chromiums are driven by old-chromium/payment.ts.

let demo: Demo;
let page: Page;
let order: string;

beforeAll(async () => {
  demo = await startDemo({ SHOP_TAG: 'classic' });
});
afterAll(() => demo.close());

beforeEach(async () => {
  page = await demo.newPage();
  await page.addInitScript(forgetTheNew);
  order = await bringToCheckout(demo, page);
});
afterEach(async () => {
  await page.context().close();
  expect(demo.complaints.splice(0)).toEqual([]);
});

/** Runs in the page. What came after Chromium 64 and Safari 13, as far as a script can tell. */
function forgetTheNew(): void {
  const newer: readonly (readonly [object, readonly string[]])[] = [
    [HTMLScriptElement.prototype, ['noModule']],
    [Document.prototype, ['adoptedStyleSheets']],
    [ShadowRoot.prototype, ['adoptedStyleSheets']],
    [CSSStyleSheet.prototype, ['replace', 'replaceSync']],
    [
      Array.prototype,
      ['at', 'flat', 'flatMap', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with'],
    ],
    [String.prototype, ['at', 'replaceAll', 'matchAll', 'isWellFormed']],
    [Object, ['fromEntries', 'hasOwn', 'groupBy']],
    [Map, ['groupBy']],
    [Promise, ['allSettled', 'any', 'withResolvers', 'try']],
    [AbortSignal, ['any', 'timeout']],
    [
      Element.prototype,
      ['toggleAttribute', 'replaceChildren', 'ariaLabel', 'checkVisibility', 'setHTMLUnsafe'],
    ],
    [HTMLElement.prototype, ['inert', 'popover', 'showPopover', 'attachInternals']],
    [HTMLFormElement.prototype, ['requestSubmit']],
    [Intl, ['Locale', 'ListFormat', 'RelativeTimeFormat', 'DisplayNames', 'Segmenter']],
    [Crypto.prototype, ['randomUUID']],
    [
      window,
      [
        'AbortController',
        'queueMicrotask',
        'structuredClone',
        'requestIdleCallback',
        'ResizeObserver',
        'CSSLayerBlockRule',
        'navigation',
        'scheduler',
      ],
    ],
  ];
  for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name);
}

describe('a shopper with an old browser pays for coffee', () => {
  it('by the legacy build', async () => {
    await page.getByRole('radio', { name: 'KilatPay' }).waitFor();
    const scripts = await page.evaluate(
      "Array.from(document.scripts, ({ src }) => src.replace(/.*\\/|-\\w+\\.m?js$/g, ''))",
    );
    expect(scripts).toContain('legacy');
    expect(scripts).not.toContain('core');
  });

  it('with a bank found in the picker, and the order is fulfilled once', async () => {
    await chooseChannel(page, 'FPX online banking');
    await page.getByRole('searchbox', { name: 'Search banks' }).fill('seri');
    await page.getByRole('radio', { name: 'Bank Seri' }).check();
    await pressPay(page);
    await page.waitForURL(`${demo.sandbox}/**`);
    await decide(page, 'approve');
    await seePaid(page, order);
    expect(demo.fulfilments(order)).toBe(1);
  });

  it('with an e-wallet that leaves by a script, under the shop’s strict policy', async () => {
    await chooseChannel(page, 'Sentuh eWallet');
    await pressPay(page);
    await page.waitForURL(`${demo.sandbox}/**`);
    await decide(page, 'approve');
    await seePaid(page, order);
    expect(demo.fulfilments(order)).toBe(1);
  });

  it('at the second try, after the bank declined the first', async () => {
    await chooseChannel(page, 'KilatPay');
    await pressPay(page);
    await decide(page, 'decline');
    await page.getByRole('heading', { name: 'Payment not completed' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await chooseChannel(page, 'PasarPay');
    await pressPay(page);
    await decide(page, 'approve');
    await seePaid(page, order);
    expect(demo.fulfilments(order)).toBe(1);
  });
});
