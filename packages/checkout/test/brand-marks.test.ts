import type { CardBrand } from '@pgw/protocol';
import { expect } from '@open-wc/testing';
import '../src/define.ts';
import type { PgwCheckout } from '../src/pgw-checkout.ts';
import { cardSession, onlyCardSession } from './card-fixtures.ts';
import * as shop from './fixtures.ts';
import { eventually, findInside } from './gallery.ts';
import { stubServer } from './stub-server.ts';

const marks = ['visa', 'mastercard'] as const;

async function mountCheckout(session: object): Promise<PgwCheckout> {
  const element = document.createElement('pgw-checkout');
  element.order = shop.order.id;
  element.fetcher = stubServer({ session }).fetcher;
  document.body.append(element);
  await eventually(() => findInside(element, '#pay'));
  return element;
}

/** The description of the radio button of the card channel, as a screen reader announces it. */
function readDescription(element: Element): string {
  const ids = findInside(element, 'input[value="3"]').getAttribute('aria-describedby') ?? '';
  return ids
    .split(' ')
    .map((id) => findInside(element, `#${id}`).textContent.trim())
    .join(' ');
}

afterEach(() => {
  for (const element of document.querySelectorAll('pgw-checkout')) element.remove();
});

describe('the tile of a card channel', () => {
  it('the tile of a card channel shows the symbols of the merchant’s brands, and its description contains their names', async () => {
    const element = await mountCheckout(cardSession({ marks }));
    await eventually(() => {
      expect(element.shadowRoot?.querySelectorAll('.marks svg').length).to.equal(2);
    });
    expect(readDescription(element)).to.contain('Visa, Mastercard');
  });

  it('the tile of a card channel shows no brand marks if the merchant has configured none', async () => {
    const element = await mountCheckout(cardSession());
    expect(element.shadowRoot?.querySelector('.marks')).to.equal(null);
  });

  it('a single card channel shows its brand marks', async () => {
    const element = await mountCheckout(onlyCardSession({ marks }));
    await eventually(() => findInside(element, '.single .marks svg'));
  });

  it('the tile of a card channel shows a blank card in place of the symbol of an unknown brand', async () => {
    // A newer server may send a brand that this version does not know.
    const element = await mountCheckout(cardSession({ marks: ['visa', 'newer' as CardBrand] }));
    await eventually(() => {
      expect(element.shadowRoot?.querySelectorAll('.marks svg').length).to.equal(2);
    });
  });
});
