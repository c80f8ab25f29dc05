import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import '../src/define.ts';
import { PgwCheckout } from '../src/pgw-checkout.ts';
import { choose, eventually, findInside, pay, readMarkup, readText } from './acting.ts';
import * as cards from './card-fixtures.ts';
import { chooseCard, fill } from './card-scenes.ts';
import { advanceClockUntil, startClock, stopClock } from './clock.ts';
import * as shop from './fixtures.ts';
import {
  withHigherPrice,
  networkError,
  problem,
  stubServer,
  type StubResponses,
  type StubServer,
} from './stub-server.ts';

let element: PgwCheckout;
let server: StubServer;
let navigatedUrls: string[];

function mountCheckout(responses: StubResponses = {}): PgwCheckout {
  server = stubServer({ session: cards.cardSession(), start: cards.start, card: cards.paid, ...responses });
  element = new PgwCheckout();
  element.order = shop.order.id;
  element.fetcher = server.fetcher;
  navigatedUrls = [];
  element.navigation = { assign: (url) => navigatedUrls.push(url) };
  document.body.append(element);
  return element;
}

const findField = (name: string): HTMLInputElement => findInside(element, `#${name}`) as HTMLInputElement;
const listCardRequests = () =>
  server.sent.filter(({ path }) => path.endsWith('/card')).map(({ body }) => body ?? {});
const expectText = (text: string): Promise<void> =>
  eventually(() => {
    expect(readText(element)).to.contain(text);
  });

async function payCard(): Promise<void> {
  await chooseCard(element);
  await fill(element);
  await pay(element);
}

beforeEach(() => {
  document.documentElement.lang = 'en';
});

afterEach(() => {
  startClock();
  element.remove();
  Reflect.deleteProperty(crypto, 'subtle');
});

