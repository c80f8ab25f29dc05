import { beforeEach, describe, expect, it } from 'vitest';
import { setUpShopper } from './set-up-shopper.ts';
import {
  submitBankCode,
  cardFields,
  chooseCardChannel,
  payByCard,
  waitForResult,
  testCard,
} from './card-shopper.ts';
import { testPurchases } from './purchases.ts';
import { typeInto } from './keyboard.ts';
import { waitForPaidOrder, placeOrderByPages } from './shopper.ts';

// The legacy build in a complete shop under its strict policy, in a browser without the features that its oldest targets do not have.
// old-chromium/payment.ts tests real old Chromiums.

const shopper = setUpShopper({
  settings: { PGW_SHOP_TAG: 'classic' },
  prepare: (page) => page.addInitScript(forgetTheNew),
});

/** Runs in the page. Removes what is newer than Chromium 64 and Safari 13. */
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
    const { demo, page } = shopper;
    await placeOrderByPages(demo, page);
    await page.getByRole('radio', { name: 'KilatPay' }).waitFor();
    const scripts = await page.evaluate(
      "Array.from(document.scripts, ({ src }) => src.replace(/.*\\/|-\\w+\\.m?js$/g, ''))",
    );
    expect(scripts).toContain('legacy');
    expect(scripts).not.toContain('core');
  });

  testPurchases(shopper);
});

describe('a shopper with an old browser pays by card', () => {
  beforeEach(async () => {
    await chooseCardChannel(shopper.page);
    await cardFields(shopper.page).number.waitFor();
  });

  it('that is approved: in the page, encrypted, and the order is fulfilled once', async () => {
    const { page, demo, order } = shopper;
    const sent = page.waitForRequest((request) => request.url().endsWith('/card'));
    const card = testCard('approved');
    await payByCard(page, card);
    await waitForResult(page, 'Payment successful');
    expect(demo.fulfilments(order)).toBe(1);
    const body = (await sent).postData() ?? '';
    expect(body).toMatch(/"card":"[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+"/);
    expect(body).not.toContain(card.number);
  });

  it('of another brand after one that was declined', async () => {
    const { page, demo, order } = shopper;
    await payByCard(page, testCard('declined'));
    await waitForResult(page, 'Payment not completed');
    await page.getByRole('button', { name: 'Try again' }).click();
    const fields = cardFields(page);
    const { number, securityCode } = testCard('approved', 'amex');
    await typeInto(page, fields.number, number);
    await typeInto(page, fields.code, securityCode);
    await page.keyboard.press('Enter');
    await waitForResult(page, 'Payment successful');
    expect(demo.fulfilments(order)).toBe(1);
  });

  it('whose bank authenticates the shopper', async () => {
    const { page, demo, order } = shopper;
    await payByCard(page, testCard('challenge-by-url'));
    await submitBankCode(page, '123456');
    await waitForPaidOrder(page, order);
    expect(demo.fulfilments(order)).toBe(1);
  });
});
