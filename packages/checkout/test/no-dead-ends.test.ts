import type { StorefrontPayment } from '@pgw/protocol';
import { expect } from '@open-wc/testing';
import { selectCases } from '../../../scripts/nightly.ts';
import '../src/define.ts';
import { languages } from '../src/locales/index.ts';
import type { PgwCheckout } from '../src/pgw-checkout.ts';
import { chooseCard } from './card-scenes.ts';
import { cardSession, onlyCardSession } from './card-fixtures.ts';
import { startClock, stopClock, advanceClock, advanceClockUntil } from './clock.ts';
import * as shop from './fixtures.ts';
import {
  choose,
  eventually,
  findInside,
  loadModules,
  pay,
  chooseBank,
  readText,
  waitForNextTurn,
} from './gallery.ts';
import { stubServer, type StubResponses, type StubServer } from './stub-server.ts';

// These tests check the actions of a shopper whose payment was not completed or is pending, in every
// language.

const successResponses: StubResponses = {
  session: shop.session,
  banks: { banks: shop.banks },
  start: shop.start,
};
const bankPayment: StorefrontPayment = { ...shop.payment, channel: 'FPX online banking' };
const pendingWallet: StorefrontPayment = {
  ...shop.walletPayment,
  state: 'pending',
  continueUrl: 'https://bank.example/approve?ticket=1',
};

/** A pending payment offers another way to pay after 15 s. The first request after that is sent after 16 s. */
const otherWaysShownMs = 17_000;

/** The nightly run has every language. */
const testedLanguages = selectCases(Object.entries(languages), 1);

let server: StubServer;
let urls: string[] = [];

async function mount<Tag extends 'pgw-checkout' | 'pgw-payment-status'>(
  tag: Tag,
  responses: StubResponses,
  language = 'en',
): Promise<HTMLElementTagNameMap[Tag]> {
  await loadModules();
  server = stubServer({ ...successResponses, ...responses });
  const element = document.createElement(tag);
  element.setAttribute('lang', language);
  element.setAttribute('order', shop.order.id);
  element.setAttribute('payment', shop.payment.reference);
  element.fetcher = server.fetcher;
  // An element of an earlier test may still navigate, into the list of its own test.
  element.navigation = { assign: urls.push.bind(urls) };
  document.body.append(element);
  await waitForNextTurn();
  return element;
}

function mountCheckout(responses: StubResponses, language?: string): Promise<PgwCheckout> {
  return mount('pgw-checkout', responses, language);
}

function findButton(element: Element, label: string): HTMLElement {
  const buttons = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('.buttons button') ?? [])];
  const found = buttons.find(({ textContent }) => textContent.trim() === label);
  if (found === undefined)
    throw new Error(
      `No button ${label} in ${buttons.map(({ textContent }) => textContent.trim()).join(', ')}.`,
    );
  return found;
}

async function click(element: Element, label: string): Promise<void> {
  await eventually(() => findButton(element, label));
  findButton(element, label).click();
  await waitForNextTurn();
}

function readChosenValue(element: Element, name: string): string | undefined {
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
  urls = [];
});