describe('paying by card', () => {
  it('a shopper can pay by card with the keyboard alone', async () => {
    mountCheckout({ session: cards.onlyCardSession() });
    await eventually(() => findInside(element, '#cc-number'));
    const press = (key: string): Promise<unknown> => sendKeys({ press: key });
    await press('Tab');
    await sendKeys({ type: '4111111111111111' });
    await press('Tab');
    await sendKeys({ type: '930' });
    await press('Tab');
    await sendKeys({ type: '123' });
    await press('Tab');
    await sendKeys({ type: 'Aisyah' });
    await press('Tab');
    await press('Space');
    await press('Tab');
    expect(element.shadowRoot?.activeElement).to.equal(findInside(element, '#pay'));
    await press('Enter');
    await press('Enter');
    await expectText('Payment successful');
    expect(server.listStarts().length).to.equal(1);
    expect(listCardRequests().map(({ save }) => save)).to.deep.equal([true]);
    expect(element.shadowRoot?.activeElement?.id).to.equal('title');
  });

  it('after a payment by card, "View your order" leads to the page of the order with this payment', async () => {
    const returnUrl = 'https://shop.example/orders/RC-10482?payment=pay_2005671137F81FD8';
    const payment = { ...cards.payment, state: 'paid', returnUrl };
    mountCheckout({ card: { payment, redirect: null } });
    await payCard();
    await expectText('View your order');
    expect(findInside(element, 'a.primary').getAttribute('href')).to.equal(returnUrl);
  });

  it('the card is sent encrypted for one payment, and no request contains the card in plain text', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
    const { x = '', y = '' } = await exportJWK(publicKey);
    mountCheckout({ start: { ...cards.start, redirect: { type: 'card', key: { ...cards.key, x, y } } } });
    await payCard();
    await expectText('Payment successful');
    const { plaintext, protectedHeader } = await compactDecrypt(
      String(listCardRequests()[0]?.['card']),
      privateKey,
    );
    expect(JSON.parse(new TextDecoder().decode(plaintext))).to.deep.equal({
      number: '4111111111111111',
      expiryMonth: '09',
      expiryYear: '2030',
      holderName: 'Aisyah binti Rahman',
      securityCode: '123',
    });
    expect(atob(String(protectedHeader['apv']))).to.equal(cards.payment.reference);
    expect(JSON.stringify(server.sent)).not.to.match(/4111|Aisyah|2030|"123"/);
  });

  it('no event, no storage and no markup of the element contains the card', async () => {
    mountCheckout();
    const details: unknown[] = [];
    for (const name of ['ready', 'change', 'before-pay', 'submit', 'redirect', 'result', 'error'])
      element.addEventListener(`pgw-${name}`, (event) => details.push([name, (event as CustomEvent).detail]));
    await payCard();
    await expectText('Payment successful');
    expect(JSON.stringify(details))
      .to.contain('"paid"')
      .and.not.to.match(/4111|Aisyah|09 \/ 30|123/);
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.to.match(/4111|Aisyah/);
    expect(readMarkup(element.renderRoot)).not.to.match(/4111|Aisyah/);
  });

  it('Pay with an invalid card field starts no payment, marks the field and focuses it', async () => {
    mountCheckout();
    await chooseCard(element);
    await fill(element, { 'cc-number': '4111111111111111', 'cc-exp': '0930' });
    await pay(element);
    expect(server.listStarts()).to.deep.equal([]);
    expect(element.shadowRoot?.activeElement?.id).to.equal('cc-csc');
    expect(readText(element)).to.contain('Enter the 3-digit security code.');
    expect(element.validate()).to.equal(false);
  });

  it('while a card is processed, a second press of Pay is ignored, and the card fields are cleared and read-only', async () => {
    let respond: (response: Response) => void = () => {};
    mountCheckout({ card: () => new Promise<Response>((resolve) => (respond = resolve)) });
    await payCard();
    await expectText('Processing your card…');
    await pay(element);
    expect(findField('cc-number').readOnly).to.equal(true);
    expect(findField('cc-number').value + findField('cc-csc').value).to.equal('');
    respond(new Response(JSON.stringify(cards.paid)));
    await expectText('Payment successful');
    expect(listCardRequests().length).to.equal(1);
  });

  it('a card payment redirects to the bank if the bank requires authentication', async () => {
    mountCheckout({ card: cards.challenge });
    await payCard();
    await expectText('Taking you to your card’s bank');
    expect(navigatedUrls).to.deep.equal(['https://bank.example/ask']);
  });

  it('a payment with a saved card sends only the id of the card and the security code', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
    const { x = '', y = '' } = await exportJWK(publicKey);
    const redirect = { type: 'card', key: { ...cards.key, x, y } };
    mountCheckout({
      session: cards.cardSession({ savedCards: cards.savedCards }),
      start: { ...cards.start, redirect },
    });
    await chooseCard(element);
    await fill(element, { 'cc-csc': '987' });
    await pay(element);
    await expectText('Payment successful');
    const { plaintext } = await compactDecrypt(String(listCardRequests()[0]?.['card']), privateKey);
    expect(JSON.parse(new TextDecoder().decode(plaintext))).to.deep.equal({
      savedCardId: 's1',
      securityCode: '987',
    });
    expect(listCardRequests()[0]?.['save']).to.equal(false);
  });

  it('on a page without Web Crypto the element redirects, and the shopper enters the card on the gateway’s page', async () => {
    Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true });
    mountCheckout({ start: shop.start });
    await chooseCard(element);
    expect(element.shadowRoot?.querySelector('#cc-number')).to.equal(null);
    await pay(element);
    await expectText('Taking you to');
    expect(server.listStarts()[0]?.['cardAt']).to.equal('gateway');
    expect(listCardRequests()).to.deep.equal([]);
  });
});

