import { expect } from '@open-wc/testing';
import type { PgwCheckout } from '../src/pgw-checkout.ts';
import '../src/define.ts';
import { choose, eventually, findInside, pay, readText, waitForNextTurn } from './acting.ts';
import * as cards from './card-fixtures.ts';
import { chooseCard, fill } from './card-scenes.ts';
import { advanceClock, startClock, stopClock } from './clock.ts';
import * as shop from './fixtures.ts';
import { loadModules } from './gallery.ts';
import { never, problem, stubServer, type StubResponses, type StubServer } from './stub-server.ts';

// In these tests the element is moved or removed, or its order changes, while a request is pending.

const successResponses: StubResponses = {
  session: shop.session,
  banks: { banks: shop.banks },
  start: shop.start,
};
let element: PgwCheckout;
let server: StubServer;

// The tests do not test the loading of the lazy modules.
before(loadModules);

async function mount(responses: StubResponses = {}): Promise<void> {
  server = stubServer({ ...successResponses, ...responses });
  element = document.createElement('pgw-checkout');
  element.order = shop.order.id;
  element.fetcher = server.fetcher;
  element.navigation = { assign: () => {} };
  document.body.append(element);
  await eventually(() => findInside(element, 'label, .buttons'));
}

/**
 * Moves the element to another parent, as a framework may do. It is removed from the page and added again.
 */
async function move(): Promise<void> {
  const box = document.createElement('div');
  document.body.append(box);
  box.append(element);
  await waitForNextTurn();
}

/** Removes the element from the page, and adds it again after a fifth of a second. */
async function moveSlowly(): Promise<void> {
  stopClock();
  element.remove();
  await advanceClock(200);
  startClock();
  document.body.append(element);
}

/** Creates a pending response, and a function that sends it. */
function createPendingResponse(): {
  readonly response: Promise<Response>;
  readonly send: (body: object) => void;
} {
  let send: (body: object) => void = () => {};
  const response = new Promise<Response>((resolve) => {
    send = (body) => resolve(new Response(JSON.stringify(body)));
  });
  return { response, send };
}

const expectText = (text: string): Promise<void> =>
  eventually(() => {
    expect(readText(element)).to.contain(text);
  });
const countRequests = (end: string): number => server.sent.filter(({ path }) => path.endsWith(end)).length;

