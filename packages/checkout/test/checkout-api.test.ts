import { expect } from '@open-wc/testing';
import type { PgwCheckout } from '../src/pgw-checkout.ts';
import '../src/define.ts';
import * as shop from './fixtures.ts';
import {
  choose,
  eventually,
  findInside,
  openBanks,
  pay,
  show,
  readText,
  waitForNextTurn,
} from './gallery.ts';
import { never, problem, stubServer, type StubResponses, type StubServer } from './stub-server.ts';

const successResponses: StubResponses = {
  session: shop.walletSession,
  banks: { banks: shop.banks },
  start: shop.start,
};
const businessBankCount = shop.splitBanks.filter(({ category }) => category === 'business').length;
const mounted: Element[] = [];

async function mount(
  responses: StubResponses = {},
  attributes: Record<string, string> = {},
  into: Node = document.body,
): Promise<{ element: PgwCheckout; server: StubServer; urls: string[] }> {
  const server = stubServer({ ...successResponses, ...responses });
  const urls: string[] = [];
  const element = document.createElement('pgw-checkout');
  for (const [name, value] of Object.entries({ order: shop.order.id, ...attributes }))
    element.setAttribute(name, value);
  element.fetcher = server.fetcher;
  element.navigation = { assign: (url) => urls.push(url) };
  into.appendChild(element);
  mounted.push(element);
  await waitForNextTurn();
  return { element, server, urls };
}

function readNames(element: Element, part = 'channel-name'): string[] {
  const found = element.shadowRoot?.querySelectorAll(`[part~=${part}]`) ?? [];
  return [...found].map(({ textContent }) => textContent.trim());
}

function readCheckedValue(element: Element, name: string): string | null {
  return element.shadowRoot?.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value ?? null;
}

describe('the attributes and methods of <pgw-checkout>', () => {
  afterEach(() => {
    for (const element of mounted.splice(0)) element.remove();
  });

  it('the channels attribute filters the list, and a single channel is chosen immediately', async () => {
    const { element } = await mount({}, { channels: `${shop.kilat.id}, ${shop.pasar.id}` });
    expect(readNames(element)).to.deep.equal(['KilatPay', 'PasarPay']);
    element.channels = [shop.pasar.id];
    await eventually(() => {
      expect(readNames(element)).to.deep.equal(['PasarPay']);
    });
    expect(findInside(element, '#pay').textContent).to.contain('Pay RM');
  });

  it('the bank-category attribute filters the banks by category, and the shopper cannot switch the category', async () => {
    const { element } = await mount(
      { session: shop.session, banks: { banks: shop.splitBanks } },
      { 'bank-category': 'business' },
    );
    await openBanks(element);
    await eventually(() => {
      expect(readNames(element, 'bank-name').length).to.equal(businessBankCount);
    });
    expect(element.shadowRoot?.querySelector('input[name=category]')).to.equal(null);
  });

  it('switching from personal to business banks deselects a personal bank', async () => {
    const { element } = await mount({ session: shop.session, banks: { banks: shop.splitBanks } });
    await openBanks(element);
    await eventually(() => {
      expect(readNames(element, 'bank-name').length).to.equal(shop.banks.length);
    });
    await choose(element, 'Bank Angsana');
    expect(readCheckedValue(element, 'bank')).to.equal(shop.banks[0]?.id);
    await choose(element, 'Business');
    expect(readNames(element, 'bank-name').length).to.equal(businessBankCount);
    expect(readCheckedValue(element, 'bank')).to.equal(null);
  });

  it('refresh() shows and announces the new amount of the order and keeps the choice', async () => {
    const { element, server } = await mount();
    await choose(element, 'Sentuh eWallet');
    server.respond({ session: { ...shop.walletSession, order: { ...shop.order, amount: 20_000 } } });
    await element.refresh();
    await element.updateComplete;
    expect(findInside(element, '#pay').textContent).to.contain('Pay RM\u00a0200.00');
    expect(readCheckedValue(element, 'channel')).to.equal(String(shop.sentuh.id));
    await eventually(() => {
      expect(findInside(element, '[role=status]').textContent).to.contain('RM\u00a0200.00');
    });
  });

  it('refresh() deselects a channel that the shop removed, and changes nothing if the request fails', async () => {
    const { element, server } = await mount();
    await choose(element, 'KilatPay');
    server.respond({ session: problem(503, 'store-unavailable') });
    await element.refresh();
    expect(readCheckedValue(element, 'channel')).to.equal(String(shop.kilat.id));
    server.respond({ session: { ...shop.walletSession, channels: [shop.sentuh, shop.pasar] } });
    await element.refresh();
    await element.updateComplete;
    expect(readCheckedValue(element, 'channel')).to.equal(null);
  });

  it('validate() marks what is missing and sends no request, and pay() starts the payment', async () => {
    const { element, server, urls } = await mount();
    expect(element.validate()).to.equal(false);
    await element.updateComplete;
    expect(readText(element)).to.contain('Choose a way to pay.');
    await choose(element, 'Sentuh eWallet');
    expect(element.validate()).to.equal(true);
    expect(server.listStarts().length).to.equal(0);
    element.pay();
    await eventually(() => {
      expect(urls.length).to.equal(1);
    });
    expect(server.listStarts().length).to.equal(1);
  });

  it('a canceled pgw-before-pay stops the payment without a message', async () => {
    const { element, server } = await mount();
    await choose(element, 'KilatPay');
    let receivedDetail: unknown;
    element.addEventListener('pgw-before-pay', (event) => {
      const { waitUntil: _waitUntil, ...detail } = event.detail;
      receivedDetail = detail;
      event.preventDefault();
    });
    await pay(element);
    expect(receivedDetail).to.deep.equal({
      order: shop.order.id,
      channelId: shop.kilat.id,
      bankId: null,
      amount: shop.order.amount + shop.kilat.fee,
      currencyCode: 'MYR',
    });
    expect(server.listStarts().length).to.equal(0);
    expect(findInside(element, '#pay').getAttribute('aria-disabled')).to.equal(null);
    expect(element.shadowRoot?.querySelector('[part~=notice]')).to.equal(null);
  });

  it('while a promise of pgw-before-pay is pending, Pay shows a spinner, and a rejected promise stops the payment with a message', async () => {
    const { element, server, urls } = await mount();
    await choose(element, 'Sentuh eWallet');
    let settle: ((isInStock: boolean) => void) | undefined;
    element.addEventListener('pgw-before-pay', (event) => {
      event.detail.waitUntil(
        new Promise((resolve, reject) => {
          settle = (isInStock) => (isInStock ? resolve(null) : reject(new Error('No stock')));
        }),
      );
    });
    await pay(element);
    expect(readText(element)).to.contain('Starting your payment');
    settle?.(false);
    await eventually(() => {
      expect(readText(element)).to.contain('Nothing was charged');
    });
    expect(server.listStarts().length).to.equal(0);
    await pay(element);
    settle?.(true);
    await eventually(() => {
      expect(urls.length).to.equal(1);
    });
    expect(server.listStarts().length).to.equal(1);
  });

  it('three elements on one page, one of them in nested shadow roots, do not influence each other', async () => {
    const outer = document.body.appendChild(document.createElement('div'));
    mounted.push(outer);
    const inner = outer.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
    const first = await mount();
    const second = await mount();
    const nested = await mount({}, {}, inner.attachShadow({ mode: 'open' }));
    await choose(first.element, 'KilatPay');
    await choose(second.element, 'PasarPay');
    await choose(nested.element, 'Sentuh eWallet');
    expect([first, second, nested].map(({ element }) => readCheckedValue(element, 'channel'))).to.deep.equal(
      [shop.kilat, shop.pasar, shop.sentuh].map(({ id }) => String(id)),
    );
    await pay(nested.element);
    await eventually(() => {
      expect(nested.urls.length).to.equal(1);
    });
    expect(nested.element.shadowRoot?.activeElement?.id).to.equal('title');
    expect([first.urls, second.urls]).to.deep.equal([[], []]);
  });

  it('an element that is moved in the page while it loads requests its session again', async () => {
    const { element, server } = await mount({ session: never });
    server.respond({ session: shop.walletSession });
    document.body.append(element);
    await eventually(() => {
      expect(readNames(element).length).to.equal(3);
    });
  });

  it('a color of the element can be set to a custom property of the page', async () => {
    const { element } = await mount();
    document.documentElement.style.setProperty('--accent', 'rgb(1, 2, 3)');
    element.style.setProperty('--pgw-color-accent', 'var(--accent)');
    await eventually(() => {
      expect(getComputedStyle(findInside(element, '#pay')).backgroundColor).to.equal('rgb(1, 2, 3)');
    });
    document.documentElement.style.removeProperty('--accent');
  });
});

