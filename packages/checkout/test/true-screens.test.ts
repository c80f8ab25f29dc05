import type { StorefrontPayment } from '@pgw/protocol';
import { expect } from '@open-wc/testing';
import '../src/define.ts';
import { getApproverName } from '../src/channels/index.ts';
import { bankTexts } from '../src/locales/en-banks.ts';
import { cardTexts } from '../src/locales/en-card.ts';
import { inAppBrowserTexts } from '../src/locales/en-in-app-browser.ts';
import { outcomeTexts } from '../src/locales/en-outcomes.ts';
import { en, type TextId } from '../src/locales/en.ts';
import { languages } from '../src/locales/index.ts';
import type { PgwCheckout } from '../src/pgw-checkout.ts';
import { Localize } from '../src/locales/localize.ts';
import { english } from '../src/locales/find-locale.ts';
import { choose, eventually, findInside, pay, readText } from './acting.ts';
import * as cards from './card-fixtures.ts';
import { fill } from './card-scenes.ts';
import { advanceClock, advanceClockUntil, startClock, stopClock } from './clock.ts';
import { click } from './devices.ts';
import * as shop from './fixtures.ts';
import { loadModules } from './gallery.ts';
import { networkError, problem, stubServer, type StubResponses, type StubServer } from './stub-server.ts';

// No screen says more than the server knows: who approves a payment, whether it was started, and whether it was paid.

let element: PgwCheckout;
let server: StubServer;
let urls: string[];

before(loadModules);

async function mount(responses: StubResponses): Promise<void> {
  server = stubServer({ session: shop.walletSession, ...responses });
  urls = [];
  element = document.createElement('pgw-checkout');
  element.order = shop.order.id;
  element.fetcher = server.fetcher;
  element.navigation = { assign: urls.push.bind(urls) };
  document.body.append(element);
  await eventually(() => findInside(element, 'label, .screen'));
}

const expectText = (text: string): Promise<void> =>
  eventually(() => {
    expect(readText(element)).to.contain(text);
  });

/** Presses the button of a screen with this text. */
async function press(text: string): Promise<void> {
  const button = await eventually(() => {
    const buttons = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('.buttons button') ?? [])];
    const found = buttons.find(({ textContent }) => textContent.includes(text));
    if (found === undefined) throw new Error(`There is no button ${text} in ${readText(element)}.`);
    return found;
  });
  await click(button);
}

/** What another tab of this browser posts after it has learned about a payment. */
function tellFromOtherTab(): void {
  const channel = new BroadcastChannel('pgw-payments');
  // oxlint-disable-next-line require-post-message-target-origin -- a BroadcastChannel has no origin to name
  channel.postMessage(null);
  channel.close();
}

const kinds: Readonly<Record<string, Partial<StorefrontPayment>>> = {
  'a bank': { bank: 'Bank Seri', channel: 'FPX online banking' },
  'a bank that is chosen later': { bank: null, channel: 'FPX online banking', approver: 'bank' },
  'a card': { bank: null, channel: 'Credit or debit card', approver: 'card' },
  'a card on the page of the gateway': { bank: null, channel: 'Credit or debit card', approver: 'gateway' },
  'a wallet': { bank: null, channel: 'KilatPay' },
  'a QR code': { bank: null, channel: 'DuitNow QR', approver: 'bank' },
  instalments: { bank: '6 months', channel: 'Tangga instalments', approver: 'channel' },
  points: { bank: null, channel: 'Bintang Rewards' },
  'hosted mode': { bank: null, channel: null },
};
/** Names that are no bank, wallet or gateway, in any language. */
const noBanks = ['FPX', 'DuitNow', '6 months'];

describe('the name of who approves a payment', () => {
  const allTexts = { ...en, ...bankTexts, ...cardTexts, ...inAppBrowserTexts, ...outcomeTexts };
  const ids = Object.entries(allTexts)
    .filter(([, text]) => JSON.stringify(text).includes('{bank}'))
    .map(([id]) => id as TextId);

  it('is in texts of the list, of Pay and of the outcomes', () => {
    expect(ids).to.include.members([
      'pay.at',
      'redirect.link',
      'returned',
      'pending.0',
      'failed.declined',
      'unclear',
    ]);
  });

  for (const language of ['en', ...Object.keys(languages)])
    for (const [kind, names] of Object.entries(kinds))
      it(`of ${kind} is no channel that is no bank, in every text in ${language}`, async () => {
        const file = languages[language as keyof typeof languages];
        const locale =
          file === undefined ? english : { ...english, language, texts: (await file.load()).texts };
        const localize = new Localize({ locale });
        const bank = getApproverName(localize, { ...shop.payment, ...names });
        const cardNames = ['Credit or debit card', localize.text('channel.card')];
        for (const id of ids) {
          const text = localize.text(id, { bank, merchant: 'Rimba Coffee', amount: 'RM\u00a01.00' });
          expect(text.toLowerCase()).to.contain(bank.toLowerCase());
          for (const name of [...noBanks, ...cardNames]) expect(text).not.to.contain(name);
        }
      });
});

