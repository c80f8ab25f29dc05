import { expect } from '@open-wc/testing';
import type { PgwCheckout } from '../src/pgw-checkout.ts';
import '../src/define.ts';
import { choose, eventually, inside, pay, textOf, nextTurn } from './acting.ts';
import * as cards from './card-fixtures.ts';
import { chooseCard, fill } from './card-scenes.ts';
import { pass, startClock, stopClock } from './clock.ts';
import * as shop from './fixtures.ts';
import { loadModules } from './gallery.ts';
import { never, problem, stubServer, type StubResponses, type StubServer } from './stub-server.ts';

// The element is moved, removed or given another order while a request is pending.

const all: StubResponses = { session: shop.session, banks: { banks: shop.banks }, start: shop.start };
let element: PgwCheckout;
let server: StubServer;

// Not what is waited for here.
before(loadModules);

async function mount(responses: StubResponses = {}): Promise<void> {
  server = stubServer({ ...all, ...responses });
  element = document.createElement('pgw-checkout');
  element.order = shop.order.id;
  element.fetcher = server.fetcher;
  element.navigation = { assign: () => {} };
  document.body.append(element);
  await eventually(() => inside(element, 'label, .buttons'));
}

/** As a framework does that puts it elsewhere: out of the page, and in again. */
async function move(): Promise<void> {
  const box = document.createElement('div');
  document.body.append(box);
  box.append(element);
  await nextTurn();
}

/** A pending response, and a function that sends it. */
function held(): { readonly response: Promise<Response>; readonly give: (body: object) => void } {
  let give: (body: object) => void = () => {};
  const response = new Promise<Response>((resolve) => {
    give = (body) => resolve(new Response(JSON.stringify(body)));
  });
  return { response, give };
}

const shows = (text: string): Promise<void> =>
  eventually(() => {
    expect(textOf(element)).to.contain(text);
  });
const requestCount = (end: string): number => server.sent.filter(({ path }) => path.endsWith(end)).length;

