import { expect } from '@open-wc/testing';
import '../src/define.ts';
import { languages } from '../src/locales/index.ts';
import type { PgwCheckout } from '../src/pgw-checkout.ts';
import { chooseCard } from './card-scenes.ts';
import { cardSession } from './card-fixtures.ts';
import { advanceClock, startClock, stopClock } from './clock.ts';
import * as shop from './fixtures.ts';
import {
  choose,
  eventually,
  findInside,
  loadModules,
  waitForNextTurn,
  openBanks,
  pay,
  payOnPhone,
  chooseBank,
  restoreBrowser,
  readText,
} from './gallery.ts';
import { networkError, problem, stubServer, type StubResponses, type StubServer } from './stub-server.ts';

// In these tests the shopper uses a desktop computer and pays on a phone.

const { payment } = shop.phoneStart;
const successResponses: StubResponses = {
  session: shop.session,
  banks: { banks: shop.banks },
  start: shop.phoneStart,
  payment,
};

let server: StubServer;
let urls: string[] = [];

async function mountCheckout(responses: StubResponses = {}, language = 'en'): Promise<PgwCheckout> {
  await loadModules();
  server = stubServer({ ...successResponses, ...responses });
  const element = document.createElement('pgw-checkout');
  element.lang = language;
  element.order = shop.order.id;
  element.fetcher = server.fetcher;
  // An element of an earlier test may still navigate, into the list of its own test.
  element.navigation = { assign: urls.push.bind(urls) };
  document.body.append(element);
  await eventually(() => findInside(element, '#pay, .screen'));
  return element;
}

function findPhoneButton(element: Element): HTMLElement | null {
  const found = element.shadowRoot?.querySelector<HTMLElement>('.phone') ?? null;
  return found?.checkVisibility() ? found : null;
}

function findButton(element: Element, label: string): HTMLElement {
  const buttons = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('.screen button') ?? [])];
  const found = buttons.find(({ textContent }) => textContent.trim() === label);
  if (found === undefined) throw new Error(`No button ${label} in ${readText(element)}.`);
  return found;
}

function readAnnouncements(element: Element): string {
  const regions = [...(element.shadowRoot?.querySelectorAll('[role=status], [role=alert]') ?? [])];
  return regions.map(({ textContent }) => textContent.trim()).join(' ');
}

/** The body of a start request without its attempt key, which is different for each request. */
function omitAttempt({ attempt: _attempt, ...rest }: Record<string, unknown> = {}): object {
  return rest;
}

afterEach(() => {
  startClock();
  restoreBrowser();
  for (const element of document.querySelectorAll('pgw-checkout')) element.remove();
  document.body.style.width = '';
  urls = [];
});

describe('the button "Pay on your phone"', () => {
  it('"Pay on your phone" is shown after the shopper chooses a channel that redirects', async () => {
    const element = await mountCheckout();
    expect(findPhoneButton(element)).to.equal(null);
    await choose(element, 'KilatPay');
    expect(findPhoneButton(element)?.textContent.trim()).to.equal('Pay on your phone');
    await openBanks(element);
    expect(findPhoneButton(element)).not.to.equal(null);
  });

  it('"Pay on your phone" is not shown for a card', async () => {
    const element = await mountCheckout({ session: cardSession() });
    await chooseCard(element);
    expect(findPhoneButton(element)).to.equal(null);
  });

  it('"Pay on your phone" is not shown for a channel with its own QR code', async () => {
    const element = await mountCheckout();
    await choose(element, 'DuitNow QR');
    expect(findPhoneButton(element)).to.equal(null);
  });

  it('"Pay on your phone" is not shown for a card channel that redirects to the gateway', async () => {
    const element = await mountCheckout();
    await choose(element, 'Credit or debit card');
    expect(findPhoneButton(element)).to.equal(null);
  });

  it('"Pay on your phone" is not shown in hosted mode', async () => {
    expect(findPhoneButton(await mountCheckout({ session: shop.hostedSession }))).to.equal(null);
  });

  it('"Pay on your phone" is not shown in a narrow column of a wide window', async () => {
    // The button is hidden below a width of 480 px.
    document.body.style.width = '460px';
    const element = await mountCheckout();
    await choose(element, 'KilatPay');
    expect(findPhoneButton(element)).to.equal(null);
  });

  it('"Pay on your phone" is not shown in the browser of another app', async () => {
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0) MicroMessenger/8.0';
    Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
    const element = await mountCheckout();
    await choose(element, 'KilatPay');
    expect(findPhoneButton(element)).to.equal(null);
  });

  it('"Pay on your phone" without a bank shows an error above the banks and starts no payment', async () => {
    const element = await mountCheckout();
    await openBanks(element);
    findPhoneButton(element)?.click();
    await eventually(() => {
      expect(readText(element)).to.contain('Choose your bank to continue.');
    });
    expect(server.listStarts()).to.deep.equal([]);
  });

  it('"Pay on your phone" sends the same start request as Pay', async () => {
    const element = await mountCheckout();
    await chooseBank(element);
    findPhoneButton(element)?.click();
    await eventually(() => findInside(element, '.phone-screen'));
    const [onPhone] = server.listStarts();
    element.remove();
    const other = await mountCheckout();
    await chooseBank(other);
    await pay(other);
    expect(omitAttempt(onPhone)).to.deep.equal(omitAttempt(server.listStarts()[0]));
  });

  it('after a lost response, "Pay on your phone" repeats the request with the same attempt key', async () => {
    const element = await mountCheckout({ start: networkError, payment: networkError });
    await choose(element, 'KilatPay');
    stopClock();
    findPhoneButton(element)?.click();
    // The element requests the payment after 2, 4 and 8 s.
    await advanceClock(9000);
    server.respond({ start: shop.phoneStart, payment });
    expect(readText(element)).to.contain('Pay RM');
    findPhoneButton(element)?.click();
    await advanceClock(100);
    findInside(element, '.phone-screen');
    const [first, second] = server.listStarts();
    expect(second).to.deep.equal(first);
  });
});

