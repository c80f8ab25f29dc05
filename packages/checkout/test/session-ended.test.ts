import { expect } from '@open-wc/testing';
import '../src/define.ts';
import { PgwCheckout } from '../src/pgw-checkout.ts';
import { choose, eventually, findInside, pay, readText } from './acting.ts';
import { onlyCardSession, payment as cardPayment, start as cardStart } from './card-fixtures.ts';
import { fill } from './card-scenes.ts';
import { startClock, stopClock, advanceClockUntil } from './clock.ts';
import * as shop from './fixtures.ts';
import { loadModules } from './gallery.ts';
import { networkError, problem, stubServer, type StubResponses, type StubServer } from './stub-server.ts';

// The session of the visitor in the shop ends before Pay is pressed: the server no longer knows the order.

let element: PgwCheckout;
let server: StubServer;

const refused = (): Response => problem(404, 'unknown-order');

async function mount(responses: StubResponses): Promise<void> {
  await loadModules();
  server = stubServer({ session: shop.walletSession, ...responses });
  element = new PgwCheckout();
  element.order = shop.order.id;
  element.fetcher = server.fetcher;
  document.body.append(element);
}

async function expectText(text: string): Promise<void> {
  await eventually(() => {
    expect(readText(element)).to.contain(text);
  });
}

/** Loses the session, presses Pay again as soon as it is possible, and waits for the screen. */
async function payAfterSessionEnded(): Promise<void> {
  await advanceClockUntil(() => {
    expect(findInside(element, '#pay').hasAttribute('aria-disabled')).to.equal(false);
  });
  startClock();
  server.respond({ session: refused, start: refused });
  await pay(element);
  await expectText('This order can’t be paid here now');
}

describe('Pay after the session has ended', () => {
  beforeEach(() => {
    document.documentElement.lang = 'en';
  });

  afterEach(() => {
    startClock();
    element.remove();
  });

  it('a refused first start shows that no payment was started, with a link to the shop', async () => {
    await mount({ start: refused });
    await choose(element, 'Sentuh eWallet');
    await pay(element);
    await expectText('This order can’t be paid here now');
    await expectText('No new payment was started.');
    expect(readText(element)).not.to.contain('We can’t find');
    const link = findInside(element, '.screen a') as HTMLAnchorElement;
    expect([link.textContent.trim(), link.href]).to.deep.equal([
      'Back to Rimba Coffee',
      new URL('/store/', location.href).href,
    ]);
    await eventually(() => {
      expect(element.shadowRoot?.activeElement?.id).to.equal('title');
    });
  });

  it('after a definite refusal, a start that is refused because of the session was the only one', async () => {
    await mount({ start: () => problem(422, 'payment-refused') });
    await choose(element, 'Sentuh eWallet');
    await pay(element);
    await expectText('Nothing was charged.');
    await payAfterSessionEnded();
    await expectText('No new payment was started.');
  });

  it('after a start of unknown outcome, the screen says that it is being checked, and never that no payment was started', async () => {
    await mount({ start: networkError });
    await choose(element, 'Sentuh eWallet');
    stopClock();
    await pay(element);
    await payAfterSessionEnded();
    await expectText('We are checking whether a payment was started.');
    await expectText('Don’t pay again until we do.');
    expect(readText(element)).not.to.contain('No new payment was started');
  });

  it('after another choice, an earlier start of unknown outcome is still being checked', async () => {
    await mount({ start: networkError });
    await choose(element, 'Sentuh eWallet');
    stopClock();
    await pay(element);
    await advanceClockUntil(() => {
      expect(findInside(element, '#pay').hasAttribute('aria-disabled')).to.equal(false);
    });
    await choose(element, 'KilatPay');
    await payAfterSessionEnded();
    await expectText('We are checking whether a payment was started.');
  });

  it('if the reference of the unknown payment is known, the payment is requested and shown', async () => {
    await mount({
      start: () => problem(504, 'outcome-unknown', { reference: shop.payment.reference }),
      payment: () => problem(503, 'store-unavailable'),
    });
    await choose(element, 'Sentuh eWallet');
    stopClock();
    await pay(element);
    await advanceClockUntil(() => {
      expect(findInside(element, '#pay').hasAttribute('aria-disabled')).to.equal(false);
    });
    server.respond({ start: refused, session: refused, payment: { ...shop.payment, state: 'paid' } });
    await pay(element);
    await expectText('We are checking whether a payment was started.');
    await advanceClockUntil(() => {
      expect(readText(element)).to.contain('Payment successful');
    });
  });

  it('a card whose outcome is unknown is still being checked after the session has ended', async () => {
    await mount({ session: onlyCardSession(), start: cardStart, card: networkError, payment: cardPayment });
    await fill(element);
    stopClock();
    await pay(element);
    await advanceClockUntil(() => {
      expect(findInside(element, '#pay').hasAttribute('aria-disabled')).to.equal(false);
    });
    startClock();
    server.respond({ start: refused });
    await fill(element, { 'cc-number': '4111111111111111', 'cc-csc': '123' });
    await pay(element);
    await expectText('We are checking whether a payment was started.');
  });
});
