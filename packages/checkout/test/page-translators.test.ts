import { expect } from '@open-wc/testing';
import type { PgwCheckout } from '../src/pgw-checkout.ts';
import '../src/define.ts';
import { choose, eventually, findInside, pay, readText } from './acting.ts';
import * as shop from './fixtures.ts';
import { loadModules, restoreBrowser, show } from './gallery.ts';
import { never, stubServer, withHigherPrice, type StubResponses, type StubServer } from './stub-server.ts';

// A translator of the browser replaces each text of the page by its own elements, also inside shadow roots. locales-scenes.test.ts checks
// that it may change no sum of any scene.

/** How a translator replaces a text: it removes the text node, or moves it into its element. */
type Translator = (text: Text) => Element;

const translators: Readonly<Record<string, Translator>> = {
  'that replaces texts by <font>': ({ data }) => {
    const font = document.createElement('font');
    font.append(Object.assign(document.createElement('font'), { textContent: `«${data}»` }));
    return font;
  },
  'that wraps texts in elements of its own': (text) => {
    const wrapper = document.createElement('x-translated');
    wrapper.append(text.cloneNode());
    return wrapper;
  },
};

/** Translates every text of an element, also sums, because some translators ignore `translate="no"`. */
function translate(element: Element, translator: Translator): void {
  const walker = document.createTreeWalker(element.shadowRoot ?? element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts.filter(({ data }) => data.trim() !== '')) text.replaceWith(translator(text));
}

const successResponses: StubResponses = { session: shop.walletSession, start: shop.start };

describe('a page translator', () => {
  let element: HTMLElement;
  let server: StubServer;

  before(loadModules);
  afterEach(() => {
    restoreBrowser();
    element.remove();
  });

  async function mount(responses: StubResponses = {}): Promise<PgwCheckout> {
    server = stubServer({ ...successResponses, ...responses });
    const checkout = document.createElement('pgw-checkout');
    checkout.order = shop.order.id;
    checkout.fetcher = server.fetcher;
    checkout.navigation = { assign: () => {} };
    document.body.append(checkout);
    element = checkout;
    await eventually(() => findInside(checkout, '#pay'));
    return checkout;
  }

  const readSum = (selector: string): string =>
    findInside(element, selector).textContent.replace(/\s+/g, ' ').trim();

  for (const [name, translator] of Object.entries(translators)) {
    it(`${name} does not keep a sum from changing with the channel and with the order`, async () => {
      const checkout = await mount();
      await choose(checkout, 'KilatPay');
      translate(checkout, translator);
      const order = { ...shop.order, amount: 20_000 };
      server.respond({ session: { ...shop.walletSession, order } });
      await checkout.refresh();
      await checkout.updateComplete;
      expect(readSum('.amount')).to.contain('200.00');
      expect(readSum('.total')).to.contain('200.50');
      expect(readSum('#pay')).to.contain('200.50').and.not.to.contain('129');
      translate(checkout, translator);
      await choose(checkout, 'Sentuh eWallet');
      expect(readSum('#pay')).to.contain('200.00').and.not.to.contain('200.50');
    });

    it(`${name} does not hide that the total has changed, and Pay sends the shown sum`, async () => {
      const checkout = await mount(withHigherPrice(shop.walletSession, 13_490));
      await choose(checkout, 'KilatPay');
      translate(checkout, translator);
      await pay(checkout);
      await eventually(() => {
        expect(readSum('.notice')).to.contain('134.90').and.to.contain('128.90');
      });
      expect(readSum('.amount')).to.contain('134.90');
      expect(readSum('#pay')).to.contain('135.40');
    });

    it(`${name} does not hide that the payment is being started`, async () => {
      const checkout = await mount({ start: never });
      await choose(checkout, 'KilatPay');
      translate(checkout, translator);
      await pay(checkout);
      expect(readSum('#pay')).to.equal('Starting your payment…');
    });

    it(`${name} does not keep the return page from showing the outcome`, async () => {
      element = await show('pending');
      await eventually(() => {
        expect(readText(element)).to.contain('Confirming your payment');
      });
      translate(element, translator);
      const fetcher = stubServer({
        payment: { ...shop.payment, order: { ...shop.order, amount: 500 }, state: 'paid' },
      });
      Object.assign(element, { fetcher: fetcher.fetcher, payment: 'pay_other' });
      await eventually(() => {
        expect(readText(element)).to.contain('Payment successful').and.not.to.contain('Confirming');
      });
      expect(readSum('.facts')).to.contain('RM 5.00').and.not.to.contain('128.90');
    });
  }
});
