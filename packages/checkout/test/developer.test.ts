import { expect } from '@open-wc/testing';
import { stub } from 'sinon';
import '../src/define.ts';
import { developerModule } from '../src/element/developer-module.ts';
import { advanceClock, startClock, stopClock } from './clock.ts';
import * as shop from './fixtures.ts';
import { eventually, loadModules, readText } from './gallery.ts';
import { problem, stubServer, type StubResponses } from './stub-server.ts';

// What the elements log and show if a page uses them in a wrong way.

const mounted: HTMLElement[] = [];
const events: string[] = [];

/** Adds the markup to the page, and advances the clock. Returns the element and what it has logged. */
async function inspect(
  markup: string,
  {
    responses = { session: shop.walletSession, payment: shop.payment },
    change = () => {},
  }: { readonly responses?: StubResponses; readonly change?: (element: HTMLElement) => void } = {},
): Promise<{ readonly element: HTMLElement; readonly errors: string[]; readonly warnings: string[] }> {
  await loadModules();
  await developerModule.load();
  const [error, warn] = [stub(console, 'error'), stub(console, 'warn')];
  try {
    const parent = document.createElement('div');
    parent.innerHTML = markup;
    const element = parent.firstElementChild;
    if (!(element instanceof HTMLElement)) throw new Error('The markup has no element.');
    Object.assign(element, { fetcher: stubServer(responses).fetcher });
    element.addEventListener('pgw-error', ({ detail }) => void events.push(detail.code));
    document.body.append(parent);
    mounted.push(parent);
    await advanceClock(1000);
    change(element);
    await advanceClock(20_000);
    return { element, errors: error.args.map(String), warnings: warn.args.map(String) };
  } finally {
    error.restore();
    warn.restore();
  }
}