describe('Try again', () => {
  it('Try again keeps the channel and the bank of the failed payment and focuses Pay', async () => {
    const element = await mountCheckout({
      start: {
        payment: { ...bankPayment, state: 'failed', reason: 'declined' },
        redirect: shop.start.redirect,
      },
    });
    await chooseBank(element);
    server.respond({ session: { ...shop.session, openPayment: { ...bankPayment, state: 'failed' } } });
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await click(element, 'Try again');
    await expectFocusOnPay(element);
    await eventually(() => {
      expect([readChosenValue(element, 'channel'), readChosenValue(element, 'bank')]).to.deep.equal([
        String(shop.fpx.id),
        shop.seri.id,
      ]);
    });
  });

  it('Try again on a reloaded page chooses the channel and the bank of the failed payment', async () => {
    const failed = { ...bankPayment, state: 'failed', reason: 'declined' };
    const element = await mountCheckout({ session: { ...shop.session, openPayment: failed } });
    await click(element, 'Try again');
    await expectFocusOnPay(element);
    await eventually(() => {
      expect([readChosenValue(element, 'channel'), readChosenValue(element, 'bank')]).to.deep.equal([
        String(shop.fpx.id),
        shop.seri.id,
      ]);
    });
  });

  it('Try again on the return page chooses the same channel on the page of the order, but only once', async () => {
    const status = await mount('pgw-payment-status', {
      payment: { ...bankPayment, state: 'failed', reason: 'declined' },
    });
    await click(status, 'Try again');
    expect(urls).to.deep.equal([shop.payment.orderUrl]);
    status.remove();
    const element = await mountCheckout({});
    await expectFocusOnPay(element);
    await eventually(() => {
      expect([readChosenValue(element, 'channel'), readChosenValue(element, 'bank')]).to.deep.equal([
        String(shop.fpx.id),
        shop.seri.id,
      ]);
    });
    element.remove();
    const reloaded = await mountCheckout({});
    await eventually(() => findInside(reloaded, '#pay'));
    expect(readChosenValue(reloaded, 'channel')).to.equal(undefined);
  });

  it('after Try again for one order, the checkout of another order has no chosen channel', async () => {
    sessionStorage.setItem('pgw-retry', JSON.stringify({ order: 'RC-1', channel: 'KilatPay', bank: null }));
    const element = await mountCheckout({});
    await eventually(() => findInside(element, '#pay'));
    expect(readChosenValue(element, 'channel')).to.equal(undefined);
  });

  it('Choose another way to pay shows the list without a choice', async () => {
    const status = await mount('pgw-payment-status', { payment: { ...bankPayment, state: 'canceled' } });
    await click(status, 'Choose another way to pay');
    expect(sessionStorage.length).to.equal(0);
    status.remove();
    const failed = { ...bankPayment, state: 'failed', reason: 'declined' };
    const element = await mountCheckout({ session: { ...shop.session, openPayment: failed } });
    await click(element, 'Choose another way to pay');
    await eventually(() => {
      expect(element.shadowRoot?.activeElement?.id).to.equal('legend');
    });
    expect(readChosenValue(element, 'channel')).to.equal(undefined);
  });

  it('Choose another way to pay on a pending payment shows the list without a choice, but only once', async () => {
    stopClock();
    const status = await mount('pgw-payment-status', { payment: pendingWallet });
    await advanceClock(otherWaysShownMs);
    findButton(status, 'Choose another way to pay').click();
    startClock();
    status.remove();
    const element = await mountCheckout({ session: { ...shop.session, openPayment: pendingWallet } });
    await eventually(() => {
      expect(element.shadowRoot?.activeElement?.id).to.equal('legend');
    });
    expect(readChosenValue(element, 'channel')).to.equal(undefined);
    element.remove();
    const reloaded = await mountCheckout({ session: { ...shop.session, openPayment: pendingWallet } });
    await eventually(() => findButton(reloaded, 'Check my payment'));
  });

  it('after a payment below the minimum, Try again is not offered, because the sum stays the same', async () => {
    const element = await mount('pgw-payment-status', {
      payment: { ...bankPayment, state: 'failed', reason: 'min' },
    });
    await eventually(() => findButton(element, 'Choose another way to pay'));
    expect(readText(element)).not.to.contain('Try again');
  });

  for (const reason of ['funds', 'limit'] as const)
    it(`after a payment that failed because of ${reason}, Try again is the second button`, async () => {
      const element = await mount('pgw-payment-status', {
        payment: { ...bankPayment, state: 'failed', reason },
      });
      await eventually(() => {
        expect(findInside(element, '.buttons .primary').textContent.trim()).to.equal(
          'Choose another way to pay',
        );
      });
      expect(findInside(element, '.buttons .secondary').textContent.trim()).to.equal('Try again');
    });
});

