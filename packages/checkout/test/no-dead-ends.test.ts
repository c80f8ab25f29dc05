import type { StorefrontPayment } from '@pgw/protocol';
import { expect } from '@open-wc/testing';
import '../src/define.ts';
import { languages } from '../src/locales/index.ts';
import type { PgwCheckout } from '../src/pgw-checkout.ts';
import { chooseCard } from './card-scenes.ts';
import { cardSession, onlyCardSession } from './card-fixtures.ts';
import { startClock, stopClock, pass, passUntil } from './clock.ts';
import * as shop from './fixtures.ts';
import { choose, eventually, inside, loadModules, pay, pickBank, textOf, nextTurn } from './gallery.ts';
import { stubServer, type StubResponses, type StubServer } from './stub-server.ts';

// What a shopper can do after a payment that was not completed or is pending, in every language.

const all: StubResponses = { session: shop.session, banks: { banks: shop.banks }, start: shop.start };
const bankPayment: StorefrontPayment = { ...shop.payment, channel: 'FPX online banking' };
const pendingWallet: StorefrontPayment = { ...shop.walletPayment, state: 'pending' };

let server: StubServer;
let urls: string[] = [];

async function mount<Tag extends 'pgw-checkout' | 'pgw-payment-status'>(
  tag: Tag,
  responses: StubResponses,
  language = 'en',
): Promise<HTMLElementTagNameMap[Tag]> {
  await loadModules();
  server = stubServer({ ...all, ...responses });
  const element = document.createElement(tag);
  element.setAttribute('lang', language);
  element.setAttribute('order', shop.order.id);
  element.setAttribute('payment', shop.payment.reference);
  element.fetcher = server.fetcher;
  element.navigation = { assign: (url) => urls.push(url) };
  document.body.append(element);
  await nextTurn();
  return element;
}

function checkout(responses: StubResponses, language?: string): Promise<PgwCheckout> {
  return mount('pgw-checkout', responses, language);
}

function button(element: Element, label: string): HTMLElement {
  const buttons = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('.buttons button') ?? [])];
  const found = buttons.find(({ textContent }) => textContent.trim() === label);
  if (found === undefined)
    throw new Error(`No button ${label} in ${buttons.map((each) => each.textContent.trim()).join(', ')}.`);
  return found;
}

async function click(element: Element, label: string): Promise<void> {
  await eventually(() => button(element, label));
  button(element, label).click();
  await nextTurn();
}

function chosen(element: Element, name: string): string | undefined {
  return element.shadowRoot?.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value;
}

async function expectFocusOnPay(element: Element): Promise<void> {
  await eventually(() => {
    expect(element.shadowRoot?.activeElement?.id).to.equal('pay');
  });
}

afterEach(() => {
  startClock();
  for (const element of document.querySelectorAll('pgw-checkout, pgw-payment-status')) element.remove();
  sessionStorage.clear();
  localStorage.clear();
  urls = [];
});

