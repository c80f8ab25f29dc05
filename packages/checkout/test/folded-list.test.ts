import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { PgwCheckout } from '../src/pgw-checkout.ts';
import '../src/define.ts';
import { choose, eventually, findInside, pay, waitForNextTurn } from './acting.ts';
import { click, findFocused, press, tabTo } from './devices.ts';
import * as shop from './fixtures.ts';
import { loadModules, restoreBrowser } from './gallery.ts';
import { never, stubServer, type StubResponses, type StubServer } from './stub-server.ts';

/** A phone of 375 × 667 px. The page has content above the element. */
const screen = { width: 375, height: 667 };

let element: PgwCheckout;
let server: StubServer;
let above: HTMLElement;

async function mount(responses: StubResponses = {}): Promise<void> {
  await setViewport(screen);
  await loadModules();
  server = stubServer({
    session: shop.session,
    banks: { banks: shop.banks },
    start: shop.start,
    ...responses,
  });
  above = document.createElement('div');
  above.style.height = '900px';
  element = new PgwCheckout();
  element.fetcher = server.fetcher;
  element.navigation = { assign: () => {} };
  element.order = shop.order.id;
  document.body.append(above, element);
  await eventually(() => findInside(element, '.tile'));
}

function findAll(selector: string): HTMLElement[] {
  return [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
}

/** The names of the visible channels. */
function readChannels(): string[] {
  return findAll('.tile')
    .filter((row) => row.checkVisibility())
    .map((row) => row.querySelector('.channel-name')?.textContent ?? '');
}

function findRow(name: string): HTMLElement {
  const row = findAll('.tile').find((candidate) => candidate.textContent.includes(name));
  if (row === undefined) throw new Error(`There is no channel ${name}.`);
  return row;
}

/** Waits until nothing is animated. */
async function settle(): Promise<void> {
  await element.updateComplete;
  await Promise.all(element.shadowRoot?.getAnimations().map(({ finished }) => finished) ?? []);
}

function getTop(target: Element): number {
  return target.getBoundingClientRect().top;
}

/** Chooses a channel with the arrow keys, and leaves the focus there. */
async function chooseByKeyboard(): Promise<void> {
  await tabTo(findInside(element, 'input[name="channel"]'));
  await press('ArrowDown');
  await press('ArrowDown');
  await eventually(() => expect(element.shadowRoot?.activeElement?.matches(':checked')).to.equal(true));
}

describe('the folded list', () => {
  afterEach(() => {
    restoreBrowser();
    element.remove();
    above.remove();
  });

  it('a channel that is chosen with the mouse folds the others into one row, and keeps the focus', async () => {
    await mount();
    expect(readChannels().length).to.equal(shop.session.channels.length);
    await choose(element, 'KilatPay');
    expect(readChannels()).to.deep.equal(['KilatPay']);
    expect(findInside(element, '.others').textContent.trim()).to.equal('Other ways to pay');
    expect(findInside(element, '.others').ariaExpanded).to.equal('false');
    expect(findFocused()).to.equal(findRow('KilatPay').querySelector('input'));
  });

  it('“Other ways to pay” shows all channels again, with the focus on the chosen one, and another choice folds the list', async () => {
    await mount();
    await choose(element, 'KilatPay');
    await click(findInside(element, '.others'));
    await waitForNextTurn();
    expect(readChannels().length).to.equal(shop.session.channels.length);
    expect(findAll('.others')).to.deep.equal([]);
    expect(findFocused()).to.equal(findRow('KilatPay').querySelector('input'));
    await choose(element, 'PasarPay');
    expect(readChannels()).to.deep.equal(['PasarPay']);
  });

  for (const name of ['KilatPay', 'FPX online banking', 'Bintang Rewards'])
    it(`the row ${name} keeps its place on the screen when the list is folded and unfolded`, async () => {
      await mount();
      findRow(name).scrollIntoView({ block: 'center' });
      const top = getTop(findRow(name));
      await choose(element, name);
      await settle();
      expect(getTop(findRow(name))).to.be.closeTo(top, 1);
      const foldedTop = getTop(findRow(name));
      findInside(element, '.others').click();
      await settle();
      expect(getTop(findRow(name))).to.be.closeTo(foldedTop, 1);
    });

  for (const name of ['KilatPay', 'FPX online banking', 'Credit or debit card'])
    it(`after the choice of ${name}, its row, its panel and Pay fit on a screen of 375 × 667 px`, async () => {
      await mount();
      await choose(element, name);
      await eventually(() => expect(findAll('.loading, .skeleton')).to.deep.equal([]));
      await settle();
      const height = findInside(element, '#pay').getBoundingClientRect().bottom - getTop(findRow(name));
      expect(height).to.be.at.most(screen.height);
    });

  it('the arrow keys choose without folding the list, and Tab to Pay folds it', async () => {
    await mount();
    await chooseByKeyboard();
    expect(readChannels().length).to.equal(shop.session.channels.length);
    await tabTo(findInside(element, '#pay'));
    await waitForNextTurn();
    expect(readChannels().length).to.equal(1);
    expect(findFocused()).to.equal(findInside(element, '#pay'));
  });

  it('in a folded list an arrow key chooses the next channel, and Escape shows the others', async () => {
    await mount();
    await choose(element, 'KilatPay');
    await press('ArrowDown');
    await waitForNextTurn();
    expect(findRow('Sentuh eWallet').querySelector('input')?.checked).to.equal(true);
    expect(readChannels().length).to.equal(shop.session.channels.length);
    await choose(element, 'KilatPay');
    await press('Escape');
    await waitForNextTurn();
    expect(readChannels().length).to.equal(shop.session.channels.length);
    expect(findRow('KilatPay').querySelector('input')?.checked).to.equal(true);
  });

  it('a click on Pay in an unfolded list starts the payment and folds the list', async () => {
    await mount({ start: never });
    await chooseByKeyboard();
    // The panel of banks would ask for a bank.
    await press('ArrowDown');
    await press('ArrowDown');
    await pay(element);
    expect(server.listStarts().length).to.equal(1);
    expect(readChannels().length).to.equal(1);
    expect((findInside(element, '.others') as HTMLButtonElement).disabled).to.equal(true);
  });
});
