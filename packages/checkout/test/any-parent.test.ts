import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { show } from './gallery.ts';

// A parent may have a width of its own, or the width of its content. The element is readable in each of them.

/** Styles of a parent, and of an element around it. */
interface Place {
  readonly parent: string;
  readonly around?: string;
  /** The name of the parent element. Default: div. */
  readonly tag?: string;
}

/** The smallest width at which every screen is readable. */
const minWidth = 240;

/** Parents whose width depends on their content, or that do not stretch their content. */
const places: Readonly<Record<string, Place>> = {
  'a block': { parent: '' },
  'a centered flex column': { parent: 'display: flex; flex-direction: column; align-items: center' },
  'a flex row': { parent: 'display: flex' },
  'a flex row with wrapping': { parent: 'display: flex; flex-wrap: wrap; justify-content: center' },
  'an inline flex box': { parent: 'display: inline-flex' },
  'a centered grid': { parent: 'display: grid; place-items: center' },
  'a grid of automatic columns': {
    parent: 'display: grid; grid-template-columns: auto; justify-content: start',
  },
  'a grid of columns of the smallest size': { parent: 'display: grid; grid-template-columns: min-content' },
  'an inline block': { parent: 'display: inline-block' },
  'a floating box': { parent: 'float: right' },
  'an absolute box': { parent: 'position: absolute; inset-inline-end: 0' },
  'a fixed box': { parent: 'position: fixed; inset: 0 auto auto 0' },
  'a box with the width fit-content': { parent: 'width: fit-content' },
  'a box with the width max-content': { parent: 'width: max-content' },
  'a box with the width min-content': { parent: 'width: min-content' },
  'a table cell': { parent: 'display: table-cell', around: 'display: table' },
  'a dialog': { parent: '', tag: 'dialog' },
  'a sidebar of 280 px': {
    parent: 'display: flex; flex-direction: column; align-items: center',
    around: 'width: 280px',
  },
  'a floating box in a sidebar of 280 px': { parent: 'float: left', around: 'width: 280px' },
  'a grid in a sidebar of 280 px': { parent: 'display: grid; place-items: start', around: 'width: 280px' },
  'a flex row in a sidebar of 280 px': {
    parent: 'display: flex; justify-content: center',
    around: 'width: 280px',
  },
};

describe('an element in any parent', () => {
  let around: HTMLElement;

  beforeEach(() => {
    around = document.body.appendChild(document.createElement('div'));
  });

  afterEach(() => around.remove());
  after(() => setViewport({ width: 800, height: 600 }));

  /** Moves an element into a parent, and returns its width and the width of the area around the parent. */
  function place(
    element: Element,
    { parent, around: aroundStyle = '', tag = 'div' }: Place,
  ): { width: number; available: number } {
    around.style.cssText = aroundStyle;
    const box = document.createElement(tag);
    box.style.cssText = parent;
    around.replaceChildren(box);
    box.append(element);
    if (box instanceof HTMLDialogElement) box.showModal();
    const available = aroundStyle.includes('width')
      ? around.clientWidth
      : document.documentElement.clientWidth;
    return { width: element.getBoundingClientRect().width, available };
  }

  for (const scene of ['ready', 'success'])
    for (const pageWidth of [375, 1280])
      it(`the scene ${scene} is readable, and not wider than the space around, on a page of ${String(pageWidth)} px`, async () => {
        await setViewport({ width: pageWidth, height: 700 });
        const element = await show(scene);
        for (const [name, style] of Object.entries(places)) {
          const { width, available } = place(element, style);
          expect(width, name).to.be.within(minWidth, available);
          const frame = element.shadowRoot?.querySelector('.frame')?.getBoundingClientRect();
          expect(frame?.width, `the frame in ${name}`).to.be.within(minWidth, width);
          expect(element.scrollWidth, `the content in ${name}`).to.be.at.most(Math.ceil(width));
        }
        element.remove();
      });

  it('where the content sets the width, the element is 480 px wide, and narrower on a narrow page', async () => {
    const element = await show('ready');
    const shrinking = places['a centered flex column'] ?? { parent: '' };
    await setViewport({ width: 1280, height: 700 });
    expect(place(element, shrinking).width).to.equal(480);
    await setViewport({ width: 375, height: 700 });
    expect(place(element, { parent: 'width: max-content' }).width).to.equal(375 - 48);
  });

  it('a block that is wider than 480 px is filled, and a width of the page is used', async () => {
    await setViewport({ width: 1280, height: 700 });
    const element = await show('ready');
    expect(place(element, { parent: 'width: 700px' }).width).to.equal(700);
    element.style.width = '350px';
    expect(place(element, { parent: 'width: 700px' }).width).to.equal(350);
    element.style.cssText = 'flex: none';
    expect(place(element, { parent: 'display: flex; width: 300px' }).width).to.equal(300);
  });

  it('the element is as high as its content', async () => {
    await setViewport({ width: 1280, height: 700 });
    const element = await show('ready');
    place(element, { parent: '' });
    const pgw = element.shadowRoot?.querySelector('.pgw');
    expect(element.getBoundingClientRect().height).to.equal(pgw?.getBoundingClientRect().height);
  });
});