describe('the time to pay', () => {
  let element: Element;
  afterEach(() => element.remove());

  it('the time to pay is shown and announced once when less than five minutes are left, and counts down', async () => {
    element = await show('time-soon');
    expect(findInside(element, '.timer').textContent).to.match(/4:\d\d left/);
    await eventually(() => {
      // The timer shows 4:59 or less, so five minutes would not agree with it.
      expect(findInside(element, '[role=status]').textContent).to.contain('4 minutes left to pay.');
    });
    await eventually(() => {
      expect(findInside(element, '.timer').textContent).to.match(/4:4\d left/);
    });
  });

  it('the last minute to pay is announced, and its notice has no button for more time', async () => {
    element = await show('time-last');
    await eventually(() => {
      expect(readText(element)).to.contain('1 minute left to pay.');
    });
    expect(readText(element)).not.to.contain('Get more time');
    await eventually(() => {
      expect(findInside(element, '[role=alert]').textContent).to.contain('Your choices are kept.');
    });
  });

  it('the end of the time to pay is shown only after the server confirms it, and Start again keeps the choice', async () => {
    const server = stubServer({ ...successResponses, session: shop.createSessionEndingIn(1) });
    const checkout = document.createElement('pgw-checkout');
    element = checkout;
    checkout.order = shop.order.id;
    checkout.fetcher = server.fetcher;
    document.body.append(checkout);
    await choose(checkout, 'Sentuh eWallet');
    // The device reaches the deadline, but the server has extended it by two seconds.
    server.respond({ session: shop.createSessionEndingIn(2) });
    await eventually(() => {
      expect(server.sent.length).to.equal(2);
    });
    await waitForNextTurn();
    expect(readText(checkout)).to.contain('left to pay');
    server.respond({ session: shop.createSessionEndingIn(0) });
    await eventually(() => {
      expect(readText(checkout)).to.contain('Payment time ran out');
      expect(findInside(checkout, '[role=alert]').textContent).to.contain('Payment time ran out');
    });
    server.respond({ session: shop.walletSession });
    findInside(checkout, '.buttons button').click();
    await eventually(() => {
      expect(readCheckedValue(checkout, 'channel')).to.equal(String(shop.sentuh.id));
    });
  });
});
