import type { StorefrontPayment } from '@pgw/protocol';
import { expect } from '@open-wc/testing';
import type { PgwPaymentStatus } from '../src/pgw-payment-status.ts';
import '../src/define.ts';
import { advanceClock, advanceClockUntil, startClock, stopClock } from './clock.ts';
import * as shop from './fixtures.ts';
import { eventually, findInside, loadModules, readText, waitForNextTurn } from './gallery.ts';
import {
  networkError,
  never,
  problem,
  stubServer,
  type StubResponses,
  type StubServer,
} from './stub-server.ts';

const mounted: Element[] = [];

async function mount(
  response: StubResponses['payment'],
  reference: string | null = 'pay_1',
): Promise<{
  element: PgwPaymentStatus;
  server: StubServer;
  urls: string[];
  events: string[];
}> {
  await loadModules();
  const server = stubServer({ payment: response ?? never });
  const urls: string[] = [];
  const element = document.createElement('pgw-payment-status');
  element.payment = reference;
  element.fetcher = server.fetcher;
  element.navigation = { assign: (url) => urls.push(url) };
  const events: string[] = [];
  for (const type of ['pgw-error', 'pgw-result'])
    element.addEventListener(type, () => void events.push(type));
  document.body.append(element);
  mounted.push(element);
  await waitForNextTurn();
  return { element, server, urls, events };
}

function createPayment(change: Partial<StorefrontPayment>): StorefrontPayment {
  return { ...shop.payment, ...change };
}