describe('a refused card', () => {
  /** Checks the reason above the fields, and that the first field has the focus and is described by the reason. */
  async function expectDecline(text: string, field = 'cc-number'): Promise<void> {
    await eventually(() => {
      expect(findInside(element, '#decline').textContent.replace(/\s+/g, ' ').trim()).to.equal(text);
      expect(element.shadowRoot?.activeElement?.id).to.equal(field);
    });
    const input = findField(field);
    expect(input.getAttribute('aria-describedby')?.split(' ')).to.contain('decline');
    expect(findInside(element, '#decline').getBoundingClientRect().bottom).to.be.lessThan(
      input.getBoundingClientRect().top,
    );
  }

  const declined =
    'Your card was declined. Check the details, use another card, or ask your bank. No money was taken. The card number and the security code were cleared. Enter them again.';

  it('a declined card keeps the form with expiry date and name, and another number and code pay', async () => {
    mountCheckout({ card: cards.declined });
    const results: unknown[] = [];
    element.addEventListener('pgw-result', ({ detail }) => results.push(detail));
    await payCard();
    await expectDecline(declined);
    expect('number exp csc name'.split(' ').map((name) => findField(`cc-${name}`).value)).to.deep.equal([
      '',
      '09 / 30',
      '',
      'Aisyah binti Rahman',
    ]);
    expect(results).to.deep.equal([{ reference: cards.payment.reference, state: 'failed' }]);
    server.respond({ card: cards.paid });
    await fill(element, { 'cc-number': '4111111111111111', 'cc-csc': '123' });
    await pay(element);
    await expectText('Payment successful');
    expect(element.shadowRoot?.querySelector('#decline')).to.equal(null);
    expect(new Set(server.listStarts().map(({ attempt }) => attempt)).size).to.equal(2);
  });

  it('the reason of a declined saved card is above its security code, the only field', async () => {
    mountCheckout({
      session: cards.cardSession({ savedCards: cards.savedCards }),
      card: { ...cards.declined, payment: { ...cards.declined.payment, reason: 'funds' } },
    });
    await chooseCard(element);
    await fill(element, { 'cc-csc': '987' });
    await pay(element);
    await expectDecline(
      'There isn’t enough money in the account. Try another way to pay. No money was taken. The security code was cleared. Enter it again.',
      'cc-csc',
    );
  });

  it('after three declined cards the other channels are shown', async () => {
    mountCheckout({ card: cards.declined });
    for (let count = 1; count <= 3; count += 1) {
      await payCard();
      await expectDecline(count < 3 ? declined : `${declined} You can also pay another way.`);
    }
    await choose(element, 'DuitNow QR');
    expect(element.shadowRoot?.querySelector('#decline')).to.equal(null);
    await choose(element, 'Credit or debit card');
    expect(element.shadowRoot?.querySelector('#decline')).to.equal(null);
  });

  it('a card whose response was lost keeps the form if the server then reports that it was declined', async () => {
    mountCheckout({ card: networkError, payment: cards.declined.payment });
    await payCard();
    await expectText('We’re checking.');
    await expectDecline(declined);
  });

  for (const [code, status] of [
    ['card-key-expired', 409],
    ['card-unreadable', 400],
    ['gateway-unreachable', 503],
    ['payment-refused', 422],
  ] as const) {
    it(`after the problem ${code} Pay is enabled, and the number of the card is cleared`, async () => {
      mountCheckout({ card: () => problem(status, code) });
      await payCard();
      await expectText('Nothing was charged. Try again.');
      expect(findInside(element, '#pay').hasAttribute('aria-disabled')).to.equal(false);
      expect(findField('cc-number').value).to.equal('');
    });
  }

  for (const savedCards of [[], cards.savedCards]) {
    const kind = savedCards.length === 0 ? 'new' : 'saved';
    it(`if the server refuses the brand of a ${kind} card, the card number has an error and gets the focus`, async () => {
      mountCheckout({
        session: cards.cardSession({ savedCards }),
        card: () => problem(422, 'card-not-supported'),
      });
      await chooseCard(element);
      await fill(element, savedCards.length === 0 ? undefined : { 'cc-csc': '987' });
      await pay(element);
      await expectText('Rimba Coffee doesn’t take Visa cards. Use another card.');
      await eventually(() => {
        expect(element.shadowRoot?.activeElement?.id).to.equal('cc-number');
      });
      expect(findField('cc-number').value).to.equal('');
      expect(findField('cc-number').getAttribute('aria-invalid')).to.equal('true');
      expect(findInside(element, '#pay').hasAttribute('aria-disabled')).to.equal(false);
      server.respond({ card: cards.paid });
      await fill(element);
      await pay(element);
      await expectText('Payment successful');
      expect(listCardRequests().length).to.equal(2);
    });
  }

  it('after too many card payments a notice shows how long the shopper has to wait', async () => {
    mountCheckout({ card: () => problem(429, 'too-many-requests', {}, { 'retry-after': '120' }) });
    await payCard();
    await expectText('Too many tries. Nothing was charged. Wait 2 minutes, then try again.');
  });

  it('if the total has changed, the card form keeps the typed card, because it was not sent', async () => {
    mountCheckout(withHigherPrice(cards.cardSession(), 13_490));
    await payCard();
    await expectText('The total is now');
    expect(findField('cc-number').value).to.equal('4111 1111 1111 1111');
  });
});

