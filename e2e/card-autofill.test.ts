import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { atCheckout } from './at-checkout.ts';
import { cardFields, chooseCards, seeResult, testCard } from './card-shopper.ts';

// The browser's own filling of cards, as somebody uses it who has a card saved there.

interface DomNode {
  readonly backendNodeId: number;
  readonly attributes?: readonly string[];
  readonly children?: readonly DomNode[];
  readonly shadowRoots?: readonly DomNode[];
}

/** Has the browser fill a card, beginning at the number. */
async function autofill(page: Page): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  // The protocol's answers, of which only these fields are read.
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
    // Where modules are unknown the loader takes the legacy build.
    prepare: (page: Page) =>
      page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule')),
  },
} as const;

describe.each(['modern', 'legacy'] as const)('the browser, with the %s build,', (build) => {
  const shopper = atCheckout({ ...builds[build], pageOptions: { isWholeBrowser: true } });

  it('fills a card into the form by what its fields are called, and it pays', async () => {
    const { demo, page, order } = shopper;
    await chooseCards(page);
    const fields = cardFields(page);
    await fields.number.click();
    await autofill(page);
    await expect.poll(() => fields.name.inputValue()).toBe('Aisyah Rahman');
    const grouped = testCard('approved').number.replace(/\d{4}(?=\d)/g, '$& ');
    expect(await fields.number.inputValue()).toBe(grouped);
    expect(await fields.expiry.inputValue()).toBe('11 / 39');
    expect(await fields.code.inputValue()).toBe(testCard('approved').securityCode);
    await page.keyboard.press('Enter');
    await seeResult(page, 'Payment successful');
    expect(demo.fulfilments(order)).toBe(1);
  });
});
