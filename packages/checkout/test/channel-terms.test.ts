import { expect } from '@open-wc/testing';
import '../src/define.ts';
import type { PgwCheckout } from '../src/pgw-checkout.ts';
import * as shop from './fixtures.ts';
import { choose, eventually, findInside, loadModules, readText } from './gallery.ts';
import { stubServer } from './stub-server.ts';

describe('the terms of a channel', () => {
  let element: PgwCheckout;

  async function show(language = 'en'): Promise<void> {
    localStorage.clear();
    await loadModules();
    element = document.createElement('pgw-checkout');
    element.lang = language;
    element.order = shop.order.id;
    element.fetcher = stubServer({ session: shop.mixedSession, banks: { banks: shop.banks } }).fetcher;
    document.body.append(element);
    await eventually(() => findInside(element, '.tile'));
  }

  afterEach(() => element?.remove());

  const findLink = (): HTMLAnchorElement | null =>
    element.shadowRoot?.querySelector<HTMLAnchorElement>('[part=terms] a') ?? null;

  it('are below Pay while the channel is chosen, and their link opens another tab', async () => {
    await show();
    expect(findLink()).to.equal(null);
    await choose(element, shop.fpx.name);
    await eventually(() => expect(readText(element)).to.contain('By paying, you agree to the terms of FPX.'));
    const link = findLink();
    expect(link?.textContent).to.equal('terms of FPX');
    expect([link?.href, link?.target, link?.rel]).to.deep.equal([shop.terms.en.href, '_blank', 'noopener']);
    const pay = findInside(element, '#pay').getBoundingClientRect();
    expect(link?.getBoundingClientRect().top).to.be.greaterThan(pay.bottom);
    await choose(element, 'KilatPay');
    await eventually(() => expect(findLink()).to.equal(null));
  });

  it('are in the language of the shopper, or else in English', async () => {
    await show('ms');
    await choose(element, 'Perbankan dalam talian FPX');
    await eventually(() => expect(findLink()?.href).to.equal(shop.terms.ms.href));
    element.lang = 'ta';
    await eventually(() => expect(findLink()?.href).to.equal(shop.terms.en.href));
    expect(findInside(element, '[part=terms]').lang).to.equal('en');
  });

  it('a list that holds banks and wallets is named so, in its label, its search field and its error', async () => {
    await show();
    await choose(element, shop.fpx.name);
    await eventually(() => findInside(element, '#search'));
    expect(readText(element)).to.contain('Choose your bank or wallet');
    expect(readText(element)).to.contain('Approve with your bank or wallet');
    expect(findInside(element, '#search').getAttribute('placeholder')).to.equal('Search by name');
    findInside(element, '#pay').click();
    await eventually(() => expect(readText(element)).to.contain('Choose your bank or wallet to continue.'));
  });
});