describe('the screen with the QR code', () => {
  it('the phone screen shows the QR code, the amount, the wallet and the time that is left, and does not navigate', async () => {
    const element = await mountCheckout();
    await payOnPhone(element);
    const code = findInside(element, 'img.code') as HTMLImageElement;
    expect(code.getAttribute('src')).to.equal(
      new URL(shop.phoneStart.redirect.phone?.codeUrl ?? '', location.href).href,
    );
    expect(code.alt).to.equal('QR code of the payment at KilatPay');
    expect(readText(element)).to.contain('approve RM 129.40 at KilatPay');
    expect(findInside(element, '.timer').textContent).to.match(/14:\d\d left/);
    expect(urls).to.deep.equal([]);
  });

  it('the minutes of the phone screen are announced as its countdown shows them, also after the countdown of the order', async () => {
    const { serverTime } = shop.session;
    const expiresAt = new Date(Date.parse(serverTime) + 200_000).toISOString();
    const element = await mountCheckout({ session: { ...shop.session, expiresAt } });
    await eventually(() => {
      expect(readAnnouncements(element).trim()).to.equal('3 minutes left to pay.');
    });
    await payOnPhone(element);
    await eventually(() => {
      expect(readAnnouncements(element).trim()).to.equal('14 minutes left to pay.');
    });
    expect(findInside(element, '.timer').textContent).to.match(/14:\d\d left/);
  });

  it('the heading of the phone screen gets the focus', async () => {
    const element = await mountCheckout();
    await payOnPhone(element);
    await eventually(() => {
      expect(element.shadowRoot?.activeElement?.id).to.equal('title');
    });
    expect(findInside(element, '#title').textContent).to.equal('Pay on your phone');
  });

  it('the phone screen is replaced by the result when the payment was paid on the phone', async () => {
    const states: string[] = [];
    const element = await mountCheckout();
    element.addEventListener('pgw-result', ({ detail }) => states.push(detail.state));
    await payOnPhone(element);
    expect(states).to.deep.equal([]);
    server.respond({ payment: { ...payment, state: 'paid' } });
    await eventually(() => {
      expect(readText(element)).to.contain('Payment successful');
    });
    expect(states).to.deep.equal(['paid']);
    await eventually(() => {
      expect(element.shadowRoot?.activeElement?.id).to.equal('title');
    });
  });

  it('if the server sends only the state, the phone screen is replaced by the result with the known order', async () => {
    const { reference } = payment;
    const element = await mountCheckout({ payment: { reference, state: 'pending' } });
    await payOnPhone(element);
    server.respond({ payment: { reference, state: 'paid' } });
    await eventually(() => {
      expect(readText(element)).to.contain('Payment successful').and.contain('RM 128.90');
    });
  });

  it('the phone screen is replaced by the result when the payment failed or expired', async () => {
    for (const [state, title] of [
      ['failed', 'Payment not completed'],
      ['expired', 'Payment time ran out'],
    ] as const) {
      const element = await mountCheckout();
      await payOnPhone(element);
      server.respond({ payment: { ...payment, state, reason: state === 'failed' ? 'declined' : null } });
      await eventually(() => {
        expect(readText(element)).to.contain(title);
      });
      element.remove();
    }
  });

  it('at the deadline of the payment, the phone screen requests its state immediately', async () => {
    // Two seconds before the deadline of the payment.
    const session = { ...shop.session, serverTime: '2026-09-14T06:44:28Z' };
    const element = await mountCheckout({ session });
    await payOnPhone(element);
    server.respond({ payment: { ...payment, state: 'expired' } });
    await eventually(() => {
      expect(readText(element)).to.contain('Payment time ran out');
    });
  });

  it('"Check my payment" on the phone screen announces that the payment is not paid yet', async () => {
    const element = await mountCheckout();
    await payOnPhone(element);
    await waitForNextTurn();
    expect(readAnnouncements(element)).not.to.contain('Waiting for your payment');
    findButton(element, 'Check my payment').click();
    await eventually(() => {
      expect(readAnnouncements(element)).to.contain(
        'Waiting for your payment. This page updates when you have paid.',
      );
    });
    findInside(element, 'img.code');
  });

  it('"Continue on this device" redirects to the same payment without another start request', async () => {
    const redirected: string[] = [];
    const element = await mountCheckout();
    element.addEventListener('pgw-redirect', ({ detail }) => redirected.push(detail.reference));
    await payOnPhone(element);
    expect(redirected).to.deep.equal([]);
    findButton(element, 'Continue on this device').click();
    await eventually(() => {
      expect(urls).to.deep.equal([shop.phoneStart.redirect.url]);
    });
    expect(redirected).to.deep.equal([payment.reference]);
    expect(server.listStarts().length).to.equal(1);
  });

  it('"Choose another way to pay" on the phone screen shows the list and stops the polling', async () => {
    const element = await mountCheckout();
    await payOnPhone(element);
    expect(readText(element)).to.contain('If you have approved it, don’t pay again.');
    findButton(element, 'Choose another way to pay').click();
    await eventually(() => findInside(element, '#legend'));
    const countBefore = server.sent.length;
    stopClock();
    await advanceClock(20_000);
    expect(server.sent.length).to.equal(countBefore);
    expect(element.shadowRoot?.querySelector('.timer')).to.equal(null);
  });

  it('"Pay on your phone" on the screen of a pending payment shows the QR code of this payment', async () => {
    const pending = { ...payment, continueUrl: 'https://wallet.example/approve?ticket=1' };
    const element = await mountCheckout({
      session: { ...shop.session, openPayment: pending },
      payment: pending,
    });
    await eventually(() => findButton(element, 'Check my payment'));
    findButton(element, 'Check my payment').click();
    await eventually(() => findButton(element, 'Pay on your phone'));
    findButton(element, 'Pay on your phone').click();
    await eventually(() => findInside(element, 'img.code'));
    expect(server.listStarts()[0]).to.include({ channelId: shop.kilat.id });
  });

  it('"Copy link" on the phone screen copies the URL for the phone', async () => {
    const { clipboard } = navigator;
    const copied: string[] = [];
    const stub = { writeText: (text: string) => Promise.resolve(void copied.push(text)) };
    Object.defineProperty(navigator, 'clipboard', { value: stub, configurable: true });
    const element = await mountCheckout();
    await payOnPhone(element);
    findButton(element, 'Copy link').click();
    await eventually(() => findButton(element, 'Link copied'));
    expect(copied).to.deep.equal([shop.phoneStart.redirect.phone?.url]);
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  });

  it('if the server sends no phone link, the phone screen offers to continue on this device', async () => {
    const redirect = { type: 'url', url: '/pgw/payments/a/redirect' } as const;
    const element = await mountCheckout({ start: { payment, redirect } });
    await payOnPhone(element);
    expect(element.shadowRoot?.querySelector('img.code')).to.equal(null);
    expect(readText(element)).to.contain('This payment can’t be opened on a phone. Continue on this device.');
    findButton(element, 'Continue on this device').click();
    await eventually(() => {
      expect(urls).to.deep.equal([new URL(redirect.url, location.href).href]);
    });
  });

  it('if the QR code cannot be loaded, the phone screen shows and announces this', async () => {
    const { redirect } = shop.phoneStart;
    const phone = { url: redirect.phone?.url ?? '', codeUrl: '/missing.svg' };
    const element = await mountCheckout({ start: { payment, redirect: { ...redirect, phone } } });
    await payOnPhone(element);
    await eventually(() => {
      expect(readText(element)).to.contain('This payment can’t be opened on a phone.');
    });
    await eventually(() => {
      expect(readAnnouncements(element)).to.contain('This payment can’t be opened on a phone.');
    });
  });

  it('the phone screen does not load a QR code from a javascript: URL', async () => {
    const { redirect } = shop.phoneStart;
    const phone = { url: 'javascript:alert(1)', codeUrl: 'javascript:alert(1)' };
    const element = await mountCheckout({ start: { payment, redirect: { ...redirect, phone } } });
    await payOnPhone(element);
    expect(element.shadowRoot?.querySelector('img.code')).to.equal(null);
  });

  it('if "Pay on your phone" cannot start the payment, the list shows the reason', async () => {
    const element = await mountCheckout({ start: () => problem(422, 'payment-refused') });
    await choose(element, 'KilatPay');
    findPhoneButton(element)?.click();
    await eventually(() => findInside(element, '.notice'));
    expect(readText(element)).to.contain('We couldn’t start your payment.');
  });

  for (const [language, file] of Object.entries(languages))
    it(`the phone screen is shown in ${language}`, async () => {
      const { texts } = await file.load();
      const element = await mountCheckout({}, language);
      await eventually(() => {
        expect(readText(element)).to.contain(texts['choose']);
      });
      await payOnPhone(element);
      for (const id of ['phone', 'phone.waiting', 'phone.continue', 'pending.warning'] as const)
        expect(readText(element)).to.contain(texts[id]);
    });
});