describe('the lost response to a card', () => {
  it('if the response to a card is lost, the element requests the payment and shows its outcome', async () => {
    mountCheckout({ card: networkError, payment: { ...cards.payment, state: 'paid' } });
    await payCard();
    await expectText('We’re checking.');
    expect(findInside(element, '#pay').getAttribute('aria-disabled')).to.equal('true');
    await expectText('Payment successful');
    expect(listCardRequests().length).to.equal(1);
  });

  it('if the outcome of a card is unknown and the server has an open payment, the card is not sent again', async () => {
    mountCheckout({ card: () => problem(504, 'outcome-unknown'), payment: cards.payment });
    await chooseCard(element);
    server.respond({ session: { ...cards.cardSession(), openPayment: cards.payment } });
    await fill(element);
    await pay(element);
    await expectText('Confirming your payment');
    expect(listCardRequests().length).to.equal(1);
  });

  it('if the response to a card is lost and the server has no open payment, Pay is enabled and the card number is cleared', async () => {
    mountCheckout({ card: networkError, payment: cards.payment });
    await chooseCard(element);
    await fill(element);
    stopClock();
    await pay(element);
    await expectText('We’re checking.');
    await advanceClockUntil(() => {
      expect(findInside(element, '#pay').hasAttribute('aria-disabled')).to.equal(false);
    });
    expect(findField('cc-number').value).to.equal('');
  });
});

describe('the card form in <pgw-checkout>', () => {
  it('a change of the language translates the card form and keeps the typed card', async () => {
    mountCheckout();
    await chooseCard(element);
    await fill(element, { 'cc-number': '4111111111111112' });
    for (const [lang, label] of [
      ['ms', 'Nombor kad ini nampak tidak betul.'],
      ['zh-Hans', '卡号有误'],
      ['ta', 'அட்டை எண் சரியாகத் தெரியவில்லை.'],
      ['en', 'This card number doesn’t look right.'],
    ] as const) {
      element.lang = lang;
      await expectText(label);
      expect(findField('cc-number').value).to.equal('4111 1111 1111 1112');
    }
  });

  it('the card form keeps the typed card while another channel is chosen', async () => {
    mountCheckout();
    await chooseCard(element);
    await fill(element, { 'cc-number': '4111111111111111' });
    await choose(element, 'DuitNow QR');
    await chooseCard(element);
    expect(findField('cc-number').value).to.equal('4111 1111 1111 1111');
  });

  it('the card form of the checkout is cleared when the shopper leaves the page and when the element is removed', async () => {
    mountCheckout();
    await chooseCard(element);
    await fill(element);
    dispatchEvent(new PageTransitionEvent('pagehide'));
    await element.updateComplete;
    for (const name of ['number', 'exp', 'csc', 'name']) expect(findField(`cc-${name}`).value).to.equal('');
    await fill(element);
    element.remove();
    await eventually(() => {
      expect(findField('cc-number').value + findField('cc-name').value).to.equal('');
    });
  });

  it('the card form uses the texts of the merchant', async () => {
    mountCheckout();
    element.texts = { 'card.number': 'Number of your card' };
    await chooseCard(element);
    await expectText('Number of your card');
  });
});
