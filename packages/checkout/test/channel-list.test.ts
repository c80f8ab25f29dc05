import { expect } from '@open-wc/testing';
import type { PgwCheckout } from '../src/pgw-checkout.ts';
import { eventually, findInside } from './acting.ts';
import { restoreBrowser, show } from './gallery.ts';

let element: PgwCheckout;

async function showList(): Promise<PgwCheckout> {
  element = (await show('ready', 'light')) as PgwCheckout;
  await eventually(() => findInside(element, '.tile'));
  return element;
}

function findAll(selector: string): HTMLElement[] {
  return [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
}

describe('the list of channels', () => {
  afterEach(() => {
    restoreBrowser();
    element.remove();
  });

  it('the list of channels is one frame, with one pixel between two rows of a group', async () => {
    await showList();
    const rows = findAll('.list > .group > .item > .tile').map((row) => row.getBoundingClientRect());
    expect(rows.length).to.equal(findAll('.tile').length);
    const gaps = rows.slice(1).map(({ top }, index) => Math.round(top - (rows[index]?.bottom ?? 0)));
    // A larger gap has the label of a group.
    expect(gaps.filter((gap) => gap === 1).length).to.equal(rows.length - findAll('.group').length);
    expect(new Set(rows.map(({ left }) => left)).size).to.equal(1);
  });

  it('a channel without a logo has its letter in the color of the text, on a gray surface', async () => {
    await showList();
    const logo = findInside(element, '.logo');
    logo.toggleAttribute('data-bare', true);
    const { color, backgroundColor } = getComputedStyle(logo);
    expect(color).to.equal(getComputedStyle(findInside(element, '.channel-name')).color);
    expect(backgroundColor).to.equal('rgb(230, 235, 234)');
  });
});
