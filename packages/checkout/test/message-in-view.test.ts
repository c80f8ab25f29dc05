import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../src/define.ts';
import { findFocusTarget } from '../src/flow/focus-target.ts';
import { PgwCheckout } from '../src/pgw-checkout.ts';
import { initialState } from '../src/state/checkout-state.ts';
import { choose, eventually, findInside, pay, readText } from './acting.ts';
import * as cards from './card-fixtures.ts';
import { chooseCard, fill } from './card-scenes.ts';
import * as shop from './fixtures.ts';
import { stubServer, type StubResponses } from './stub-server.ts';

// After an error the focus moves to a field, and the page scrolls so that the message about the field can be read.

let element: PgwCheckout;

function mountCheckout(responses: StubResponses): void {
  element = new PgwCheckout();
  element.order = shop.order.id;
  element.fetcher = stubServer({ start: cards.start, ...responses }).fetcher;
  document.body.append(element);
}

/** Presses Pay while an element is at the top of the screen, because the shopper has scrolled. */
async function payBelow(selector: string): Promise<void> {
  findInside(element, selector).scrollIntoView({ block: 'start' });
  await pay(element);
}

function expectInView(selector: string): void {
  const { top, bottom } = findInside(element, selector).getBoundingClientRect();
  expect(top).to.be.at.least(0);
  expect(bottom).to.be.at.most(innerHeight);
}

describe('the message about the field that gets the focus', () => {
  before(async () => {
    await setViewport({ width: 375, height: 800 });
    document.body.style.paddingBlockEnd = '1000px';
  });
  beforeEach(() => {
    document.documentElement.lang = 'en';
  });
  afterEach(() => element.remove());
  after(async () => {
    document.body.style.paddingBlockEnd = '';
    await setViewport({ width: 800, height: 600 });
  });

  it('the reason of each declined card is on the screen', async () => {
    mountCheckout({ session: cards.cardSession(), card: cards.declined });
    await chooseCard(element);
    for (const number of ['4111111111111111', '5555555555554444']) {
      await fill(element, { 'cc-number': number, 'cc-exp': '0930', 'cc-csc': '123', 'cc-name': 'Aisyah' });
      await payBelow('#cc-number');
      await eventually(() => {
        expect(element.shadowRoot?.activeElement?.id).to.equal('cc-number');
        expectInView('#decline');
      });
    }
  });

  it('the message about a missing bank is on the screen', async () => {
    mountCheckout({ session: shop.session, banks: { banks: shop.banks } });
    await choose(element, 'FPX online banking');
    await eventually(() => findInside(element, '[name="bank"]'));
    await payBelow('.bank-list');
    await eventually(() => {
      expect(readText(element)).to.contain('Choose your bank to continue.');
      expectInView('#bank-error');
    });
  });

  it('the text of a limit does not repeat that there are other ways to pay', async () => {
    mountCheckout({
      session: cards.cardSession(),
      card: { ...cards.declined, payment: { ...cards.declined.payment, reason: 'limit' } },
    });
    await chooseCard(element);
    for (let count = 1; count <= 3; count += 1) {
      await fill(element);
      await pay(element);
      await eventually(() => {
        expect(element.shadowRoot?.activeElement?.id).to.equal('cc-number');
      });
    }
    const text = findInside(element, '#decline').textContent;
    expect(text.split('pay another way')).to.have.length(2);
  });

  it('to pay by card again, the focus moves to the number of the card instead of Pay', () => {
    const form = document.createElement('form');
    form.innerHTML = '<input id="cc-number" /><button id="pay"></button>';
    element = new PgwCheckout();
    expect(findFocusTarget(form, { ...initialState, focus: 'pay' })?.id).to.equal('cc-number');
    form.querySelector('input')?.remove();
    expect(findFocusTarget(form, { ...initialState, focus: 'pay' })?.id).to.equal('pay');
  });
});