describe('interruptions of <pgw-checkout>', () => {
  afterEach(() => {
    startClock();
    element.remove();
  });

  it('if the order changes while its payment is started, the card of the first order is not sent', async () => {
    const { response, send } = createPendingResponse();
    await mount({ session: cards.cardSession(), start: response, card: cards.paid });
    await chooseCard(element);
    await fill(element);
    await pay(element);
    await eventually(() => {
      expect(server.listStarts().length).to.equal(1);
    });
    element.order = 'B2';
    await waitForNextTurn();
    send(cards.start);
    // A card of the first order would be sent before the card of the new order is encrypted.
    server.respond({ start: cards.start });
    await chooseCard(element);
    await fill(element);
    await pay(element);
    await expectText('Payment successful');
    expect(countRequests('/card')).to.equal(1);
  });

  it('an element that is moved while the banks are loading shows the banks', async () => {
    const { response, send } = createPendingResponse();
    await mount({ banks: response });
    await choose(element, 'FPX');
    await eventually(() => {
      expect(countRequests('/banks')).to.equal(1);
    });
    await move();
    send({ banks: shop.banks });
    await expectText('Bank Seri');
  });

  it('an element that is added again long after its removal, while the banks are loading, loads them again', async () => {
    await mount({ banks: never });
    await choose(element, 'FPX');
    await eventually(() => {
      expect(countRequests('/banks')).to.equal(1);
    });
    server.respond({ banks: { banks: shop.banks } });
    await moveSlowly();
    await expectText('Bank Seri');
  });

  it('an element that is moved while its payment is started redirects to the bank', async () => {
    const urls: string[] = [];
    const { response, send } = createPendingResponse();
    await mount({ start: response });
    element.navigation = { assign: (url) => urls.push(url) };
    await choose(element, 'Sentuh eWallet');
    await pay(element);
    await move();
    expect(readText(element)).to.contain('Starting your payment');
    send(shop.start);
    await eventually(() => {
      expect(urls).to.deep.equal([shop.start.redirect.url]);
    });
    expect(server.listStarts().length).to.equal(1);
    expect(countRequests('/session')).to.equal(1);
  });

  it('an element that is out of the page for 33 ms while its payment is started redirects as well', async () => {
    const urls: string[] = [];
    await mount({ start: never });
    element.navigation = { assign: (url) => urls.push(url) };
    const { response, send } = createPendingResponse();
    server.respond({ start: response });
    await choose(element, 'Sentuh eWallet');
    await pay(element);
    stopClock();
    element.remove();
    await advanceClock(33);
    document.body.append(element);
    startClock();
    send(shop.start);
    await eventually(() => {
      expect(urls).to.deep.equal([shop.start.redirect.url]);
    });
  });

  it('an element that is moved while its card payment is started sends the card', async () => {
    const { response, send } = createPendingResponse();
    await mount({ session: cards.cardSession(), start: response, card: cards.paid });
    await chooseCard(element);
    await fill(element);
    await pay(element);
    await eventually(() => {
      expect(server.listStarts().length).to.equal(1);
    });
    await move();
    send(cards.start);
    await expectText('Payment successful');
    expect(countRequests('/card')).to.equal(1);
  });

  it('an element that is moved keeps the card that the shopper types, and gets the language of its new place', async () => {
    await mount({ session: cards.cardSession() });
    await chooseCard(element);
    await fill(element);
    const number = findInside(element, '#cc-number') as HTMLInputElement;
    const typed = number.value;
    const box = document.body.appendChild(document.createElement('div'));
    box.lang = 'ms';
    box.append(element);
    await expectText('Nombor kad');
    expect(number.value).to.equal(typed).and.not.to.equal('');
    box.remove();
  });

  it('an element that is added again long after its removal, while its payment is started, loads the session', async () => {
    await mount({ start: never });
    await choose(element, 'Sentuh eWallet');
    await pay(element);
    server.respond({ session: { ...shop.session, openPayment: shop.payment } });
    await moveSlowly();
    await expectText('Did you finish paying at Bank Seri?');
  });

  it('an element that is moved during a rate limit enables Pay when the limit is over', async () => {
    await mount({ start: () => problem(429, 'too-many-requests', {}, { 'retry-after': '0.5' }) });
    await choose(element, 'Sentuh eWallet');
    await pay(element);
    await expectText('Too many tries.');
    await move();
    await eventually(() => {
      expect(readText(element)).not.to.contain('Too many tries.');
    });
  });

  it('a Retry-After of many days, which is more than a timer can wait, does not enable Pay immediately', async () => {
    await mount({ start: () => problem(429, 'too-many-requests', {}, { 'retry-after': '3000000' }) });
    await choose(element, 'Sentuh eWallet');
    stopClock();
    await pay(element);
    await expectText('Too many tries.');
    await advanceClock(60_000);
    expect(readText(element)).to.contain('Too many tries.');
  });

  it('if two calls of refresh() overlap, the response to the second request is shown, even if it arrives first', async () => {
    await mount({ session: shop.walletSession });
    const firstResponse = createPendingResponse();
    const secondResponse = createPendingResponse();
    const createSessionWithAmount = (amount: number): object => ({
      ...shop.walletSession,
      order: { ...shop.order, amount },
    });
    server.respond({ session: firstResponse.response });
    const first = element.refresh();
    await eventually(() => {
      expect(countRequests('/session')).to.equal(2);
    });
    server.respond({ session: secondResponse.response });
    const second = element.refresh();
    secondResponse.send(createSessionWithAmount(30_000));
    await second;
    firstResponse.send(createSessionWithAmount(20_000));
    await first;
    await expectText('300.00');
  });

  it('an element sends no request when its order attribute is removed', async () => {
    await mount();
    element.setAttribute('order', 'A1');
    await element.updateComplete;
    element.removeAttribute('order');
    await waitForNextTurn();
    // The requests for the sessions of the two orders.
    expect(server.sent.length).to.equal(2);
  });

  it('a pending payment gets the focus once, and further responses with the same state do not move the focus', async () => {
    await mount({ session: { ...shop.session, openPayment: shop.payment }, payment: shop.payment });
    await expectText('Did you finish paying');
    findInside(element, '.buttons .primary').click();
    await expectText('Confirming your payment');
    await eventually(() => {
      expect(element.shadowRoot?.activeElement?.id).to.equal('title');
    });
    findInside(element, '.copy').focus();
    const countBefore = countRequests('pay_2005671137F81FD8');
    dispatchEvent(new Event('online'));
    await eventually(() => {
      expect(countRequests('pay_2005671137F81FD8')).to.be.greaterThan(countBefore);
    });
    await waitForNextTurn();
    expect(element.shadowRoot?.activeElement?.className).to.equal('copy');
  });

  it('a new state of a payment is announced and does not take the focus from a field of the page', async () => {
    await mount({ session: { ...shop.session, openPayment: shop.payment }, payment: shop.payment });
    findInside(element, '.buttons .primary').click();
    await expectText('Confirming your payment');
    await eventually(() => {
      expect(element.shadowRoot?.activeElement?.id).to.equal('title');
    });
    const field = document.createElement('input');
    document.body.append(field);
    field.focus();
    server.respond({ payment: { ...shop.payment, state: 'paid' } });
    dispatchEvent(new Event('online'));
    await eventually(() => {
      expect(findInside(element, '[role=status]').textContent).to.equal('Payment successful');
    });
    expect(document.activeElement === field).to.equal(true);
    field.remove();
  });

  it('an element that is removed stops polling its payment', async () => {
    const { response, send } = createPendingResponse();
    await mount({ session: { ...shop.session, openPayment: shop.payment }, payment: response });
    findInside(element, '.buttons .primary').click();
    await eventually(() => {
      expect(countRequests('pay_2005671137F81FD8')).to.equal(1);
    });
    stopClock();
    element.remove();
    server.respond({ payment: shop.payment });
    await advanceClock(200);
    send(shop.payment);
    await advanceClock(60_000);
    expect(countRequests('pay_2005671137F81FD8')).to.equal(1);
  });

  it('an element that is moved during the redirect shows the link to the bank', async () => {
    await mount();
    await choose(element, 'Sentuh eWallet');
    await pay(element);
    await expectText('Taking you to');
    await move();
    await eventually(() => {
      expect(findInside(element, '.redirect-help a').getAttribute('href')).to.contain(
        'https://bank.example/',
      );
    });
  });

  it('an element that is removed from the page also removes all its listeners of the window and the document', async () => {
    const activeListeners = new Set<string>();
    const ids = new Map<unknown, number>();
    type ListenerArguments = [type: string, listener: EventListenerOrEventListenerObject, capture?: boolean];
    const keyOf = ([type, listener, capture]: ListenerArguments): string => {
      if (!ids.has(listener)) ids.set(listener, ids.size);
      return `${type} ${String(ids.get(listener))} ${String(capture === true)}`;
    };
    for (const target of [window, document]) {
      const add = target.addEventListener.bind(target);
      const remove = target.removeEventListener.bind(target);
      target.addEventListener = (...args: ListenerArguments) => {
        activeListeners.add(keyOf(args));
        add(...args);
      };
      target.removeEventListener = (...args: ListenerArguments) => {
        activeListeners.delete(keyOf(args));
        remove(...args);
      };
    }
    await mount({ session: cards.cardSession() });
    await choose(element, 'FPX');
    await chooseCard(element);
    const countBefore = activeListeners.size;
    element.remove();
    await eventually(() => {
      expect([...activeListeners]).to.deep.equal([]);
    });
    for (const target of [window, document])
      for (const name of ['addEventListener', 'removeEventListener']) Reflect.deleteProperty(target, name);
    // Without listeners the test would check nothing.
    expect(countBefore).to.be.greaterThan(5);
  });

  it('if the order changes while a duplicate payment is loaded, the payment of the first order is not shown', async () => {
    const { response, send } = createPendingResponse();
    await mount({ start: problem(409, 'duplicate-payment', { reference: 'pay_1' }), payment: response });
    await choose(element, 'Sentuh eWallet');
    await pay(element);
    await expectText('This order already has a payment.');
    findInside(element, '.notice .secondary').click();
    await eventually(() => {
      expect(countRequests('pay_1')).to.equal(1);
    });
    element.order = 'B2';
    await waitForNextTurn();
    send({ ...shop.payment, state: 'paid' });
    await waitForNextTurn();
    expect(readText(element)).to.contain('How would you like to pay?');
  });
});

