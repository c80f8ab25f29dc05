import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../src/define.ts';
import type { PgwCheckout } from '../src/pgw-checkout.ts';
import * as shop from './fixtures.ts';
import { choose, eventually, findInside, loadModules, pay, readText, waitForNextTurn } from './gallery.ts';
import { openPlans } from './plan-scenes.ts';
import { networkError, stubServer, type StubResponses, type StubServer } from './stub-server.ts';

describe('the plan picker', () => {
  let element: PgwCheckout;
  let server: StubServer;
  let urls: string[];

  async function show(changes: Partial<StubResponses> = {}): Promise<void> {
    await loadModules();
    urls = [];
    server = stubServer({
      session: shop.planSession,
      banks: { banks: shop.plans },
      start: shop.start,
      ...changes,
    });
    element = document.createElement('pgw-checkout');
    element.order = shop.order.id;
    element.fetcher = server.fetcher;
    element.navigation = { assign: urls.push.bind(urls) };
    document.body.append(element);
    await eventually(() => findInside(element, 'label'));
  }

  afterEach(() => element.remove());

  /** Returns the texts of the plans, with ordinary spaces. */
  const readPlans = (): string[] =>
    [...(element.shadowRoot?.querySelectorAll('.plan .names') ?? [])].map((plan) =>
      [...plan.querySelectorAll('.bank-name, .plan-payments, .hint > span')]
        .map((part) => part.textContent.replace(/\s+/g, ' ').trim())
        .join(' | '),
    );

  it('states the payments, the total and the interest of each plan, in the order of the server', async () => {
    await show();
    await openPlans(element);
    expect(readPlans()).to.deep.equal([
      '3 months | 2 × RM 14.67, then RM 14.66 | Total RM 44.00 | No interest',
      '6 months | 6 × RM 7.70 | Total RM 46.20 | 5% interest, RM 2.20',
      '12 months | 12 × RM 3.96 | Total RM 47.52 | 8% interest, RM 3.52',
    ]);
  });

  it('writes the plans in the language of the page', async () => {
    document.documentElement.lang = 'ms';
    await show();
    await openPlans(element);
    await eventually(() =>
      expect(readPlans()[0]).to.equal(
        '3 bulan | 2 × RM 14.67, kemudian RM 14.66 | Jumlah RM 44.00 | Tanpa faedah',
      ),
    );
    document.documentElement.lang = 'en';
  });

  it('is used by keyboard, and the plan is the bank of the payment', async () => {
    await show();
    await openPlans(element);
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Space' });
    await sendKeys({ press: 'ArrowDown' });
    await waitForNextTurn();
    const { activeElement } = element.shadowRoot ?? {};
    expect(activeElement).to.equal(findInside(element, '[name=bank][value=P6]'));
    expect(readText(element)).to.contain('at Tangga instalments');
    await pay(element);
    await eventually(() => expect(urls.length).to.equal(1));
    // The payment has the amount of the order. The interest is not a part of it.
    expect(
      server.listStarts().map(({ channelId, bankId, shownAmount }) => [channelId, bankId, shownAmount]),
    ).to.deep.equal([[shop.tangga.id, 'P6', 4400]]);
  });

  it('Pay without a plan focuses the first plan and says that a plan is missing', async () => {
    await show();
    await openPlans(element);
    await pay(element);
    const first = findInside(element, '[name=bank]');
    await eventually(() => expect(element.shadowRoot?.activeElement).to.equal(first));
    expect(findInside(element, '#bank-error').textContent.trim()).to.equal('Choose a plan to continue.');
    expect(first.getAttribute('aria-describedby')).to.equal('bank-error plan-P3-terms');
    expect(server.listStarts()).to.deep.equal([]);
  });

  it('the plan of the last payment is not chosen in the next checkout, because it can have interest', async () => {
    await show();
    await openPlans(element);
    await choose(element, '12 months');
    await pay(element);
    await eventually(() => findInside(element, '.redirecting'));
    expect(Object.keys(localStorage).filter((key) => key.startsWith('pgw-bank'))).to.deep.equal([]);
  });

  it('plans that cannot be loaded are reported, and Try again loads them', async () => {
    let fails = true;
    await show({ banks: () => (fails ? networkError() : { banks: shop.plans }) });
    await choose(element, 'Tangga instalments');
    await eventually(() => expect(readText(element)).to.contain('We couldn’t load the plans.'));
    fails = false;
    findInside(element, '.panel-failed button').click();
    await eventually(() => expect(readPlans().length).to.equal(3));
  });
});
