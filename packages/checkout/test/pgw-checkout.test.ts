import { expect } from '@open-wc/testing';
import { registerLocale } from '../src/locales/find-locale.ts';
import type { PgwCheckout } from '../src/pgw-checkout.ts';
import '../src/define.ts';
import { advanceClock, advanceClockUntil, startClock, stopClock } from './clock.ts';
import { press, tabTo } from './devices.ts';
import * as shop from './fixtures.ts';
import {
  choose,
  eventually,
  findInside,
  openBanks,
  loadModules,
  pay,
  reportOffline,
  restoreBrowser,
  chooseBank,
  search,
  readText,
  waitForNextTurn,
} from './gallery.ts';
import {
  withHigherPrice,
  networkError,
  never,
  problem,
  stubServer,
  type StubResponses,
  type StubServer,
} from './stub-server.ts';

const successResponses: StubResponses = {
  session: shop.session,
  banks: { banks: shop.banks },
  start: shop.start,
};

interface Mounted {
  readonly element: PgwCheckout;
  readonly server: StubServer;
  readonly urls: string[];
  readonly events: { readonly type: string; readonly detail: Record<string, unknown> }[];
}

const mounted: Element[] = [];

async function mount(
  responses: StubResponses = {},
  attributes: Record<string, string> = {},
): Promise<Mounted> {
  await loadModules();
  const server = stubServer({ ...successResponses, ...responses });
  const urls: string[] = [];
  const events: Mounted['events'] = [];
  const element = document.createElement('pgw-checkout');
  for (const type of ['ready', 'change', 'submit', 'redirect', 'result', 'error']) {
    element.addEventListener(`pgw-${type}`, (event) => {
      if (event instanceof CustomEvent) events.push({ type: event.type, detail: event.detail });
    });
  }
  for (const [name, value] of Object.entries({ order: shop.order.id, ...attributes }))
    element.setAttribute(name, value);
  element.fetcher = server.fetcher;
  element.navigation = { assign: (url) => urls.push(url) };
  document.body.append(element);
  mounted.push(element);
  await waitForNextTurn();
  return { element, server, urls, events };
}

function readAnnouncements(element: Element): { status: string; alert: string } {
  const text = (role: string) => findInside(element, `[role=${role}]`).textContent.trim();
  return { status: text('status'), alert: text('alert') };
}

function getFocusedElement(element: Element): Element | null {
  return element.shadowRoot?.activeElement ?? null;
}

function findRadios(element: Element, name: string): HTMLInputElement[] {
  return [...(element.shadowRoot?.querySelectorAll<HTMLInputElement>(`input[name=${name}]`) ?? [])];
}