describe('Try again', () => {
  it('keeps channel and bank of the failed payment and focuses Pay', async () => {
    const element = await checkout({
      start: {
        payment: { ...bankPayment, state: 'failed', reason: 'declined' },
        redirect: shop.start.redirect,
      },
    });
    await pickBank(element);
    server.respond({ session: { ...shop.session, openPayment: { ...bankPayment, state: 'failed' } } });
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await click(element, 'Try again');
    await expectFocusOnPay(element);
    await eventually(() => {
      expect([chosen(element, 'channel'), chosen(element, 'bank')]).to.deep.equal(['1', shop.seri.id]);
    });
  });

  it('chooses channel and bank of the failed payment on a page that was reloaded', async () => {
    const failed = { ...bankPayment, state: 'failed', reason: 'declined' };
    const element = await checkout({ session: { ...shop.session, openPayment: failed } });
    await click(element, 'Try again');
    await expectFocusOnPay(element);
    await eventually(() => {
      expect([chosen(element, 'channel'), chosen(element, 'bank')]).to.deep.equal(['1', shop.seri.id]);
    });
  });

  it('on the return page chooses the same channel on the page of the order, once', async () => {
    const status = await mount('pgw-payment-status', {
      payment: { ...bankPayment, state: 'failed', reason: 'declined' },
    });
    await click(status, 'Try again');
    expect(urls).to.deep.equal([shop.payment.orderUrl]);
    status.remove();
    const element = await checkout({});
    await expectFocusOnPay(element);
    await eventually(() => {
      expect([chosen(element, 'channel'), chosen(element, 'bank')]).to.deep.equal(['1', shop.seri.id]);
    });
    element.remove();
    const reloaded = await checkout({});
    await eventually(() => inside(reloaded, '#pay'));
    expect(chosen(reloaded, 'channel')).to.equal(undefined);
  });

  it('does not choose the channel of a payment of another order', async () => {
    sessionStorage.setItem('pgw-retry', JSON.stringify({ order: 'RC-1', channel: 'KilatPay', bank: null }));
    const element = await checkout({});
    await eventually(() => inside(element, '#pay'));
    expect(chosen(element, 'channel')).to.equal(undefined);
  });

  it('is not used by Choose another way to pay, which shows the list without a choice', async () => {
    const status = await mount('pgw-payment-status', { payment: { ...bankPayment, state: 'cancelled' } });
    await click(status, 'Choose another way to pay');
    expect(sessionStorage.length).to.equal(0);
    status.remove();
    const failed = { ...bankPayment, state: 'failed', reason: 'declined' };
    const element = await checkout({ session: { ...shop.session, openPayment: failed } });
    await click(element, 'Choose another way to pay');
    await eventually(() => {
      expect(element.shadowRoot?.activeElement?.id).to.equal('legend');
    });
    expect(chosen(element, 'channel')).to.equal(undefined);
  });

  it('is not used by Choose another way to pay of a pending payment, which is not offered again', async () => {
    stopClock();
    const status = await mount('pgw-payment-status', { payment: pendingWallet });
    await pass(17_000);
    button(status, 'Choose another way to pay').click();
    startClock();
    status.remove();
    const element = await checkout({ session: { ...shop.session, openPayment: pendingWallet } });
    await eventually(() => {
      expect(element.shadowRoot?.activeElement?.id).to.equal('legend');
    });
    expect(chosen(element, 'channel')).to.equal(undefined);
    element.remove();
    const reloaded = await checkout({ session: { ...shop.session, openPayment: pendingWallet } });
    await eventually(() => button(reloaded, 'Check my payment'));
  });

  for (const reason of ['funds', 'limit', 'min'] as const)
    it(`is the second button after a payment that failed because of ${reason}`, async () => {
      const element = await mount('pgw-payment-status', {
        payment: { ...bankPayment, state: 'failed', reason },
      });
      await eventually(() => {
        expect(inside(element, '.buttons .primary').textContent.trim()).to.equal('Choose another way to pay');
      });
      expect(inside(element, '.buttons .secondary').textContent.trim()).to.equal('Try again');
    });
});