describe('<pgw-checkout> that is interrupted', () => {
  afterEach(() => {
    startClock();
    element.remove();
    localStorage.clear();
  });

  it('no card is sent for an order that is no longer shown', async () => {
    const { response, give } = held();
    await mount({ session: cards.cardSession(), start: response, card: cards.paid });
    await chooseCard(element);
    await fill(element);
    await pay(element);
    await eventually(() => {
      expect(server.starts().length).to.equal(1);
    });
    element.order = 'B2';
    await nextTurn();
    give(cards.start);
    // The card of the new order is encrypted after the time at which that of the old one would have been.
    server.respond({ start: cards.start });
    await chooseCard(element);
    await fill(element);
    await pay(element);
    await shows('Payment successful');
    expect(requestCount('/card')).to.equal(1);
  });

  it('an element that is moved while the banks are loading still shows them', async () => {
    await mount({ banks: never });
    await choose(element, 'FPX');
    await eventually(() => {
      expect(requestCount('/banks')).to.equal(1);
    });
    server.respond({ banks: { banks: shop.banks } });
    await move();
    await shows('Bank Seri');
  });

  it('an element that is moved during a rate limit enables Pay when the limit is over', async () => {
    await mount({ start: () => problem(429, 'too-many-requests', {}, { 'retry-after': '0.5' }) });
    await choose(element, 'Sentuh eWallet');
    await pay(element);
    await shows('Too many tries.');
    await move();
    await eventually(() => {
      expect(textOf(element)).not.to.contain('Too many tries.');
    });
  });

  it('a Retry-After beyond the limit of a timer does not enable Pay at once', async () => {
    await mount({ start: () => problem(429, 'too-many-requests', {}, { 'retry-after': '3000000' }) });
    await choose(element, 'Sentuh eWallet');
    stopClock();
    await pay(element);
    await shows('Too many tries.');
    await pass(60_000);
    expect(textOf(element)).to.contain('Too many tries.');
  });

  it('the response to the newer request is shown, whichever arrives last', async () => {
    await mount({ session: shop.walletSession });
    const [older, newer] = [held(), held()];
    const costing = (amount: number): object => ({
      ...shop.walletSession,
      order: { ...shop.order, amount },
    });
    server.respond({ session: older.response });
    const first = element.refresh();
    await eventually(() => {
      expect(requestCount('/session')).to.equal(2);
    });
    server.respond({ session: newer.response });
    const second = element.refresh();
    newer.give(costing(30_000));
    await second;
    older.give(costing(20_000));
    await first;
    await shows('300.00');
  });

  it('an element whose order was removed sends no request for it', async () => {
    await mount();
    element.setAttribute('order', 'A1');
    await element.updateComplete;
    element.removeAttribute('order');
    await nextTurn();
    expect(server.sent.length).to.equal(2);
  });

  it('a pending payment takes the focus once', async () => {
    await mount({ session: { ...shop.session, openPayment: shop.payment }, payment: shop.payment });
    await shows('Did you finish paying');
    inside(element, '.buttons .primary').click();
    await shows('Confirming your payment');
    await eventually(() => {
      expect(element.shadowRoot?.activeElement?.id).to.equal('title');
    });
    inside(element, '.copy').focus();
    const before = requestCount('pay_2005671137F81FD8');
    dispatchEvent(new Event('online'));
    await eventually(() => {
      expect(requestCount('pay_2005671137F81FD8')).to.be.greaterThan(before);
    });
    await nextTurn();
    expect(element.shadowRoot?.activeElement?.className).to.equal('copy');
  });

  it('a new state of a payment is announced and does not take the focus from a field of the page', async () => {
    await mount({ session: { ...shop.session, openPayment: shop.payment }, payment: shop.payment });
    inside(element, '.buttons .primary').click();
    await shows('Confirming your payment');
    await eventually(() => {
      expect(element.shadowRoot?.activeElement?.id).to.equal('title');
    });
    const field = document.createElement('input');
    document.body.append(field);
    field.focus();
    server.respond({ payment: { ...shop.payment, state: 'paid' } });
    dispatchEvent(new Event('online'));
    await eventually(() => {
      expect(inside(element, '[role=status]').textContent).to.equal('Payment successful');
    });
    expect(document.activeElement === field).to.equal(true);
    field.remove();
  });

  it('an element that is removed stops polling its payment', async () => {
    const { response, give } = held();
    await mount({ session: { ...shop.session, openPayment: shop.payment }, payment: response });
    inside(element, '.buttons .primary').click();
    await eventually(() => {
      expect(requestCount('pay_2005671137F81FD8')).to.equal(1);
    });
    element.remove();
    server.respond({ payment: shop.payment });
    stopClock();
    give(shop.payment);
    await pass(60_000);
    expect(requestCount('pay_2005671137F81FD8')).to.equal(1);
  });

  it('an element that is moved during the redirect still shows the link', async () => {
    await mount();
    await choose(element, 'Sentuh eWallet');
    await pay(element);
    await shows('Taking you to');
    await move();
    await eventually(() => {
      expect(inside(element, '.redirect-help a').getAttribute('href')).to.contain('https://bank.example/');
    });
  });

  it('an element that is removed has no listeners left', async () => {
    const listening = new Set<string>();
    const ids = new Map<unknown, number>();
    type ListenerArguments = [type: string, listener: EventListenerOrEventListenerObject, rest?: boolean];
    const noted = ([type, listener, rest]: ListenerArguments): string => {
      if (!ids.has(listener)) ids.set(listener, ids.size);
      return `${type} ${String(ids.get(listener))} ${String(rest === true)}`;
    };
    for (const target of [window, document]) {
      const add = target.addEventListener.bind(target);
      const remove = target.removeEventListener.bind(target);
      target.addEventListener = (...args: ListenerArguments) => {
        listening.add(noted(args));
        add(...args);
      };
      target.removeEventListener = (...args: ListenerArguments) => {
        listening.delete(noted(args));
        remove(...args);
      };
    }
    await mount({ session: cards.cardSession() });
    await choose(element, 'FPX');
    await chooseCard(element);
    const most = listening.size;
    element.remove();
    for (const target of [window, document])
      for (const name of ['addEventListener', 'removeEventListener']) Reflect.deleteProperty(target, name);
    expect(most).to.be.greaterThan(5);
    expect([...listening]).to.deep.equal([]);
  });

  it('a payment of an earlier order is not shown', async () => {
    const { response, give } = held();
    await mount({ start: problem(409, 'duplicate-payment', { reference: 'pay_1' }), payment: response });
    await choose(element, 'Sentuh eWallet');
    await pay(element);
    await shows('This order already has a payment.');
    inside(element, '.notice .secondary').click();
    await eventually(() => {
      expect(requestCount('pay_1')).to.equal(1);
    });
    element.order = 'B2';
    await nextTurn();
    give({ ...shop.payment, state: 'paid' });
    await nextTurn();
    expect(textOf(element)).to.contain('How would you like to pay?');
  });
});

describe('the banks of a channel', () => {
  afterEach(() => {
    element.remove();
    localStorage.clear();
  });

  it('banks that arrive after Pay was pressed clear the error if one of them is preselected', async () => {
    localStorage.setItem('pgw-bank-1', shop.seri.id);
    const { response, give } = held();
    await mount({ banks: response });
    await choose(element, 'FPX');
    await pay(element);
    await shows('Choose your bank to continue.');
    give({ banks: shop.banks });
    await shows('Last used');
    expect(textOf(element)).not.to.contain('Choose your bank to continue.');
  });

  it('an empty list of banks can be loaded again', async () => {
    await mount({ banks: { banks: [] } });
    await choose(element, 'FPX');
    await shows('We couldn’t load the banks.');
    server.respond({ banks: { banks: shop.banks } });
    inside(element, '.panel-failed button').click();
    await shows('Bank Seri');
  });

  it('the focus stays in the bank search when it is cleared', async () => {
    await mount();
    await choose(element, 'FPX');
    await eventually(() => inside(element, '#search'));
    const field = inside(element, '#search') as HTMLInputElement;
    for (const button of ['.clear', '.no-match button']) {
      field.value = 'zzz';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await eventually(() => inside(element, button));
      inside(element, button).focus();
      inside(element, button).click();
      await element.updateComplete;
      expect(element.shadowRoot?.activeElement?.id, button).to.equal('search');
    }
  });
});