describe('<pgw-checkout>', () => {
  afterEach(() => {
    startClock();
    restoreBrowser();
    for (const element of mounted.splice(0)) element.remove();
    for (const element of document.querySelectorAll('pgw-checkout, pgw-payment-status')) element.remove();
  });

  describe('the list', () => {
    it('the list shows the channels in groups with their hints, fees and limits, and none is chosen', async () => {
      const { element, events } = await mount();
      const text = readText(element);
      for (const part of [
        'RM 128.90',
        'Rimba Coffee',
        'Order RC-10482',
        'Online banking',
        'Approve with your bank',
        '+ RM 0.50 fee',
        'Only up to RM 100.00',
      ])
        expect(text).to.contain(part);
      const channels = findRadios(element, 'channel');
      expect(channels.filter(({ checked }) => checked).length).to.equal(0);
      // The limit of LompatPay is lower than the amount.
      expect(channels.filter(({ disabled }) => disabled).map(({ value }) => value)).to.deep.equal([
        String(shop.lompat.id),
      ]);
      expect(events[0]).to.deep.equal({
        type: 'pgw-ready',
        detail: { order: shop.order.id, channels: shop.session.channels.length },
      });
    });

    it('the total of a channel with a fee is shown and announced, and the text of Pay contains it', async () => {
      const { element } = await mount();
      await choose(element, 'KilatPay');
      await eventually(() => {
        expect(readText(element)).to.contain('Total to pay').and.to.contain('Pay RM 129.40');
      });
      await eventually(() => {
        expect(readText(element)).to.contain('at KilatPay');
      });
      await eventually(() => {
        expect(readAnnouncements(element).status).to.equal('Total to pay RM\u00a0129.40');
      });
    });

    it('summary="none" removes the summary, and Pay still contains the amount', async () => {
      const { element } = await mount({}, { summary: 'none' });
      expect(element.shadowRoot?.querySelectorAll('.summary').length).to.equal(0);
      await eventually(() => {
        expect(findInside(element, '#pay').textContent).to.contain('128.90');
      });
    });

    it('the heading of the list has the level of the heading-level attribute', async () => {
      const { element } = await mount({}, { 'heading-level': '3' });
      await eventually(() => {
        expect(findInside(element, '#legend').getAttribute('aria-level')).to.equal('3');
      });
    });

    it('if the session takes longer than 150 ms, placeholders appear and are announced', async () => {
      stopClock();
      const { element } = await mount({ session: never });
      await advanceClock(149);
      expect(findInside(element, '.skeleton').classList.contains('invisible')).to.equal(true);
      await advanceClock(1);
      await eventually(() => {
        expect(findInside(element, '.skeleton').classList.contains('invisible')).to.equal(false);
      });
      await eventually(() => {
        expect(findInside(element, 'section').getAttribute('aria-busy')).to.equal('true');
      });
      await advanceClockUntil(() => {
        expect(readAnnouncements(element).status).to.equal('Loading payment options');
      });
    });

    it('the announcement of one phase is not kept in the next phase', async () => {
      stopClock();
      let respond: (response: Response) => void = () => {};
      const { element } = await mount({
        session: () => new Promise<Response>((resolve) => (respond = resolve)),
      });
      await advanceClockUntil(() => {
        expect(readAnnouncements(element).status).to.equal('Loading payment options');
      });
      respond(new Response(JSON.stringify(shop.session)));
      await advanceClockUntil(() => findInside(element, '#legend'));
      expect(readAnnouncements(element)).to.deep.equal({ status: '', alert: '' });
    });

    it('after three failed requests for the session, the shopper can retry, and the focus then moves to the list', async () => {
      stopClock();
      const { element, server, events } = await mount({ session: networkError });
      await advanceClock(60_000);
      expect(server.sent.length).to.equal(3);
      await eventually(() => {
        expect(readText(element)).to.contain('Payment options didn’t load');
      });
      await eventually(() => {
        expect(events.at(-1)).to.deep.equal({ type: 'pgw-error', detail: { code: 'network-error' } });
      });
      await eventually(() => {
        expect(readAnnouncements(element).alert).to.equal('Payment options didn’t load');
      });
      server.respond({ session: shop.session });
      findInside(element, '.screen .primary').click();
      await advanceClockUntil(() => {
        expect(getFocusedElement(element)?.id).to.equal('legend');
      });
    });

    it('an invalid session shows the load error without further requests', async () => {
      for (const body of [{}, { order: 1 }, [], { ...shop.session, channels: 5 }]) {
        const { element, server } = await mount({ session: () => new Response(JSON.stringify(body)) });
        await eventually(() => {
          expect(readText(element), JSON.stringify(body)).to.contain('Payment options didn’t load');
        });
        expect(server.sent.length).to.equal(1);
      }
    });

    it('an unknown order is called an order, with a link to the shop', async () => {
      const { element, events } = await mount({ session: () => problem(404, 'unknown-order') });
      await eventually(() => {
        expect(readText(element)).to.contain('We can’t find this order');
      });
      expect(readText(element)).not.to.contain('that payment');
      expect(events.at(-1)).to.deep.equal({ type: 'pgw-error', detail: { code: 'unknown-order' } });
      const link = findInside(element, '.screen a') as HTMLAnchorElement;
      const frontPage = new URL('/', location.href).href;
      expect([link.textContent.trim(), link.href]).to.deep.equal(['Back to the shop', frontPage]);
      await eventually(() => {
        expect(readAnnouncements(element).alert).to.equal('We can’t find this order');
      });
    });

    it('if the order changes while its session is loading, the session of the first order is ignored', async () => {
      let respondFirst: (response: Response) => void = () => {};
      const first = new Promise<Response>((resolve) => {
        respondFirst = resolve;
      });
      const { element, server } = await mount({ session: first });
      server.respond({ session: { ...shop.session, order: { ...shop.order, id: 'B2', amount: 500 } } });
      element.order = 'B2';
      await waitForNextTurn();
      respondFirst(new Response(JSON.stringify(shop.session)));
      await waitForNextTurn();
      expect(readText(element)).to.contain('Order B2').and.not.to.contain('RC-10482');
    });
  });

  describe('the banks', () => {
    it('after a choice by keyboard, banks are requested once after 250 ms, and their number is announced', async () => {
      const { element, server } = await mount();
      await tabTo(findInside(element, `input[value="${shop.fpx.id}"]`));
      stopClock();
      await press('Space');
      await press('ArrowDown');
      await press('ArrowUp');
      await advanceClock(249);
      expect(server.sent.length).to.equal(1);
      await advanceClock(1);
      expect(server.sent.at(-1)?.path).to.equal(`/pgw/channels/${shop.fpx.id}/banks`);
      expect(server.sent.length).to.equal(2);
      await advanceClockUntil(() => {
        expect(readAnnouncements(element).status).to.equal('20 banks found');
      });
      await press('ArrowDown');
      await press('ArrowUp');
      await advanceClock(10_000);
      expect(server.sent.length).to.equal(2);
    });

    it('after a choice by mouse or finger, banks are requested immediately', async () => {
      const { element, server } = await mount();
      await choose(element, 'FPX online banking');
      expect(server.sent.at(-1)?.path).to.equal(`/pgw/channels/${shop.fpx.id}/banks`);
    });

    it('banks that are offline or under maintenance have a text and cannot be chosen', async () => {
      const { element } = await mount();
      await openBanks(element);
      const rows = [...(element.shadowRoot?.querySelectorAll('.bank') ?? [])];
      const row = rows.find(({ textContent }) => textContent.includes('Bank Teratai'));
      expect(row?.textContent).to.contain('Under maintenance');
      expect(row?.querySelector('input')?.disabled).to.equal(true);
      await eventually(() => {
        expect(findRadios(element, 'bank').length).to.equal(shop.banks.length);
      });
    });

    it('a bank search marks the matches, keeps the choice, and announces their number when the shopper stops typing', async () => {
      const { element } = await mount();
      await chooseBank(element);
      stopClock();
      await search(element, 'se');
      const marks = [...(element.shadowRoot?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent);
      expect(marks).to.deep.equal(['Se', 'Se', 'Se']);
      expect(
        findRadios(element, 'bank')
          .filter((radio) => radio.checked)
          .map((radio) => radio.value),
      ).to.deep.equal([shop.seri.id]);
      await advanceClock(300);
      expect(readAnnouncements(element).status).to.equal('');
      await advanceClockUntil(() => {
        expect(readAnnouncements(element).status).to.equal('3 banks found');
      });
      await search(element, 'angsana');
      await eventually(() => {
        expect(readText(element)).to.contain('at Bank Seri');
      });
    });

    it('a bank search without a match shows a text and a button that clears the search', async () => {
      const { element } = await mount();
      await openBanks(element);
      await search(element, 'bnak');
      await eventually(() => {
        expect(readText(element)).to.contain('No bank matches “bnak”. Check the spelling.');
      });
      findInside(element, '.no-match button').click();
      await element.updateComplete;
      await eventually(() => {
        expect(findRadios(element, 'bank').length).to.equal(shop.banks.length);
      });
    });

    it('markup in a bank search is shown as text', async () => {
      const { element } = await mount();
      await openBanks(element);
      await search(element, '<img src=x onerror=alert(1)>');
      expect(element.shadowRoot?.querySelectorAll('.no-match img').length).to.equal(0);
      await eventually(() => {
        expect(readText(element)).to.contain('<img src=x');
      });
    });

    it('a failed request for banks is announced and can be retried', async () => {
      const { element, server } = await mount({ banks: networkError });
      await openBanks(element);
      await eventually(() => {
        expect(readAnnouncements(element).alert).to.equal('We couldn’t load the banks.');
      });
      server.respond({ banks: { banks: shop.banks.slice(0, 6) } });
      findInside(element, '.panel-failed button').focus();
      findInside(element, '.panel-failed button').click();
      await eventually(() => {
        expect(findRadios(element, 'bank').length).to.equal(6);
      });
      expect(element.shadowRoot?.querySelectorAll('#search').length).to.equal(0);
      // The button was removed; the focus is on the channel of the panel.
      expect(element.shadowRoot?.activeElement).to.equal(
        element.shadowRoot?.querySelector('[name=channel]:checked'),
      );
    });

    it('a list of banks that failed offline says so, and is loaded when the device is online again', async () => {
      const { element, server } = await mount({ banks: networkError });
      reportOffline();
      await openBanks(element);
      await eventually(() => {
        expect(findInside(element, '.panel-failed').textContent).to.contain('You’re offline');
      });
      expect(readText(element)).not.to.contain('We couldn’t load the banks.');
      server.respond({ banks: { banks: shop.banks.slice(0, 6) } });
      restoreBrowser();
      dispatchEvent(new Event('online'));
      await eventually(() => {
        expect(findRadios(element, 'bank').length).to.equal(6);
      });
      expect(readText(element)).not.to.contain('You’re offline');
    });

    it('the bank of the last payment is the first in the list and is chosen, and only its id is stored', async () => {
      const first = await mount();
      await chooseBank(first.element);
      await pay(first.element);
      // `pgw-list` is the number of channels in each group, for the placeholders.
      expect({ ...localStorage }).to.deep.equal({
        [`pgw-bank-${shop.fpx.id}`]: shop.seri.id,
        'pgw-channel': String(shop.fpx.id),
        'pgw-list': '2,1,4,2',
      });
      first.element.remove();
      const { element } = await mount();
      await openBanks(element);
      await eventually(() => {
        expect(readText(element)).to.contain('Last used');
      });
      await eventually(() => {
        expect(findRadios(element, 'bank')[0]?.value).to.equal(shop.seri.id);
      });
      await eventually(() => {
        expect(findRadios(element, 'bank')[0]?.checked).to.equal(true);
      });
    });

    it('with remember-bank="none" the bank is not stored', async () => {
      const { element } = await mount({}, { 'remember-bank': 'none' });
      await chooseBank(element);
      await pay(element);
      expect(Object.keys(localStorage).filter((key) => key.startsWith('pgw-bank'))).to.deep.equal([]);
    });
  });

  describe('the keys of the bank search', () => {
    function dispatchKey(target: EventTarget | null, key: string): KeyboardEvent {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true });
      target?.dispatchEvent(event);
      return event;
    }

    it('Down in the bank search focuses the first available bank without choosing it', async () => {
      const { element } = await mount();
      await openBanks(element);
      dispatchKey(findInside(element, '#search'), 'ArrowDown');
      await eventually(() => {
        expect(getFocusedElement(element) === findRadios(element, 'bank')[0]).to.equal(true);
      });
      expect(findRadios(element, 'bank').some((radio) => radio.checked)).to.equal(false);
    });

    it('Enter in the bank search chooses the only match and never submits the form', async () => {
      const { element, server } = await mount();
      await openBanks(element);
      await search(element, 'bank se');
      expect(dispatchKey(findInside(element, '#search'), 'Enter').defaultPrevented).to.equal(true);
      await element.updateComplete;
      expect(findRadios(element, 'bank').some((radio) => radio.checked)).to.equal(false);
      await search(element, 'bank seri');
      dispatchKey(findInside(element, '#search'), 'Enter');
      await element.updateComplete;
      await eventually(() => {
        expect(findRadios(element, 'bank').find((radio) => radio.checked)?.value).to.equal(shop.seri.id);
      });
      expect(server.listStarts()).to.deep.equal([]);
    });

    it('Escape clears the bank search, and in an empty bank search the page handles Escape', async () => {
      const { element } = await mount();
      await openBanks(element);
      await search(element, 'se');
      expect(dispatchKey(findInside(element, '#search'), 'Escape').defaultPrevented).to.equal(true);
      await element.updateComplete;
      expect(dispatchKey(findInside(element, '#search'), 'Escape').defaultPrevented).to.equal(false);
    });
  });

  describe('Pay', () => {
    it('Pay without a channel shows an error above the list, focuses the first available channel and sends no request', async () => {
      const { element, server } = await mount();
      await pay(element);
      await eventually(() => {
        expect(readText(element)).to.contain('Choose a way to pay.');
      });
      await eventually(() => {
        expect(getFocusedElement(element) === findRadios(element, 'channel')[0]).to.equal(true);
      });
      expect(server.listStarts()).to.deep.equal([]);
    });

    it('Pay without a bank shows an error above the banks, focuses the first available bank and sends no request', async () => {
      const { element, server } = await mount();
      await openBanks(element);
      await pay(element);
      await eventually(() => {
        expect(readText(element)).to.contain('Choose your bank to continue.');
      });
      await eventually(() => {
        expect(getFocusedElement(element) === findRadios(element, 'bank')[0]).to.equal(true);
      });
      expect(server.listStarts()).to.deep.equal([]);
    });

    it('Pay sends the order, the choice, the shown amount and an attempt key, then redirects', async () => {
      const { element, server, urls, events } = await mount();
      await chooseBank(element);
      await pay(element);
      const [sent] = server.listStarts();
      expect({ ...sent, attempt: '' }).to.deep.equal({
        order: shop.order.id,
        channelId: shop.fpx.id,
        bankId: shop.seri.id,
        shownAmount: 12_890,
        shownCurrencyCode: 'MYR',
        attempt: '',
      });
      // The format that the server requires.
      expect(sent?.['attempt']).to.match(/^[A-Za-z0-9_-]{8,64}$/);
      await eventually(() => {
        expect(readText(element)).to.contain('Taking you to Bank Seri');
      });
      await eventually(() => {
        expect(getFocusedElement(element)?.id).to.equal('title');
      });
      await eventually(() => {
        expect(urls).to.deep.equal(['https://bank.example/approve?ticket=1']);
      });
      await eventually(() => {
        expect(events.slice(-2)).to.deep.equal([
          {
            type: 'pgw-submit',
            detail: { order: shop.order.id, channelId: shop.fpx.id, bankId: shop.seri.id },
          },
          { type: 'pgw-redirect', detail: { reference: shop.payment.reference } },
        ]);
      });
    });

    it('if the shopper presses Pay twice, one request is sent', async () => {
      const { element, server } = await mount({ start: never });
      await choose(element, 'Sentuh eWallet');
      const form = findInside(element, 'form');
      findInside(element, '#pay').click();
      findInside(element, '#pay').click();
      if (form instanceof HTMLFormElement) form.requestSubmit();
      await waitForNextTurn();
      if (form instanceof HTMLFormElement) form.requestSubmit();
      await eventually(() => {
        expect(server.listStarts().length).to.equal(1);
      });
      await eventually(() => {
        expect(findInside(element, '#pay').getAttribute('aria-disabled')).to.equal('true');
      });
      await eventually(() => {
        expect(findRadios(element, 'channel').filter((radio) => !radio.disabled).length).to.equal(1);
      });
    });

    it('in hosted mode, Pay leads to the gateway: it sends a request without a channel and redirects', async () => {
      const { element, server, urls } = await mount({ session: shop.hostedSession });
      await eventually(() => {
        expect(readText(element))
          .to.contain('Pay RM 128.90 at Sandbox Gateway')
          .and.to.contain('You’ll choose how to pay on the next page.');
      });
      await pay(element);
      expect(Object.keys(server.listStarts()[0] ?? {}).toSorted()).to.deep.equal([
        'attempt',
        'order',
        'shownAmount',
        'shownCurrencyCode',
      ]);
      expect(urls.length).to.equal(1);
    });

    it('a redirect by script navigates to a page of the shop, and no script is added to this page', async () => {
      const url = '/pgw/payments/pay_2005671137F81FD8/redirect';
      const { element, urls } = await mount({
        session: shop.walletSession,
        start: { ...shop.start, redirect: { type: 'url', url } },
      });
      const scripts = document.scripts.length;
      await choose(element, 'Sentuh eWallet');
      await pay(element);
      await eventually(() => {
        expect(urls).to.deep.equal([`${location.origin}${url}`]);
      });
      expect(document.scripts.length).to.equal(scripts);
    });

    it('a response with a script is an invalid response, and the element does not run the script', async () => {
      const script = 'window.ranByGateway = "yes"';
      const redirect = { type: 'script', script, url: 'https://bank.example/' };
      const { element, events, urls } = await mount({
        session: shop.walletSession,
        start: { ...shop.start, redirect },
      });
      await choose(element, 'Sentuh eWallet');
      await pay(element);
      await eventually(() => {
        expect(events.map(({ detail }) => detail)).to.deep.include({ code: 'invalid-response' });
      });
      expect(urls).to.deep.equal([]);
      expect('ranByGateway' in window).to.equal(false);
    });

    it('a redirect shows a link after 1.5 seconds, and later a text about the link', async () => {
      const { element } = await mount();
      await choose(element, 'Sentuh eWallet');
      stopClock();
      await pay(element);
      await advanceClock(1499);
      expect(element.shadowRoot?.querySelectorAll('a.secondary').length).to.equal(0);
      await advanceClock(1);
      await eventually(() => {
        expect(findInside(element, 'a.secondary').getAttribute('href')).to.equal(
          'https://bank.example/approve?ticket=1',
        );
      });
      await advanceClockUntil(() => {
        expect(readText(element)).to.contain('Nothing happening?');
      });
    });

    it('a redirect that the browser refuses shows the text about the link immediately, and keeps it', async () => {
      const { element } = await mount();
      element.navigation = {
        assign: () => {
          throw new DOMException('The frame may not navigate the tab.', 'SecurityError');
        },
      };
      await choose(element, 'Sentuh eWallet');
      stopClock();
      await pay(element);
      await eventually(() => {
        expect(readText(element)).to.contain('Nothing happening?');
      });
      await advanceClock(1500);
      expect(readText(element)).to.contain('Nothing happening?');
    });

    it('a redirect to an unsafe URL is refused', async () => {
      const { element, urls } = await mount({
        start: { ...shop.start, redirect: { type: 'url', url: 'javascript:alert(1)' } },
      });
      await choose(element, 'Sentuh eWallet');
      await pay(element);
      expect(urls).to.deep.equal([]);
      expect(element.shadowRoot?.querySelectorAll('a[href^=javascript]').length).to.equal(0);
    });

    it('a changed total is shown and gets the focus, and the next press of Pay sends the new amount', async () => {
      const { element, server } = await mount(withHigherPrice(shop.session, 13_490));
      await choose(element, 'Sentuh eWallet');
      await pay(element);
      await eventually(() => {
        expect(readText(element)).to.contain('The total is now RM 134.90 (it was RM 128.90).');
      });
      await eventually(() => {
        expect(getFocusedElement(element)?.id).to.equal('notice');
      });
      await eventually(() => {
        expect(server.listStarts().length).to.equal(1);
      });
      server.respond({ start: shop.start });
      await pay(element);
      expect(server.listStarts()[1]?.['shownAmount']).to.equal(13_490);
      expect(server.listStarts()[1]?.['attempt']).not.to.equal(server.listStarts()[0]?.['attempt']);
    });

    it('a refused total that is equal to the shown one is not called a change', async () => {
      const { element } = await mount({
        start: () => problem(409, 'total-changed', { order: shop.order }),
      });
      await choose(element, 'Sentuh eWallet');
      await pay(element);
      await eventually(() => {
        expect(findInside(element, '#notice').textContent.trim()).to.equal(
          'The total is RM\u00a0128.90. Check it, then press Pay.',
        );
      });
    });

    it('after a change of the total, the element loads and shows the new fee', async () => {
      const order = { ...shop.order, amount: 13_490 };
      const { element, server } = await mount({ start: () => problem(409, 'total-changed', { order }) });
      await choose(element, 'KilatPay');
      expect(findInside(element, '#pay').textContent).to.contain('129.40');
      const channels = [{ ...shop.kilat, fee: 75 }, shop.sentuh];
      server.respond({ session: { ...shop.session, order, channels } });
      await pay(element);
      await eventually(() => {
        expect(findInside(element, '#pay').textContent).to.contain('135.65');
      });
      expect(readText(element)).to.contain('The total is now RM 134.90 (it was RM 128.90).');
    });

    it('after a refused payment, a notice shows that nothing was charged, and Pay sends a new attempt key', async () => {
      const { element, server, events } = await mount({ start: () => problem(422, 'payment-refused') });
      await choose(element, 'Sentuh eWallet');
      await pay(element);
      await eventually(() => {
        expect(readText(element)).to.contain('Nothing was charged. Try again.');
      });
      await eventually(() => {
        expect(events.at(-1)).to.deep.equal({ type: 'pgw-error', detail: { code: 'payment-refused' } });
      });
      await pay(element);
      const [first, second] = server.listStarts();
      expect(first?.['attempt']).not.to.equal(second?.['attempt']);
      await eventually(() => {
        expect(readAnnouncements(element).alert).to.contain('We couldn’t start your payment.');
      });
    });

    it('after a lost response, the session is loaded again before Pay is enabled, and Pay repeats the attempt key', async () => {
      const { element, server } = await mount({ start: networkError });
      await choose(element, 'Sentuh eWallet');
      stopClock();
      await pay(element);
      await eventually(() => {
        expect(readText(element)).to.contain('We lost the connection while starting your payment.');
      });
      expect(readText(element)).not.to.contain('Nothing was charged');
      await pay(element);
      await eventually(() => {
        expect(server.listStarts().length).to.equal(1);
      });
      // The first load, and three requests for the open payment.
      await advanceClockUntil(() => {
        expect(server.sent.filter(({ path }) => path.endsWith('/session')).length).to.equal(4);
      });
      await eventually(() => {
        expect(readText(element)).to.contain('Pay RM');
      });
      await pay(element);
      const [first, second] = server.listStarts();
      expect(second?.['attempt']).to.equal(first?.['attempt']);
    });

    it('after a response with an unknown outcome, the element requests the payment and shows its outcome', async () => {
      const { element, server } = await mount({
        start: () => problem(504, 'outcome-unknown', { reference: 'pay_1' }),
        payment: { ...shop.payment, state: 'failed', reason: 'declined' },
      });
      await choose(element, 'Sentuh eWallet');
      stopClock();
      await pay(element);
      await advanceClockUntil(() => {
        expect(server.sent.at(-1)?.path).to.equal('/pgw/payments/pay_1');
      });
      await eventually(() => {
        expect(readText(element)).to.contain('Payment not completed');
      });
    });

    it('if the server sends only the state after a response with an unknown outcome, the element loads the session', async () => {
      const { element, server } = await mount({
        start: () => problem(504, 'outcome-unknown', { reference: 'pay_1' }),
        payment: { reference: 'pay_1', state: 'paid' },
      });
      await choose(element, 'Sentuh eWallet');
      server.respond({ session: { ...shop.session, openPayment: { ...shop.payment, state: 'paid' } } });
      stopClock();
      await pay(element);
      await advanceClockUntil(() => {
        expect(server.sent.at(-1)?.path).to.equal('/pgw/session');
      });
      await eventually(() => {
        expect(readText(element)).to.contain('Payment successful').and.contain('RM 128.90');
      });
    });

    it('a bank that went offline is deselected with an announcement, and the banks are loaded again', async () => {
      const { element, server } = await mount({ start: () => problem(422, 'bank-unavailable') });
      await chooseBank(element);
      const changedBanks = shop.banks.map((bank) =>
        bank.id === shop.seri.id ? { ...bank, status: 'offline' } : bank,
      );
      server.respond({ banks: { banks: changedBanks } });
      await pay(element);
      await eventually(() => {
        expect(readText(element)).to.contain('Bank Seri has just gone offline.');
      });
      expect(findRadios(element, 'bank').some((radio) => radio.checked)).to.equal(false);
      await eventually(() => {
        expect(readAnnouncements(element).alert).to.contain('Bank Seri has just gone offline.');
      });
    });

    for (const [code, text] of [
      ['card-key-expired', 'Press Pay again.'],
      ['payment-refused', 'We couldn’t start your payment. Nothing was charged. Try again.'],
    ] as const)
      it(`the notice about ${code} has the text of its code if there is one`, async () => {
        const texts: Record<string, string> = { 'error.card-key-expired': 'Press Pay again.' };
        registerLocale('en', texts);
        const { element } = await mount({ start: () => problem(422, code) });
        await choose(element, 'Sentuh eWallet');
        await pay(element);
        await eventually(() => {
          expect(findInside(element, '.notice.danger').textContent).to.contain(text);
        });
      });

    it('the notice about a duplicate payment has a button that shows this payment', async () => {
      const { element } = await mount({
        start: () => problem(409, 'duplicate-payment', { reference: 'pay_1' }),
        payment: { ...shop.payment, state: 'paid' },
      });
      await choose(element, 'Sentuh eWallet');
      await pay(element);
      await eventually(() => {
        expect(readText(element)).to.contain('This order already has a payment.');
      });
      findInside(element, '.notice button').click();
      await eventually(() => {
        expect(readText(element)).to.contain('Payment successful');
      });
    });

    for (const [lang, text] of [
      ['en', 'This order has too many unfinished payments. Finish one of them, or try again later.'],
      [
        'ms',
        'Pesanan ini mempunyai terlalu banyak pembayaran yang belum selesai. Selesaikan salah satu, atau cuba lagi kemudian.',
      ],
      ['zh-Hans', '此订单未完成的付款太多。请完成其中一笔，或稍后再试。'],
      ['ta', 'இந்த ஆர்டரில் முடிக்கப்படாத கட்டணங்கள் அதிகமாக உள்ளன. அவற்றில் ஒன்றை முடிக்கவும் அல்லது பின்னர் மீண்டும் முயலவும்.'],
      [
        'id',
        'Pesanan ini memiliki terlalu banyak pembayaran yang belum selesai. Selesaikan salah satunya, atau coba lagi nanti.',
      ],
      ['th', 'คำสั่งซื้อนี้มีการชำระเงินที่ยังไม่เสร็จมากเกินไป โปรดชำระรายการใดรายการหนึ่งให้เสร็จ หรือลองอีกครั้งภายหลัง'],
    ] as const) {
      it(`Pay for an order with too many open payments shows a notice in ${lang}`, async () => {
        document.documentElement.lang = lang;
        const { element } = await mount({ start: () => problem(409, 'too-many-payments') });
        await choose(element, 'Sentuh eWallet');
        await pay(element);
        await eventually(() => {
          expect(readText(element)).to.contain(text);
        });
        await eventually(() => {
          expect(readAnnouncements(element).alert).to.contain(text);
        });
        document.documentElement.lang = 'en';
      });
    }

    it('the notice about too many open payments has a button that shows the newest of them', async () => {
      const { element, server } = await mount({ start: () => problem(409, 'too-many-payments') });
      await choose(element, 'Sentuh eWallet');
      await pay(element);
      await eventually(() => {
        expect(readText(element)).to.contain('too many unfinished payments');
      });
      server.respond({ session: { ...shop.session, openPayment: shop.payment } });
      findInside(element, '.notice button').click();
      await eventually(() => {
        expect(readText(element)).to.contain('Did you finish paying at Bank Seri?');
      });
    });

    it('Pay for an order that is already paid shows the payment of the order', async () => {
      const { element, events } = await mount({
        start: () => problem(409, 'order-already-paid', { reference: 'pay_1' }),
        payment: { ...shop.payment, state: 'paid' },
      });
      await choose(element, 'Sentuh eWallet');
      await pay(element);
      await eventually(() => {
        expect(readText(element)).to.contain('This order is already paid').and.to.contain('Bank Seri · FPX');
      });
      await eventually(() => {
        expect(events.at(-1)).to.deep.equal({
          type: 'pgw-result',
          detail: { reference: shop.payment.reference, state: 'paid' },
        });
      });
    });

    for (const [lang, text] of [
      ['en', 'Your payment is being checked. Don’t pay again until we know the result.'],
      ['ms', 'Pembayaran anda sedang disemak. Jangan bayar lagi sehingga keputusannya diketahui.'],
      ['zh-Hans', '正在核实您的付款。在得知结果之前，请勿再次付款。'],
      ['ta', 'உங்கள் கட்டணம் சரிபார்க்கப்படுகிறது. முடிவு தெரியும் வரை மீண்டும் செலுத்த வேண்டாம்.'],
    ] as const) {
      it(`Pay for an order whose payment is being checked shows a notice in ${lang}`, async () => {
        document.documentElement.lang = lang;
        const { element, server } = await mount({ start: () => problem(409, 'payment-being-checked') });
        await choose(element, 'Sentuh eWallet');
        await pay(element);
        await eventually(() => {
          expect(readText(element)).to.contain(text);
        });
        await eventually(() => {
          expect(readAnnouncements(element).alert).to.contain(text);
        });
        expect(server.listStarts().length).to.equal(1);
        document.documentElement.lang = 'en';
      });
    }

    for (const [lang, title] of [
      ['en', 'Payment time ran out'],
      ['ms', 'Masa pembayaran tamat'],
      ['zh-Hans', '付款已超时'],
      ['ta', 'கட்டண நேரம் முடிந்தது'],
    ] as const) {
      it(`Pay for an order whose deadline has passed shows in ${lang} that the time ran out`, async () => {
        document.documentElement.lang = lang;
        const { element, server } = await mount({ start: () => problem(409, 'order-expired') });
        await choose(element, 'Sentuh eWallet');
        await pay(element);
        await eventually(() => {
          expect(readText(element)).to.contain(title);
        });
        expect(server.listStarts().length).to.equal(1);
        document.documentElement.lang = 'en';
      });
    }

    it('if the gateway is busy, a notice shows that nothing was charged, and Pay is enabled', async () => {
      const { element, server } = await mount({
        start: () => problem(503, 'gateway-busy', {}, { 'retry-after': '5' }),
      });
      await choose(element, 'Sentuh eWallet');
      await pay(element);
      await eventually(() => {
        expect(readText(element)).to.contain(
          'The payment service is busy. Nothing was charged. Try again in a moment.',
        );
      });
      await pay(element);
      await eventually(() => {
        expect(server.listStarts().length).to.equal(2);
      });
      const attempts = server.listStarts().map(({ attempt }) => attempt);
      expect(new Set(attempts).size).to.equal(2);
    });

    it('if a way to pay opens only in an app, a notice shows that nothing was charged, and another one can be paid', async () => {
      const { element, server } = await mount({ start: () => problem(502, 'app-redirection') });
      await choose(element, 'Sentuh eWallet');
      await pay(element);
      await eventually(() => {
        expect(readText(element)).to.contain('opens only in its app. Nothing was charged.');
      });
      await choose(element, 'KilatPay');
      await pay(element);
      await eventually(() => {
        expect(server.listStarts().length).to.equal(2);
      });
    });

    it('after too many requests, Pay is disabled until the time of Retry-After has passed', async () => {
      const { element, server } = await mount({
        start: () => problem(429, 'too-many-requests', {}, { 'retry-after': '60' }),
      });
      await choose(element, 'Sentuh eWallet');
      stopClock();
      await pay(element);
      await eventually(() => {
        expect(readText(element)).to.contain(
          'Too many tries. Nothing was charged. Wait 1 minute, then try again.',
        );
      });
      await pay(element);
      await eventually(() => {
        expect(server.listStarts().length).to.equal(1);
      });
      await advanceClock(59_900);
      expect(readText(element)).to.contain('Too many tries.');
      await advanceClock(100);
      expect(readText(element)).not.to.contain('Too many tries.');
      await pay(element);
      await eventually(() => {
        expect(server.listStarts().length).to.equal(2);
      });
    });

    it('if the order changes while its payment is started, the response for the first order is ignored', async () => {
      let respond: (response: Response) => void = () => {};
      const start = new Promise<Response>((resolve) => {
        respond = resolve;
      });
      const { element, server, urls } = await mount({ start });
      await choose(element, 'Sentuh eWallet');
      await pay(element);
      element.order = 'B2';
      await waitForNextTurn();
      server.respond({ start: never });
      await choose(element, 'KilatPay');
      await pay(element);
      respond(new Response(JSON.stringify(shop.start)));
      await waitForNextTurn();
      expect(urls).to.deep.equal([]);
    });

    it('Pay sends although the browser reports that the device is offline, because the report may be wrong', async () => {
      const { element, urls } = await mount();
      reportOffline();
      await choose(element, 'Sentuh eWallet');
      expect(readText(element)).not.to.contain('You’re offline');
      expect(findInside(element, '#pay').getAttribute('aria-disabled')).to.equal(null);
      await pay(element);
      await eventually(() => {
        expect(urls).to.deep.equal([shop.start.redirect.url]);
      });
    });

    it('the announcement in Chinese that the device is offline has Chinese full stops', async () => {
      document.documentElement.lang = 'zh-Hans';
      const { element, server } = await mount({ start: networkError });
      await choose(element, 'Sentuh eWallet');
      reportOffline();
      server.respond({ session: networkError });
      stopClock();
      await pay(element);
      await advanceClockUntil(() => {
        expect(readAnnouncements(element).alert).to.contain(
          '您已离线。网络恢复后，我们会查询付款是否已发起。',
        );
      });
      document.documentElement.lang = 'en';
    });

    it('if the requests fail while the device is offline, a notice above Pay says so until the device is online, and then that no payment was started', async () => {
      const { element, server } = await mount({ start: networkError });
      await choose(element, 'Sentuh eWallet');
      reportOffline();
      server.respond({ session: networkError });
      stopClock();
      await pay(element);
      expect(readText(element)).to.contain('We lost the connection');
      await advanceClockUntil(() => {
        expect(findInside(element, '.notice').textContent).to.contain('You’re offline');
      });
      expect(findInside(element, '.notice').getBoundingClientRect().bottom).to.be.at.most(
        findInside(element, '#pay').getBoundingClientRect().top,
      );
      await advanceClockUntil(() => {
        expect(readAnnouncements(element).alert).to.contain('You’re offline.');
      });
      // A second failure is announced again.
      await pay(element);
      expect(server.listStarts().length).to.equal(2);
      await advanceClockUntil(() => {
        expect(findInside(element, '.notice').textContent).to.contain('You’re offline');
      });
      server.respond({ session: shop.session });
      restoreBrowser();
      dispatchEvent(new Event('online'));
      await advanceClockUntil(() => {
        expect(readText(element)).not.to.contain('You’re offline');
        expect(readAnnouncements(element).alert).to.contain('Nothing was charged.');
      });
      expect(findInside(element, '.notice').textContent).to.contain('We couldn’t start your payment.');
      expect(findRadios(element, 'channel').find(({ checked }) => checked)?.value).to.equal(
        String(shop.sentuh.id),
      );
    });

    it('if the lost start had a payment, it is shown when the device is online again', async () => {
      const { element, server } = await mount({ start: networkError });
      await choose(element, 'Sentuh eWallet');
      reportOffline();
      server.respond({ session: networkError });
      stopClock();
      await pay(element);
      await advanceClockUntil(() => {
        expect(findInside(element, '.notice').textContent).to.contain('You’re offline');
      });
      server.respond({ session: { ...shop.session, openPayment: shop.payment } });
      dispatchEvent(new Event('online'));
      await eventually(() => {
        expect(readText(element)).to.contain('Did you finish paying at Bank Seri?');
      });
    });
  });

  describe('a shopper who comes back', () => {
    it('if the session has a pending payment, the element asks whether it was finished, then shows its outcome', async () => {
      const { element, server } = await mount({
        session: { ...shop.session, openPayment: shop.payment },
        payment: shop.payment,
      });
      await eventually(() => {
        expect(readText(element)).to.contain('Did you finish paying at Bank Seri?');
      });
      server.respond({ payment: { ...shop.payment, state: 'paid' } });
      await eventually(() => {
        expect(getFocusedElement(element)?.id).to.equal('title');
      });
      findInside(element, '.buttons .primary').click();
      await eventually(() => {
        expect(server.sent.at(-1)?.path).to.equal(`/pgw/payments/${shop.payment.reference}`);
      });
      await eventually(() => {
        expect(readText(element)).to.contain('Payment successful');
      });
    });

    it('the shopper can choose another way to pay instead of a pending payment', async () => {
      const { element } = await mount({ session: { ...shop.session, openPayment: shop.payment } });
      await eventually(() => findInside(element, '.buttons .secondary').click());
      await element.updateComplete;
      await eventually(() => {
        expect(readText(element)).to.contain('How would you like to pay?');
      });
      await eventually(() => {
        expect(getFocusedElement(element)?.id).to.equal('legend');
      });
    });

    it('a page that is restored from the back/forward cache requests the session again', async () => {
      const { element, server } = await mount();
      await choose(element, 'Sentuh eWallet');
      await pay(element);
      server.respond({ session: { ...shop.session, openPayment: shop.payment } });
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await eventually(() => {
        expect(readText(element)).to.contain('Did you finish paying at Bank Seri?');
      });
    });

    it('an element that is loading does not take the focus from a field of the page', async () => {
      const field = document.createElement('input');
      document.body.append(field);
      field.focus();
      await mount({ session: { ...shop.session, openPayment: shop.payment } });
      expect(document.activeElement === field).to.equal(true);
      field.remove();
    });
  });

  it('importing define.ts twice does not throw', async () => {
    await import('../src/define.ts');
    expect(customElements.get('pgw-checkout')).to.be.a('function');
  });
});