describe('a pending payment', () => {
  it('of a wallet can be continued, which starts the same payment again', async () => {
    const element = await checkout({
      session: { ...shop.session, openPayment: pendingWallet },
      payment: pendingWallet,
    });
    await click(element, 'Check my payment');
    await eventually(() => {
      expect(textOf(element)).to.contain('If you haven’t approved the payment yet');
    });
    expect(textOf(element)).not.to.contain('a few seconds');
    await click(element, 'Continue to KilatPay');
    await eventually(() => {
      expect(urls).to.deep.equal(['https://bank.example/approve?ticket=1']);
    });
    expect(server.starts().map(({ channelId }) => channelId)).to.deep.equal([4]);
  });

  it('can be continued before it is checked', async () => {
    const element = await checkout({ session: { ...shop.session, openPayment: pendingWallet } });
    await click(element, 'Continue to KilatPay');
    await eventually(() => {
      expect(urls.length).to.equal(1);
    });
  });

  it('by card is sent once, so it cannot be continued', async () => {
    const byCard = { ...bankPayment, channel: shop.card.name, bank: null };
    const element = await checkout({ session: { ...cardSession(), openPayment: byCard } });
    await eventually(() => button(element, 'Check my payment'));
    expect(textOf(element)).not.to.contain('Continue to');
  });

  for (const [language, file] of Object.entries(languages))
    it(`offers another way to pay after 15 seconds, with a warning, in ${language}`, async () => {
      const { texts } = await file.load();
      stopClock();
      const element = await mount('pgw-payment-status', { payment: bankPayment }, language);
      await passUntil(() => {
        expect(textOf(element)).to.contain(texts.pending);
      });
      expect(textOf(element)).not.to.contain(texts['choose-another']);
      await pass(17_000);
      expect(textOf(element)).to.contain(texts['pending.warning']);
      button(element, texts['choose-another']).click();
      expect(urls).to.deep.equal([shop.payment.orderUrl]);
    });

  it('on a page restored by the Back button is asked about before it is shown as pending', async () => {
    const element = await mount('pgw-payment-status', { payment: bankPayment });
    await eventually(() => {
      expect(textOf(element)).to.contain('This usually takes a few seconds');
    });
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await eventually(() => {
      expect(textOf(element)).to.contain('Did you finish paying at Bank Seri?');
    });
    await click(element, 'Check my payment');
    await eventually(() => {
      expect(textOf(element)).to.contain('If you haven’t approved the payment yet');
    });
    expect(textOf(element)).not.to.contain('a few seconds');
  });
});

describe('the card form', () => {
  for (const [language, file] of Object.entries(languages))
    it(`is shown in ${language} when it is opened for the first time`, async () => {
      const { texts } = await file.load();
      const element = await checkout({ session: onlyCardSession() }, language);
      await eventually(() => {
        expect(textOf(element)).to.contain(texts['card.number']);
      });
      await pay(element);
      expect(textOf(element)).to.contain(texts['card.error.number.required']);
    });

  it('is opened from the list in the language of the page', async () => {
    document.documentElement.lang = 'ms';
    const element = await checkout({ session: cardSession() }, '');
    element.removeAttribute('lang');
    await chooseCard(element);
    await eventually(() => {
      expect(textOf(element)).to.contain('Nombor kad');
    });
    document.documentElement.lang = 'en';
  });
});

describe('the headings of the list', () => {
  for (const [language, file] of Object.entries(languages))
    it(`have the known groups of the gateway in ${language}, and other groups as they are`, async () => {
      const { texts } = await file.load();
      const channels = [...shop.session.channels, { ...shop.kilat, id: 99, group: 'Vouchers' }];
      const element = await checkout({ session: { ...shop.session, channels } }, language);
      await eventually(() => {
        const labels = [...(element.shadowRoot?.querySelectorAll('.group > legend') ?? [])];
        expect(labels.map(({ textContent }) => textContent)).to.deep.equal([
          texts['group.banking'],
          texts['group.cards'],
          texts['group.wallets'],
          texts['group.later'],
          'Vouchers',
        ]);
      });
    });
});

describe('the facts of a payment', () => {
  for (const [language, file] of Object.entries(languages))
    it(`contain the total, not the amount, in ${language}`, async () => {
      const { texts } = await file.load();
      const element = await mount(
        'pgw-payment-status',
        { payment: { ...bankPayment, state: 'paid' } },
        language,
      );
      await eventually(() => {
        expect(inside(element, '.facts dt').textContent).to.equal(texts['fact.total']);
      });
    });
});

describe('a list of banks that can be scrolled', () => {
  it('shows an arrow until it is scrolled to its end', async () => {
    const element = await checkout({});
    await choose(element, 'FPX online banking');
    await eventually(() => inside(element, '.bank-list.scrollable'));
    const list = inside(element, '.bank-list.scrollable');
    const arrow = (): string => getComputedStyle(list.parentElement ?? list, '::after').content;
    expect(list.scrollHeight).to.be.above(list.clientHeight);
    expect(arrow()).to.equal('""');
    list.scrollTop = list.scrollHeight;
    await eventually(() => {
      expect(arrow()).to.equal('none');
    });
  });
});
