import { beforeEach, describe, expect, it } from 'vitest';
import { setUpShopper } from './set-up-shopper.ts';
import {
  getCardFields,
  chooseCardChannel,
  payByCard,
  submitBankCode,
  findTestCard,
  waitForDecline,
} from './card-shopper.ts';
import { testPurchases } from './purchases.ts';
import { typeInto } from './keyboard.ts';
import { waitForPaidOrder, placeOrderByPages, waitForResult } from './shopper.ts';
import { isNightly } from '../scripts/nightly.ts';

// Tests the legacy build in a complete shop with its strict policy. The browser is current, without the
// features that the oldest supported browsers lack. old-chromium/payment.ts tests real old Chromiums.

const shopper = setUpShopper({
  settings: { PGW_SHOP_TAG: 'classic' },
  prepare: (page) => page.addInitScript(removeNewFeatures),
});

/** Runs in the page. Removes the features that are newer than Chromium 64 and Safari 13. */
function removeNewFeatures(): void {
  const newerFeatures: readonly (readonly [object, readonly string[]])[] = [
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
  for (const [owner, names] of newerFeatures) for (const name of names) Reflect.deleteProperty(owner, name);
}

if (isNightly)
  describe('a shopper with an old browser pays for coffee', () => {
    it('a browser without module support loads the legacy build and not the modern one', async () => {
      const { demo, page } = shopper;
      await placeOrderByPages(demo, page);
      await page.getByRole('radio', { name: 'KilatPay' }).waitFor();
      // The names of the scripts, without path, hash and file extension.
      const scripts = await page.evaluate(
        "Array.from(document.scripts, ({ src }) => src.replace(/.*\\/|-\\w+\\.m?js$/g, ''))",
      );
      expect(scripts).toContain('legacy');
      expect(scripts).not.toContain('core');
    });

    testPurchases(shopper, 'legacy');
  });

describe('a shopper with an old browser pays by card', () => {
  beforeEach(async () => {
    await chooseCardChannel(shopper.page);
    await getCardFields(shopper.page).number.waitFor();
  });

  it('an approved card is sent encrypted by the legacy build, and the order is fulfilled once', async () => {
    const { page, demo, order } = shopper;
    const sent = page.waitForRequest((request) => request.url().endsWith('/card'));
    const card = findTestCard('approved');
    await payByCard(page, card);
    await waitForResult(page, 'Payment successful');
    expect(demo.countFulfillments(order)).toBe(1);
    const body = (await sent).postData() ?? '';
    expect(body).toMatch(/"card":"[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+"/);
    expect(body).not.toContain(card.number);
  });

  if (isNightly)
    it('with the legacy build a card of another brand pays after a declined card', async () => {
      const { page, demo, order } = shopper;
      await payByCard(page, findTestCard('declined'));
      await waitForDecline(page, 'Your card was declined.');
      const fields = getCardFields(page);
      const { number, securityCode } = findTestCard('approved', 'amex');
      await typeInto(page, fields.number, number);
      await typeInto(page, fields.code, securityCode);
      await page.keyboard.press('Enter');
      await waitForResult(page, 'Payment successful');
      expect(demo.countFulfillments(order)).toBe(1);
    });

  if (isNightly)
    it('with the legacy build a card pays after its bank has authenticated the shopper', async () => {
      const { page, demo, order } = shopper;
      await payByCard(page, findTestCard('challenge-by-url'));
      await submitBankCode(page, '123456');
      await waitForPaidOrder(page, order);
      expect(demo.countFulfillments(order)).toBe(1);
    });
});