describe('a payment whose start has no response', () => {
  const unclear: StorefrontPayment = { ...shop.walletPayment, step: 'start-unclear', needsApproval: true };

  afterEach(() => {
    startClock();
    element.remove();
    sessionStorage.clear();
  });

  it('is not said to be at a bank, and Try again repeats the same attempt', async () => {
    const { reference } = unclear;
    await mount({ start: () => problem(504, 'outcome-unknown', { reference }), payment: unclear });
    await choose(element, 'KilatPay');
    stopClock();
    await pay(element);
    await advanceClockUntil(() => {
      expect(readText(element)).to.contain('We don’t know whether KilatPay has your payment');
    });
    expect(readText(element)).to.contain('No money moves before you approve the payment there.');
    expect(readText(element)).not.to.contain('Did you finish');
    startClock();
    server.respond({ start: { ...shop.start, payment: shop.walletPayment } });
    await press('Try again');
    await eventually(() => {
      expect(urls).to.have.length(1);
    });
    const attempts = server.listStarts().map(({ attempt }) => attempt);
    expect(attempts).to.have.length(2);
    expect(new Set(attempts).size).to.equal(1);
  });

  it('is shown in the same way after a reload', async () => {
    await mount({ session: { ...shop.walletSession, openPayment: unclear }, payment: unclear });
    await expectText('We don’t know whether KilatPay has your payment');
    await expectText('You can try again.');
  });

  it('without a reassurance in the profile, no money is said to be safe', async () => {
    const { needsApproval: _, ...unmarked } = unclear;
    await mount({ session: { ...shop.walletSession, openPayment: unmarked }, payment: unmarked });
    await expectText('We don’t know yet whether money was taken.');
    expect(readText(element)).not.to.contain('No money');
  });

  it('that the gateway has, and that may charge without an approval, is said before another one is started', async () => {
    const { needsApproval: _, ...payment } = { ...unclear, step: 'start-lost' as const };
    const { reference } = payment;
    await mount({ start: () => problem(409, 'duplicate-payment', { reference }), payment });
    await choose(element, 'KilatPay');
    await pay(element);
    await expectText('This order already has a payment. Check it before paying again.');
    await click(await eventually(() => findInside(element, '[part~=notice-warning] button')));
    await expectText('KilatPay has your payment, but we can’t open it');
    await expectText('If you pay again, you may pay twice.');
    await expectText('We don’t know yet whether money was taken.');
    server.respond({ start: { ...shop.start, payment: shop.walletPayment } });
    await press('Try again');
    await eventually(() => {
      expect(urls).to.have.length(1);
    });
    expect(new Set(server.listStarts().map(({ attempt }) => attempt)).size).to.equal(2);
  });

  it('is not said to be uncharged when the repeated start is refused', async () => {
    const { reference } = unclear;
    await mount({ start: () => problem(504, 'outcome-unknown', { reference }), payment: unclear });
    await choose(element, 'KilatPay');
    stopClock();
    await pay(element);
    await advanceClockUntil(() => {
      expect(readText(element)).to.contain('We don’t know whether KilatPay has your payment');
    });
    startClock();
    server.respond({ start: () => problem(503, 'gateway-unreachable') });
    await press('Try again');
    await eventually(() => findInside(element, '[part~=notice-warning]'));
    expect(readText(element)).to.contain('We don’t know whether KilatPay has your payment');
    expect(readText(element)).not.to.contain('Nothing was charged');
  });

  it('while the shop’s server does not respond either, the list says that nothing is known, and repeats the attempt', async () => {
    await mount({ start: networkError });
    await choose(element, 'KilatPay');
    server.respond({ session: networkError });
    stopClock();
    await pay(element);
    await advanceClockUntil(() => {
      expect(readText(element)).to.contain('We don’t know whether KilatPay has your payment');
    });
    expect(readText(element)).not.to.contain('Nothing was charged');
    startClock();
    await pay(element);
    await eventually(() => {
      expect(new Set(server.listStarts().map(({ attempt }) => attempt)).size).to.equal(1);
      expect(server.listStarts()).to.have.length(2);
    });
  });
});

