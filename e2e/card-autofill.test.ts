import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpShopper } from './set-up-shopper.ts';
import { cardFields, chooseCardChannel, waitForResult, testCard } from './card-shopper.ts';

// The autofill of the browser, with a card that is saved in the browser.

interface DomNode {
  readonly backendNodeId: number;
  readonly attributes?: readonly string[];
  readonly children?: readonly DomNode[];
  readonly shadowRoots?: readonly DomNode[];
}

/** Lets the browser fill in a card, beginning with the number field. */
async function autofill(page: Page): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  // Responses of the protocol, of which only these fields are read.
  const { root } = (await session.send('DOM.getDocument', { depth: -1, pierce: true })) as { root: DomNode };
  const number = find(root, 'cc-number');
  if (number === undefined) throw new Error('There is no field for the number.');
  const { number: digits, securityCode: cvc } = testCard('approved');
  await session.send('Autofill.trigger', {
    fieldId: number.backendNodeId,
    card: { number: digits, name: 'Aisyah Rahman', expiryMonth: '11', expiryYear: '2039', cvc },
  });
  await session.detach();
}

function find(node: DomNode, autocomplete: string): DomNode | undefined {
  const { attributes = [], children = [], shadowRoots = [] } = node;
  const at = attributes.indexOf('autocomplete');
  if (at !== -1 && attributes[at + 1] === autocomplete) return node;
  for (const child of [...shadowRoots, ...children]) {
    const found = find(child, autocomplete);
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

describe.each(['modern', 'legacy'] as const)('the browser, with the %s build,', (build) => {
  const shopper = setUpShopper({ ...builds[build], pageOptions: { isFullBrowser: true } });

  it('fills a card into the form by the names of the fields, and it pays', async () => {
    const { demo, page, order } = shopper;
    await chooseCardChannel(page);
    const fields = cardFields(page);
    await fields.number.click();
    await autofill(page);
    await expect.poll(() => fields.name.inputValue()).toBe('Aisyah Rahman');
    const grouped = testCard('approved').number.replace(/\d{4}(?=\d)/g, '$& ');
    expect(await fields.number.inputValue()).toBe(grouped);
    expect(await fields.expiry.inputValue()).toBe('11 / 39');
    expect(await fields.code.inputValue()).toBe(testCard('approved').securityCode);
    await page.keyboard.press('Enter');
    await waitForResult(page, 'Payment successful');
    expect(demo.fulfilments(order)).toBe(1);
  });
});
