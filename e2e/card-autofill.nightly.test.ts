import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpShopper } from './set-up-shopper.ts';
import { getCardFields, chooseCardChannel, findTestCard } from './card-shopper.ts';
import { waitForResult } from './shopper.ts';
import { whyNoCompleteChromium } from '../scripts/programs/chromium.mjs';
import { skipBecause } from '../scripts/skip-because.ts';
import { selectCases } from '../scripts/nightly.ts';

// The browser's autofill with a card that the browser has saved.

interface DomNode {
  readonly backendNodeId: number;
  readonly attributes?: readonly string[];
  readonly children?: readonly DomNode[];
  readonly shadowRoots?: readonly DomNode[];
}

/** Lets the browser fill in a card, beginning with the number field. */
async function autofill(page: Page): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  // The DevTools protocol has no types here. The code reads only the fields of DomNode.
  const { root } = (await session.send('DOM.getDocument', { depth: -1, pierce: true })) as { root: DomNode };
  const numberField = findField(root, 'cc-number');
  if (numberField === undefined) throw new Error('There is no field for the number.');
  const { number, securityCode } = findTestCard('approved');
  await session.send('Autofill.trigger', {
    fieldId: numberField.backendNodeId,
    card: { number, name: 'Aisyah Rahman', expiryMonth: '11', expiryYear: '2039', cvc: securityCode },
  });
  await session.detach();
}

function findField(node: DomNode, autocomplete: string): DomNode | undefined {
  const { attributes = [], children = [], shadowRoots = [] } = node;
  const index = attributes.indexOf('autocomplete');
  if (index !== -1 && attributes[index + 1] === autocomplete) return node;
  for (const child of [...shadowRoots, ...children]) {
    const found = findField(child, autocomplete);
    if (found !== undefined) return found;
  }
  return undefined;
}

const builds = {
  modern: {},
  legacy: {
    settings: { PGW_SHOP_TAG: 'classic' },
    // Without support for modules the loader chooses the legacy build.
    prepare: (page: Page) =>
      page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule')),
  },
} as const;

describe.each(selectCases(['modern', 'legacy'] as const, 1))(
  'autofill with the %s build',
  skipBecause(whyNoCompleteChromium()),
  (build) => {
    const shopper = setUpShopper({ ...builds[build], pageOptions: { isFullBrowser: true } });

    it(`autofill of the browser fills all card fields with the ${build} build, and the card pays`, async () => {
      const { demo, page, order } = shopper;
      await chooseCardChannel(page);
      const fields = getCardFields(page);
      await fields.number.click();
      await autofill(page);
      await expect.poll(() => fields.name.inputValue()).toBe('Aisyah Rahman');
      const grouped = findTestCard('approved').number.replace(/\d{4}(?=\d)/g, '$& ');
      expect(await fields.number.inputValue()).toBe(grouped);
      expect(await fields.expiry.inputValue()).toBe('11 / 39');
      expect(await fields.code.inputValue()).toBe(findTestCard('approved').securityCode);
      await page.keyboard.press('Enter');
      await waitForResult(page, 'Payment successful');
      expect(demo.countFulfillments(order)).toBe(1);
    });
  },
);