describe('a pending payment', () => {
  const { payment } = shop.phoneStart;
  const states: Readonly<Record<string, Partial<StorefrontPayment>>> = {
    'that can be continued': { continueUrl: 'https://bank.example/' },
    'that cannot be continued': {},
    'of a card that was sent': { step: 'card-unclear', approver: 'card' },
    'whose start is unclear': { step: 'start-unclear', needsApproval: true },
    'that only the gateway has': { step: 'start-lost' },
    'of a card that was not sent': { step: 'not-sent' },
    'of a second person': { approval: 'second-person', continueUrl: 'https://bank.example/' },
  };

  afterEach(() => {
    startClock();
    element.remove();
  });

  for (const [name, fields] of Object.entries(states))
    it(`${name} has at most one leading button, and exactly one after 18 s and after two minutes`, async () => {
      const pending = { ...payment, ...fields };
      stopClock();
      await mount({ session: { ...shop.walletSession, openPayment: pending }, payment: pending });
      const countLeading = () => element.shadowRoot?.querySelectorAll('.buttons .primary').length ?? 0;
      const check = element.shadowRoot?.querySelector<HTMLElement>('.buttons button');
      if (check?.textContent.includes('Check my payment') === true) await click(check);
      for (const elapsedMs of [18_000, 110_000]) {
        expect(countLeading()).to.be.at.most(1);
        await advanceClock(elapsedMs);
        await eventually(() => {
          expect(countLeading()).to.equal(1);
        });
      }
    });
});

describe('a card', () => {
  afterEach(() => {
    startClock();
    element.remove();
  });

  it('without any response is said to be unclear until the server knows it', async () => {
    await mount({
      session: cards.onlyCardSession(),
      start: cards.start,
      card: networkError,
      payment: networkError,
    });
    await fill(element);
    stopClock();
    await pay(element);
    await advanceClockUntil(() => {
      expect(readText(element)).to.contain('We don’t know whether your card was charged. We’re checking.');
    });
    await advanceClockUntil(() => {
      expect(readText(element)).to.contain('Don’t pay again until we do.');
    });
    server.respond({ payment: { ...cards.payment, state: 'paid' } });
    await advanceClockUntil(() => {
      expect(readText(element)).to.contain('Payment successful');
    });
  });

  it('that was not sent because of a limit leaves the other ways to pay open, and names them', async () => {
    await mount({
      session: cards.cardSession(),
      banks: { banks: shop.banks },
      start: cards.start,
      card: () => problem(429, 'too-many-requests', {}, { 'retry-after': '600' }),
    });
    await choose(element, 'Credit or debit card');
    await fill(element);
    await pay(element);
    await expectText('Too many tries. Nothing was charged. Wait 10 minutes');
    await expectText('You can also pay with FPX online banking, DuitNow QR.');
    server.respond({ start: shop.start });
    await choose(element, 'DuitNow QR');
    expect(findInside(element, '#pay').hasAttribute('aria-disabled')).to.equal(false);
  });
});