describe('a pending payment', () => {
  it('a pending payment by wallet can be continued at its own address, without another start', async () => {
    const element = await mountCheckout({
      session: { ...shop.session, openPayment: pendingWallet },
      payment: pendingWallet,
    });
    await click(element, 'Check my payment');
    await eventually(() => {
      expect(readText(element)).to.contain('If you haven’t approved the payment yet');
    });
    expect(readText(element)).not.to.contain('a few seconds');
    await click(element, 'Continue to KilatPay');
    await eventually(() => {
      expect(urls).to.deep.equal(['https://bank.example/approve?ticket=1']);
    });
    expect(server.listStarts()).to.deep.equal([]);
  });

  it('a pending payment can be continued before it is checked', async () => {
    const element = await mountCheckout({ session: { ...shop.session, openPayment: pendingWallet } });
    await click(element, 'Continue to KilatPay');
    await eventually(() => {
      expect(urls.length).to.equal(1);
    });
  });

  it('a card whose outcome is unclear cannot be continued, because a card is sent only once', async () => {
    const byCard = { ...bankPayment, channel: shop.card.name, bank: null, approver: 'card' } as const;
    const openPayment = { ...byCard, step: 'card-unclear' } as const;
    const element = await mountCheckout({
      session: { ...cardSession(), openPayment },
      payment: openPayment,
    });
    await eventually(() => {
      expect(readText(element)).to.contain('We don’t know whether your card was charged. We’re checking.');
    });
    expect(readText(element)).not.to.contain('Continue to');
  });

  it('a card whose bank authenticates the shopper can be continued there after a reload', async () => {
    const byCard = { ...bankPayment, channel: shop.card.name, bank: null, approver: 'card' } as const;
    const openPayment = { ...byCard, continueUrl: 'https://bank.example/challenge' };
    const element = await mountCheckout({
      session: { ...cardSession(), openPayment },
      payment: openPayment,
    });
    await eventually(() => {
      expect(readText(element)).to.contain('Did you finish paying at your card’s bank?');
    });
    await click(element, 'Continue to your card’s bank');
    await eventually(() => {
      expect(urls).to.deep.equal(['https://bank.example/challenge']);
    });
  });

  for (const [language, file] of testedLanguages)
    it(`after 15 seconds a pending payment offers another way to pay with a warning, in ${language}`, async () => {
      const { texts } = await file.load();
      stopClock();
      const element = await mount('pgw-payment-status', { payment: bankPayment }, language);
      await advanceClockUntil(() => {
        expect(readText(element)).to.contain(texts.pending);
      });
      expect(readText(element)).not.to.contain(texts['choose-another']);
      await advanceClock(otherWaysShownMs);
      expect(readText(element)).to.contain(texts['pending.warning']);
      findButton(element, texts['choose-another']).click();
      expect(urls).to.deep.equal([shop.payment.orderUrl]);
    });

  it('a page restored by the Back button first asks whether the payment was finished, then shows it as pending', async () => {
    const element = await mount('pgw-payment-status', { payment: bankPayment });
    await eventually(() => {
      expect(readText(element)).to.contain('This usually takes a few seconds');
    });
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await eventually(() => {
      expect(readText(element)).to.contain('Did you finish paying at Bank Seri?');
    });
    await click(element, 'Check my payment');
    await eventually(() => {
      expect(readText(element)).to.contain('If you haven’t approved the payment yet');
    });
    expect(readText(element)).not.to.contain('a few seconds');
  });
});

describe('the card form', () => {
  for (const [language, file] of testedLanguages)
    it(`the card form is shown in ${language} when it is opened for the first time`, async () => {
      const { texts } = await file.load();
      const element = await mountCheckout({ session: onlyCardSession() }, language);
      await eventually(() => {
        expect(readText(element)).to.contain(texts['card.number']);
      });
      await pay(element);
      expect(readText(element)).to.contain(texts['card.error.number.required']);
    });

  it('the card form that is opened from the list is shown in the language of the page', async () => {
    document.documentElement.lang = 'ms';
    const element = await mountCheckout({ session: cardSession() }, '');
    element.removeAttribute('lang');
    await chooseCard(element);
    await eventually(() => {
      expect(readText(element)).to.contain('Nombor kad');
    });
    document.documentElement.lang = 'en';
  });
});

describe('the headings of the list', () => {
  for (const [language, file] of testedLanguages)
    it(`known groups of the gateway have a heading in ${language}, and other groups have their own name`, async () => {
      const { texts } = await file.load();
      const channels = [...shop.session.channels, { ...shop.kilat, id: 99, group: 'Vouchers' }];
      const element = await mountCheckout({ session: { ...shop.session, channels } }, language);
      await eventually(() => {
        const labels = [...(element.shadowRoot?.querySelectorAll('.group > legend') ?? [])];
        expect(labels.map(({ textContent }) => textContent.trim())).to.deep.equal([
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
  for (const [language, file] of testedLanguages)
    it(`the first fact of a payment is labelled as total in ${language}`, async () => {
      const { texts } = await file.load();
      const element = await mount(
        'pgw-payment-status',
        { payment: { ...bankPayment, state: 'paid' } },
        language,
      );
      await eventually(() => {
        expect(findInside(element, '.facts dt').textContent).to.equal(texts['fact.total']);
      });
    });
});

describe('a list of banks that can be scrolled', () => {
  it('a list of banks that can be scrolled shows an arrow until it is scrolled to its end', async () => {
    const element = await mountCheckout({});
    await choose(element, 'FPX online banking');
    await eventually(() => findInside(element, '.bank-list.scrollable'));
    const list = findInside(element, '.bank-list.scrollable');
    const readArrow = (): string => getComputedStyle(list.parentElement ?? list, '::after').content;
    expect(list.scrollHeight).to.be.above(list.clientHeight);
    expect(readArrow()).to.equal('""');
    list.scrollTop = list.scrollHeight;
    await eventually(() => {
      expect(readArrow()).to.equal('none');
    });
  });
});
