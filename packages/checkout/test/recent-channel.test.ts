import { expect } from '@open-wc/testing';
import { PgwCheckout } from '../src/pgw-checkout.ts';
import '../src/define.ts';
import { choose, eventually, findInside, pay, waitForNextTurn } from './acting.ts';
import * as shop from './fixtures.ts';
import { loadModules, restoreBrowser } from './gallery.ts';
import { stubServer } from './stub-server.ts';

let element: PgwCheckout;

async function mount(attributes: Readonly<Record<string, string>> = {}): Promise<void> {
  await loadModules();
  element = new PgwCheckout();
  const { fetcher } = stubServer({ session: shop.session, banks: { banks: shop.banks }, start: shop.start });
  element.fetcher = fetcher;
  element.navigation = { assign: () => {} };
  element.order = shop.order.id;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  await eventually(() => findInside(element, '.tile'));
}

/** Pays with a channel in one visit, and opens the list of the next order. */
async function payAndComeBack(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
): Promise<void> {
  await mount(attributes);
  await choose(element, name);
  await pay(element);
  await waitForNextTurn();
  await eventually(() => findInside(element, '.redirecting'));
  element.remove();
  await mount(attributes);
}

function readTexts(selector: string): string[] {
  const found = element.shadowRoot?.querySelectorAll(selector) ?? [];
  return [...found].map(({ textContent }) => textContent.trim());
}

describe('the channel of the last payment on this device', () => {
  afterEach(() => {
    restoreBrowser();
    element.remove();
  });

  it('the channel of the last payment is the first in the list, below “Last used”, and is not chosen', async () => {
    await payAndComeBack('PasarPay');
    const [first, second] = readTexts('.channel-name');
    expect([first, second]).to.deep.equal(['PasarPay', 'FPX online banking']);
    expect(readTexts('.group legend')[0]).to.equal('Last used');
    expect(readTexts('.channel-name').length).to.equal(shop.session.channels.length);
    expect(element.shadowRoot?.querySelector(':checked')).to.equal(null);
    expect(localStorage.getItem('pgw-channel')).to.equal(String(shop.pasar.id));
  });

  it('with remember-bank="none" the channel is not stored, and the list has the order of the server', async () => {
    await payAndComeBack('PasarPay', { 'remember-bank': 'none' });
    expect(localStorage.getItem('pgw-channel')).to.equal(null);
    localStorage.setItem('pgw-channel', String(shop.pasar.id));
    element.remove();
    await mount({ 'remember-bank': 'none' });
    expect(readTexts('.channel-name')[0]).to.equal('FPX online banking');
    expect(readTexts('.group legend')).not.to.contain('Last used');
  });

  it('a stored channel that cannot be used, or is not offered, does not change the list', async () => {
    for (const stored of [String(shop.lompat.id), '999', 'x', '']) {
      localStorage.setItem('pgw-channel', stored);
      await mount();
      expect(readTexts('.channel-name')[0], stored).to.equal('FPX online banking');
      element.remove();
    }
  });
});

describe('the text of Pay before a redirect', () => {
  afterEach(() => {
    restoreBrowser();
    element.remove();
  });

  it('Pay names the wallet or the chosen bank to which it leads', async () => {
    await mount();
    expect(readTexts('#pay')).to.deep.equal(['Pay RM\u00a0128.90']);
    await choose(element, 'KilatPay');
    expect(readTexts('#pay')).to.deep.equal(['Pay RM\u00a0129.40 at KilatPay']);
  });
});