describe('the messages for developers', () => {
  beforeEach(() => {
    document.documentElement.lang = 'en';
    stopClock();
  });

  afterEach(() => {
    startClock();
    events.length = 0;
    for (const element of mounted.splice(0)) element.remove();
  });

  const misspelled: readonly (readonly [markup: string, message: string])[] = [
    [
      '<pgw-checkout orders="A1"></pgw-checkout>',
      'pgw-checkout: The attribute "order" is missing, so no way to pay is offered. There is no attribute "orders". Did you mean "order"?',
    ],
    [
      '<pgw-checkout class="wide" data-id="1" order-id="A1"></pgw-checkout>',
      'pgw-checkout: The attribute "order" is missing, so no way to pay is offered. There is no attribute "order-id". Did you mean "order"?',
    ],
    [
      '<pgw-checkout payment="A1"></pgw-checkout>',
      'pgw-checkout: The attribute "order" is missing, so no way to pay is offered. There is no attribute "payment".',
    ],
    [
      '<pgw-checkout></pgw-checkout>',
      'pgw-checkout: The attribute "order" is missing, so no way to pay is offered. Set it to the id of the order.',
    ],
  ];
  for (const [markup, message] of misspelled) {
    it(`${markup} shows that the shop cannot take payments, and logs one error`, async () => {
      const { element, errors, warnings } = await inspect(markup);
      expect([errors, warnings]).to.deep.equal([[message], []]);
      await eventually(() => {
        expect(readText(element)).to.contain('This shop can’t take payments right now');
      });
      expect(readText(element)).to.contain('Please try later or contact the shop.');
      expect(events).to.deep.equal(['missing-order']);
    });
  }

  it('an empty order is shown as an unknown order', async () => {
    const { element, errors } = await inspect('<pgw-checkout order=""></pgw-checkout>');
    expect(errors).to.deep.equal([
      'pgw-checkout: The attribute "order" is empty, so no way to pay is offered. Set it to the id of the order.',
    ]);
    await eventually(() => {
      expect(readText(element)).to.contain('We can’t find this order').and.to.contain('Back to the shop');
    });
  });

  it('an order that is set one second later, or while the element is not displayed, is no error', async () => {
    const setOrder = (element: HTMLElement): void => element.setAttribute('order', shop.order.id);
    const late = await inspect('<pgw-checkout></pgw-checkout>', { change: setOrder });
    expect(readText(late.element)).to.contain('How would you like to pay?');
    const hidden = await inspect('<pgw-checkout style="display:none"></pgw-checkout>');
    expect([late.errors, hidden.errors, events]).to.deep.equal([[], [], []]);
    setOrder(hidden.element);
    hidden.element.style.display = '';
    await eventually(() => {
      expect(readText(hidden.element)).to.contain('How would you like to pay?');
    });
  });

  it('an order that is set after the message replaces the message', async () => {
    const { element } = await inspect('<pgw-checkout></pgw-checkout>');
    element.setAttribute('order', shop.order.id);
    await advanceClock(1000);
    await eventually(() => {
      expect(readText(element)).to.contain('How would you like to pay?');
    });
  });

  it('refresh() requests nothing without an order', async () => {
    let requests = 0;
    const session = (): object => {
      requests += 1;
      return shop.walletSession;
    };
    const { element } = await inspect('<pgw-checkout></pgw-checkout>', { responses: { session } });
    await (element as HTMLElementTagNameMap['pgw-checkout']).refresh();
    expect(requests).to.equal(0);
  });

  it('<pgw-payment-status> without a payment logs one warning, and one with a misspelled attribute names it', async () => {
    const none = await inspect('<pgw-payment-status></pgw-payment-status>');
    const start =
      'pgw-payment-status: The attribute "payment" is missing, and the address of the page has no ?payment=…, so nothing is shown.';
    expect([none.errors, none.warnings]).to.deep.equal([
      [],
      [`${start} Leave the element out of a page without a payment.`],
    ]);
    const wrong = await inspect('<pgw-payment-status reference="a" paymnet="b"></pgw-payment-status>');
    expect(wrong.warnings).to.deep.equal([
      `${start} There is no attribute "reference". There is no attribute "paymnet". Did you mean "payment"?`,
    ]);
    expect(events).to.deep.equal([]);
  });

  it('misspelled attributes, values and slots of an element that is shown are errors', async () => {
    const { errors } = await inspect(
      `<pgw-checkout order="${shop.order.id}" theme="drak" summary="hidden" heading-levl="3" bankcategory="personal" tooltip="a">
        <p slot="suport">Help</p><p slot="aside">More</p><p slot="header">Logo</p><p>Text</p>
      </pgw-checkout>`,
    );
    expect(errors).to.deep.equal([
      'pgw-checkout: theme cannot be "drak", so it has its default. Did you mean "dark"?',
      'pgw-checkout: summary cannot be "hidden", so it has its default. It may be none.',
      'pgw-checkout: There is no attribute "heading-levl". Did you mean "heading-level"? There is no attribute "bankcategory". Did you mean "bank-category"? There is no slot "suport". Did you mean "support"? There is no slot "aside".',
    ]);
  });

  it('attributes of every element and of frameworks are no error', async () => {
    const { errors, warnings } = await inspect(
      `<pgw-checkout order="${shop.order.id}" id="a" class="b" style="margin:0" lang="en" dir="ltr" title="Pay" data-order="1" aria-label="Pay"
        v-once @pgw-ready="a" :channels="[]" x-data="{}" on:pgw-ready="a" onclick="" _ngcontent-abc hx-boost="true" tooltip="a"></pgw-checkout>`,
    );
    expect([errors, warnings]).to.deep.equal([[], []]);
  });

  it('a value that may be data of the shop is not logged', async () => {
    const { errors } = await inspect(
      `<pgw-checkout order="${shop.order.id}" endpoint="/pgw?token=secret" channels="secret"></pgw-checkout>`,
    );
    expect(errors.join(' ')).to.contain('endpoint').and.to.contain('channels').and.not.to.contain('secret');
  });

  for (const tag of ['pgw-checkout order="A1"', 'pgw-payment-status payment="A1"']) {
    it(`a problem of the configuration is logged by <${tag}>`, async () => {
      const respond = (): Response => problem(404, 'wrong-mount-path');
      const { errors } = await inspect(`<${tag}></${tag}>`, {
        responses: { session: respond, payment: respond },
      });
      expect(errors.length).to.equal(1);
      expect(errors[0]).to.contain(tag.split(' ')[0]).and.to.contain('(wrong-mount-path)');
    });
  }
});