describe('another tab', () => {
  const paid: StorefrontPayment = { ...shop.walletPayment, state: 'paid' };
  const pending: StorefrontPayment = { ...shop.walletPayment, continueUrl: 'https://bank.example/' };
  const outcomes: readonly (readonly [Partial<StorefrontPayment>, string])[] = [
    [{ state: 'paid' }, 'Payment successful'],
    [{ state: 'failed', reason: 'declined' }, 'Payment not completed'],
    [{ state: 'expired' }, 'Payment time ran out'],
    [{ state: 'refunded' }, 'Payment refunded'],
  ];

  afterEach(() => {
    element.remove();
  });

  it('that shows the list learns that the order is paid', async () => {
    await mount({});
    server.respond({ session: { ...shop.walletSession, channels: [], openPayment: paid }, payment: paid });
    tellFromOtherTab();
    await expectText('Payment successful');
  });

  for (const [outcome, title] of outcomes)
    it(`that shows the question whether the payment was finished shows later that it is ${outcome.state}`, async () => {
      await mount({ session: { ...shop.walletSession, openPayment: pending }, payment: pending });
      await expectText('Did you finish paying at KilatPay?');
      server.respond({ payment: { ...pending, ...outcome }, session: problem(404, 'unknown-order') });
      tellFromOtherTab();
      await expectText(title);
    });

  const failed: StorefrontPayment = { ...pending, state: 'failed', reason: 'declined' };
  const phases: Readonly<Record<string, { readonly shown: StubResponses; readonly text: string }>> = {
    'the list': { shown: {}, text: 'How would you like to pay?' },
    'the question after Back': {
      shown: { session: { ...shop.walletSession, openPayment: pending }, payment: pending },
      text: 'Did you finish paying at KilatPay?',
    },
    'a start that is unclear': {
      shown: {
        session: { ...shop.walletSession, openPayment: { ...shop.walletPayment, step: 'start-unclear' } },
        payment: { ...shop.walletPayment, step: 'start-unclear' },
      },
      text: 'We don’t know whether KilatPay has your payment',
    },
    'a failed payment': {
      shown: { session: { ...shop.walletSession, openPayment: pending }, payment: failed },
      text: 'Payment not completed',
    },
    'a failure': { shown: { session: networkError }, text: 'Payment options didn’t load' },
  };

  for (const [phase, { shown, text }] of Object.entries(phases))
    it(`in the background that shows ${phase} sends nothing, and is right when it becomes visible`, async () => {
      await mount(shown);
      await expectText(text);
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      const before = server.sent.length;
      server.respond({ session: { ...shop.walletSession, openPayment: paid }, payment: paid });
      stopClock();
      await advanceClock(60_000);
      expect(server.sent.length).to.equal(before);
      startClock();
      Reflect.deleteProperty(document, 'visibilityState');
      document.dispatchEvent(new Event('visibilitychange'));
      await expectText('Payment successful');
    });

  it('that shows a paid order learns that it is refunded when it becomes visible', async () => {
    await mount({ session: { ...shop.walletSession, openPayment: paid }, payment: paid });
    await expectText('Payment successful');
    server.respond({ payment: { ...paid, state: 'refunded' } });
    document.dispatchEvent(new Event('visibilitychange'));
    await expectText('Payment refunded');
  });

  it('that shows a failed payment learns that another payment has paid the order', async () => {
    await mount({ session: { ...shop.walletSession, openPayment: pending }, payment: failed });
    await expectText('Payment not completed');
    server.respond({ session: { ...shop.walletSession, openPayment: { ...paid, reference: 'other' } } });
    tellFromOtherTab();
    await expectText('Payment successful');
  });

  it('does not bring back a pending payment that the shopper has replaced', async () => {
    await mount({ session: { ...shop.walletSession, openPayment: pending }, payment: pending });
    await press('Choose another way to pay');
    await eventually(() => findInside(element, 'label'));
    const before = server.sent.length;
    tellFromOtherTab();
    await eventually(() => {
      expect(server.sent.length).to.be.greaterThan(before);
    });
    expect(readText(element)).to.contain('How would you like to pay?');
  });

  it('that presses Pay for a paid order shows that it is paid, with the way to the order', async () => {
    const { reference } = paid;
    await mount({ start: () => problem(409, 'order-already-paid', { reference }), payment: paid });
    await choose(element, 'KilatPay');
    await pay(element);
    await expectText('This order is already paid');
    await expectText('View your order');
    expect(readText(element)).not.to.contain('can’t be paid here');
  });

  it('that cannot load the payment of a paid order has the address of the order from the refusal', async () => {
    const orderUrl = 'https://shop.example/orders/RC-10482';
    await mount({
      start: () => problem(409, 'order-already-paid', { reference: 'pay_1', orderUrl }),
      payment: () => problem(404, 'unknown-payment'),
    });
    await choose(element, 'KilatPay');
    await pay(element);
    await expectText('This order is already paid');
    expect((findInside(element, '.screen a') as HTMLAnchorElement).href).to.equal(orderUrl);
  });
});

describe('a reloaded page', () => {
  afterEach(() => {
    element.remove();
    sessionStorage.clear();
  });

  const leave = (): void => void dispatchEvent(new PageTransitionEvent('pagehide'));

  it('keeps the channel and the bank, for example in another language', async () => {
    const responses = { session: shop.session, banks: { banks: shop.banks } };
    await mount(responses);
    await choose(element, 'FPX online banking');
    await choose(element, 'Bank Seri');
    leave();
    element.remove();
    document.documentElement.lang = 'ms';
    await mount(responses);
    await expectText('di Bank Seri');
    document.documentElement.lang = 'en';
  });

  it('shows the QR code again', async () => {
    const { payment, redirect } = shop.phoneStart;
    const continued = { ...payment, continueUrl: redirect.url, phone: redirect.phone };
    await mount({ start: shop.phoneStart, payment });
    await choose(element, 'KilatPay');
    findInside(element, '.phone').click();
    await expectText('Scan the code');
    leave();
    element.remove();
    await mount({ session: { ...shop.walletSession, openPayment: continued }, payment: continued });
    await expectText('Scan the code');
  });
});