describe('<pgw-payment-status>', () => {
  afterEach(() => {
    startClock();
    for (const element of mounted.splice(0)) element.remove();
    history.replaceState(null, '', location.pathname);
  });

  const outcomes: readonly (readonly [Partial<StorefrontPayment>, readonly string[]])[] = [
    [
      { state: 'paid' },
      ['Payment successful', 'Rimba Coffee has received your payment', 'Bank Seri · FPX', 'View your order'],
    ],
    [{ state: 'authorized' }, ['Card approved', 'Rimba Coffee will charge RM 128.90']],
    [
      { state: 'failed', reason: 'declined' },
      ['Payment not completed', 'Bank Seri declined this payment.', 'No money was taken.'],
    ],
    [{ state: 'failed', reason: 'funds' }, ['There isn’t enough money']],
    [{ state: 'failed', reason: 'limit' }, ['RM 128.90 is above your limit']],
    [{ state: 'failed', reason: 'min' }, ['RM 128.90 is too small for this way to pay']],
    [{ state: 'canceled' }, ['Payment cancelled', 'Try again', 'Choose another way to pay']],
    [{ state: 'expired' }, ['Payment time ran out', 'Start again']],
    [{ state: 'refunded' }, ['Payment refunded', 'pay_2005671137F81FD8']],
    [{ state: 'refunding' }, ['Refund in progress']],
    [
      { ...shop.walletPayment, state: 'paid', second: { refund: null } },
      [
        'You paid twice',
        'Rimba Coffee has been informed.',
        'No refund has been requested yet. Contact Rimba Coffee about this payment.',
        'KilatPay',
        'View your order',
      ],
    ],
    [
      {
        ...shop.walletPayment,
        state: 'refunding',
        second: { refund: { amount: 12_890, isDone: false, date: '2026-09-15T01:00:00Z' } },
      },
      ['You paid twice', 'We will return RM 128.90 to KilatPay.', 'Refund requested', '15 Sep'],
    ],
    [
      {
        ...shop.walletPayment,
        state: 'refunded',
        second: { refund: { amount: 12_890, isDone: true, date: '2026-09-16T01:00:00Z' } },
      },
      ['You paid twice', 'We returned RM 128.90 to KilatPay.', 'Refunded', '16 Sep'],
    ],
    [
      {
        ...shop.walletPayment,
        state: 'paid',
        second: { refund: { amount: 5_000, isDone: true, date: null } },
      },
      ['You paid twice', 'We returned RM 50.00 to KilatPay.', 'Date', '14 Sep'],
    ],
  ];

  for (const [change, texts] of outcomes) {
    const kind = change.second ? 'second payment' : 'payment';
    const reason = change.reason ? ` and the reason ${change.reason}` : '';
    it(`a ${kind} with the state ${change.state ?? ''}${reason} is shown with the focus on its title`, async () => {
      const { element } = await mount(createPayment(change));
      for (const text of texts)
        await eventually(() => {
          expect(readText(element)).to.contain(text);
        });
      await eventually(() => {
        expect(element.shadowRoot?.activeElement?.id).to.equal('title');
      });
    });
  }

  it('a pending payment that can be continued has a button that opens it, also after the Back button', async () => {
    const continueUrl = 'https://bank.example/approve?ticket=1';
    const { element, urls } = await mount(createPayment({ continueUrl }));
    await eventually(() => {
      expect(readText(element)).to.contain('If you haven’t approved the payment yet, approve it there.');
    });
    findInside(element, '.buttons button').click();
    expect(urls).to.deep.equal([continueUrl]);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await eventually(() => {
      expect(readText(element)).to.contain('Did you finish paying at Bank Seri?');
    });
    expect(readText(element)).to.contain('Continue to Bank Seri');
  });

  it('a URL of a pending payment that is not http or https is not opened', async () => {
    const { element } = await mount(createPayment({ continueUrl: 'javascript:alert(1)' }));
    await eventually(() => {
      expect(readText(element)).to.contain('Confirming your payment');
    });
    expect(readText(element)).not.to.contain('Continue to');
  });

  it('a pending payment is never shown as failed, and is polled until it is paid', async () => {
    let state: StorefrontPayment['state'] = 'pending';
    stopClock();
    const { element, server } = await mount(() => createPayment({ state }));
    await advanceClockUntil(() => {
      expect(readText(element))
        .to.contain('Confirming your payment')
        .and.contain('We’re waiting for Bank Seri to confirm.');
    });
    expect(readText(element)).not.to.match(/fail|not completed|No money/i);
    state = 'paid';
    await advanceClockUntil(() => {
      expect(server.sent.length).to.equal(2);
    });
    await eventually(() => {
      expect(readText(element)).to.contain('Payment successful');
    });
    await advanceClock(60_000);
    expect(server.sent.length).to.equal(2);
  });

  it('after the payment is paid, no live region still says that it is pending', async () => {
    let state: StorefrontPayment['state'] = 'pending';
    stopClock();
    const { element } = await mount(() => createPayment({ state }));
    await advanceClockUntil(() => {
      expect(findInside(element, '[role=status]').textContent).to.contain('taking longer');
    });
    state = 'paid';
    await advanceClockUntil(() => {
      expect(readText(element)).to.contain('Payment successful');
    });
    expect(findInside(element, '[role=status]').textContent).to.equal('');
  });

  it('"View your order" leads to the order with the payment, and is not shown on the page of this payment', async () => {
    const returnUrl = `${location.pathname}?payment=pay_1`;
    const { element } = await mount(createPayment({ state: 'paid', orderUrl: location.pathname, returnUrl }));
    await eventually(() => {
      expect(findInside(element, 'a.primary').getAttribute('href')).to.equal(
        new URL(returnUrl, location.href).href,
      );
    });
    history.replaceState(null, '', `${returnUrl}&lang=en`);
    const { element: onThisPage } = await mount(createPayment({ state: 'paid', returnUrl }));
    await eventually(() => {
      expect(readText(onThisPage)).to.contain('Payment successful');
    });
    expect(onThisPage.shadowRoot?.querySelector('a')).to.equal(null);
  });

  const titles = {
    paid: 'Payment successful',
    authorized: 'Card approved',
    failed: 'Payment not completed',
    canceled: 'Payment cancelled',
    expired: 'Payment time ran out',
    refunding: 'Refund in progress',
    refunded: 'Payment refunded',
  } as const;

  for (const [state, title] of Object.entries(titles)) {
    it(`if the server sends only the state ${state}, the element shows its title and no order`, async () => {
      const { element } = await mount({ reference: 'pay_1', state });
      await eventually(() => {
        expect(readText(element)).to.contain(title);
        expect(element.shadowRoot?.activeElement?.id).to.equal('title');
      });
      expect(element.shadowRoot?.querySelector('dl, a, button')).to.equal(null);
    });
  }

  it('if the server sends only the state, the payment is polled until it is paid', async () => {
    let state: StorefrontPayment['state'] = 'pending';
    stopClock();
    const { element } = await mount(() => ({ reference: 'pay_1', state }));
    await advanceClockUntil(() => {
      expect(readText(element)).to.contain('Confirming your payment');
    });
    state = 'paid';
    await advanceClockUntil(() => {
      expect(readText(element)).to.contain('Payment successful');
    });
  });

  it('if the server is unreachable, the payment is shown as pending', async () => {
    for (const response of [
      networkError,
      () => problem(503, 'store-unavailable'),
      () => new Response('<html>'),
    ]) {
      const { element } = await mount(response);
      await eventually(() => {
        expect(readText(element)).to.contain('Confirming your payment');
      });
    }
  });

  it('a pending payment is requested immediately when the page is online or visible again', async () => {
    const { server } = await mount(createPayment({}));
    dispatchEvent(new Event('online'));
    await waitForNextTurn();
    await eventually(() => {
      expect(server.sent.length).to.equal(2);
    });
    document.dispatchEvent(new Event('visibilitychange'));
    await waitForNextTurn();
    await eventually(() => {
      expect(server.sent.length).to.equal(3);
    });
  });

  it('the payment is not requested while the page is hidden', async () => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    const { server } = await mount(createPayment({}));
    expect(server.sent.length).to.equal(0);
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
    await waitForNextTurn();
    await eventually(() => {
      expect(server.sent.length).to.equal(1);
    });
  });

  it('after a response with status 429 (too many requests), the next request is sent after the time of Retry-After', async () => {
    stopClock();
    const { server } = await mount(() => problem(429, 'too-many-requests', {}, { 'retry-after': '60' }));
    await advanceClock(59_000);
    expect(server.sent.length).to.equal(1);
    // The delay starts when the element handles the response, which may be a little later.
    await advanceClockUntil(() => {
      expect(server.sent.length).to.equal(2);
    });
  });

  it('a payment that a second person approves says so, and is requested after ten minutes too', async () => {
    stopClock();
    const { element, server } = await mount(createPayment({ approval: 'second-person', expiresAt: null }));
    await advanceClockUntil(() => {
      expect(readText(element)).to.contain('Waiting for your company’s approver');
    });
    expect(readText(element)).to.contain('That may take days. You can close this page');
    for (let minute = 0; minute < 12; minute += 1) await advanceClock(60_000);
    const sent = server.sent.length;
    await advanceClockUntil(() => {
      expect(server.sent.length).to.be.greaterThan(sent);
    });
  });

  it('after two minutes, a pending payment shows that the page can be closed, and a button that requests it', async () => {
    stopClock();
    const { element, server } = await mount(createPayment({}));
    // The first text of a pending payment is not announced, so it must be shown before the next one.
    await advanceClockUntil(() => {
      expect(readText(element)).to.contain('Confirming your payment');
    });
    await advanceClock(130_000);
    await eventually(() => {
      expect(readText(element)).to.contain('You can close this page; Rimba Coffee will update your order.');
    });
    await eventually(() => {
      expect(findInside(element, '[role=status]').textContent).to.contain('You can close this page');
    });
    const sent = server.sent.length;
    findInside(element, '.buttons button').click();
    await advanceClock(0);
    expect(server.sent.length).to.equal(sent + 1);
  });

  for (const query of [
    '?payment=pay_7&status=1',
    '?ReferenceCode=INV-7&payment=pay_7',
    '?payment=card&pgw-payment=pay_7',
    '?payment=1&ReferenceCode=2&pgw-payment=pay_7',
    '?pgw-payment=1&payment=2&pgw-payment=pay_7',
    '?ReferenceCode=pay_7',
  ]) {
    it(`without a payment attribute, the reference is read from the query ${query} of the page`, async () => {
      history.replaceState(null, '', query);
      const { server } = await mount(createPayment({}), null);
      await eventually(() => {
        expect(server.sent[0]?.path).to.equal('/pgw/payments/pay_7');
      });
    });
  }

  it('an unknown payment is shown as not found, with the advice not to pay again', async () => {
    const { element } = await mount(() => problem(404, 'unknown-payment'));
    await eventually(() => {
      expect(readText(element)).to.contain('We can’t find that payment');
    });
    expect(readText(element)).to.contain('Don’t pay again until we do.');
  });

  for (const query of ['', '?payment=', '?status=1']) {
    it(`without a reference, with the query "${query}", only the content of the page is shown, and nothing is requested`, async () => {
      history.replaceState(null, '', query === '' ? location.pathname : query);
      const { element, server, events } = await mount(createPayment({}), null);
      element.append('Pay this order');
      await waitForNextTurn();
      expect(element.shadowRoot?.textContent.trim()).to.equal('');
      expect(element.shadowRoot?.querySelectorAll('[part]').length).to.equal(0);
      expect(element.innerText).to.equal('Pay this order');
      expect([server.sent, events]).to.deep.equal([[], []]);
    });
  }

  it('an empty payment attribute uses the reference of the URL, and a removed reference stops the requests', async () => {
    history.replaceState(null, '', '?payment=&ReferenceCode=pay_7');
    const { element, server } = await mount(createPayment({}), '');
    const requestedPaths = (): string[] => server.sent.map(({ path }) => path);
    await eventually(() => {
      expect(requestedPaths()).to.deep.equal(['/pgw/payments/pay_7']);
    });
    history.replaceState(null, '', location.pathname);
    element.payment = 'pay_8';
    const paths = ['/pgw/payments/pay_7', '/pgw/payments/pay_8'];
    await eventually(() => {
      expect(requestedPaths()).to.deep.equal(paths);
    });
    element.payment = null;
    await eventually(() => {
      expect(element.shadowRoot?.querySelector('[part]')).to.equal(null);
    });
    dispatchEvent(new Event('online'));
    await waitForNextTurn();
    expect(requestedPaths()).to.deep.equal(paths);
  });

  it('a new state of the payment is announced and does not take the focus from a field of the page', async () => {
    let state: StorefrontPayment['state'] = 'pending';
    const { element } = await mount(() => createPayment({ state }));
    await eventually(() => {
      expect(element.shadowRoot?.activeElement?.id).to.equal('title');
    });
    const field = document.createElement('input');
    document.body.append(field);
    mounted.push(field);
    field.focus();
    state = 'paid';
    dispatchEvent(new Event('online'));
    await eventually(() => {
      expect(findInside(element, '[role=status]').textContent).to.equal('Payment successful');
    });
    expect(document.activeElement === field).to.equal(true);
  });

  it('Try again opens the page of the order, unless a listener cancels pgw-retry', async () => {
    const { element, urls } = await mount(createPayment({ state: 'canceled' }));
    element.addEventListener('pgw-retry', (event) => event.preventDefault(), { once: true });
    await eventually(() => findInside(element, '.buttons .primary'));
    findInside(element, '.buttons .primary').click();
    expect(urls).to.deep.equal([]);
    findInside(element, '.buttons .primary').click();
    await eventually(() => {
      expect(urls).to.deep.equal(['https://shop.example/orders/RC-10482']);
    });
  });

  it('if the payment has neither an order URL nor a shop URL, Try again opens the root of the site', async () => {
    const { element, urls } = await mount(createPayment({ state: 'failed', orderUrl: null }));
    await eventually(() => findInside(element, '.buttons .primary'));
    findInside(element, '.buttons .primary').click();
    await eventually(() => {
      expect(urls).to.deep.equal([new URL('/', location.href).href]);
    });
  });

  it('if the payment has no order URL, Try again opens the shop URL', async () => {
    const { element, urls } = await mount(
      createPayment({ state: 'failed', orderUrl: null, shopUrl: '/store/' }),
    );
    await eventually(() => findInside(element, '.buttons .primary'));
    findInside(element, '.buttons .primary').click();
    await eventually(() => {
      expect(urls).to.deep.equal([new URL('/store/', location.href).href]);
    });
  });

  it('pgw-result is fired once for each state', async () => {
    const states: string[] = [];
    const listen = (event: Event): void => {
      if (event instanceof CustomEvent) states.push(event.detail.state);
    };
    document.addEventListener('pgw-result', listen);
    let state: StorefrontPayment['state'] = 'pending';
    await mount(() => createPayment({ state }));
    dispatchEvent(new Event('online'));
    await waitForNextTurn();
    state = 'paid';
    dispatchEvent(new Event('online'));
    await waitForNextTurn();
    document.removeEventListener('pgw-result', listen);
    await eventually(() => {
      expect(states).to.deep.equal(['pending', 'paid']);
    });
  });
});