describe('the banks of a channel', () => {
  afterEach(() => {
    element.remove();
  });

  it('the error about a missing bank disappears when the banks are loaded and one of them is preselected', async () => {
    localStorage.setItem(`pgw-bank-${shop.fpx.id}`, shop.seri.id);
    const { response, send } = createPendingResponse();
    await mount({ banks: response });
    await choose(element, 'FPX');
    await pay(element);
    await expectText('Choose your bank to continue.');
    send({ banks: shop.banks });
    await expectText('Last used');
    expect(readText(element)).not.to.contain('Choose your bank to continue.');
  });

  it('an empty list of banks shows an error with a button that loads the banks again', async () => {
    await mount({ banks: { banks: [] } });
    await choose(element, 'FPX');
    await expectText('We couldn’t load the banks.');
    server.respond({ banks: { banks: shop.banks } });
    findInside(element, '.panel-failed button').click();
    await expectText('Bank Seri');
  });

  it('the buttons that clear the bank search move the focus to the search field', async () => {
    await mount();
    await choose(element, 'FPX');
    await eventually(() => findInside(element, '#search'));
    const field = findInside(element, '#search') as HTMLInputElement;
    for (const button of ['.clear', '.no-match button']) {
      field.value = 'zzz';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await eventually(() => findInside(element, button));
      findInside(element, button).focus();
      findInside(element, button).click();
      await element.updateComplete;
      expect(element.shadowRoot?.activeElement?.id, button).to.equal('search');
    }
  });
});

it('a session whose payment the server does not return is loaded once more, and not again and again', async () => {
  await mount({
    session: { ...shop.session, openPayment: shop.payment },
    payment: () => problem(404, 'unknown-payment'),
  });
  const count = (end: string): number => server.sent.filter(({ path }) => path.endsWith(end)).length;
  await eventually(() => expect(count(shop.payment.reference)).to.equal(2));
  for (let turns = 0; turns < 20; turns += 1) await waitForNextTurn();
  expect(readText(element)).to.contain('Did you finish');
  expect(count('/session')).to.equal(2);
  expect(count(shop.payment.reference)).to.equal(2);
});
