import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { selectCases } from '../../../scripts/nightly.ts';
import { eventually, findInside, restoreBrowser, show } from './gallery.ts';

// The styles of the page around the element are inherited by it, or match it with `*`. Only the documented tokens
// change how it looks.

/** The inherited properties of texts and lists, each with a value that would be visible. */
const inheritedStyles = {
  color: '#fff',
  font: 'italic small-caps 700 12px/3 fantasy',
  'font-feature-settings': '"liga" 0',
  'font-kerning': 'none',
  'font-size-adjust': '0.9',
  'font-stretch': 'condensed',
  'font-synthesis': 'none',
  'font-variant-numeric': 'slashed-zero',
  'letter-spacing': '9px',
  'word-spacing': '20px',
  'line-height': '4',
  'line-break': 'anywhere',
  'word-break': 'break-all',
  'overflow-wrap': 'normal',
  hyphens: 'auto',
  'hanging-punctuation': 'first',
  'tab-size': '2',
  'text-align': 'right',
  'text-align-last': 'center',
  'text-indent': '40px',
  'text-justify': 'none',
  'text-shadow': '2px 2px red',
  'text-transform': 'uppercase',
  'text-wrap': 'nowrap',
  'text-underline-offset': '6px',
  'text-rendering': 'geometricPrecision',
  'text-emphasis': 'dot',
  'text-combine-upright': 'all',
  'text-orientation': 'upright',
  'white-space': 'pre',
  '-webkit-text-fill-color': '#fff',
  '-webkit-text-stroke': '2px #fff',
  '-webkit-font-smoothing': 'antialiased',
  '-webkit-text-security': 'disc',
  '-webkit-tap-highlight-color': 'red',
  'accent-color': 'red',
  'border-collapse': 'collapse',
  'border-spacing': '9px',
  'caption-side': 'bottom',
  'caret-color': 'transparent',
  cursor: 'wait',
  direction: 'rtl',
  'empty-cells': 'hide',
  fill: 'red',
  'fill-opacity': '0.1',
  'image-rendering': 'pixelated',
  'list-style': 'square inside',
  orphans: '4',
  'paint-order': 'stroke',
  quotes: '"«" "»"',
  'ruby-position': 'under',
  stroke: 'red',
  'stroke-dasharray': '1 3',
  'stroke-opacity': '0.1',
  'stroke-width': '9px',
  'user-select': 'none',
  widows: '4',
} as const;

/** Adds a style sheet to the page, and returns a function that removes it. */
function addPageStyles(css: string): () => void {
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = css;
  return () => style.remove();
}

/** Reads all computed styles of the elements in the frame, or these ones, one line per property. */
function readStyles(element: Element, properties?: readonly string[]): string[] {
  const descendants = [...(element.shadowRoot?.querySelectorAll('.pgw, .pgw *') ?? [])];
  return descendants.flatMap((each, index) => {
    const style = getComputedStyle(each);
    const name = `${String(index)} ${each.localName}.${each.getAttribute('class') ?? ''}`;
    return (properties ?? [...style]).map(
      (property) => `${name} ${property}: ${style.getPropertyValue(property)}`,
    );
  });
}

/** Returns the styles that differ, so that a failure shows nothing else. */
function findDifferences(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(before);
  return after.filter((line) => !known.has(line));
}

describe('the styles of the page', () => {
  let removeStyles = (): void => {};
  let element: HTMLElement;

  before(() => setViewport({ width: 375, height: 700 }));
  after(() => setViewport({ width: 800, height: 600 }));
  afterEach(() => {
    removeStyles();
    restoreBrowser();
    element.remove();
  });

  async function showStill(scene: string): Promise<void> {
    element = await show(scene);
    // The rules of a page are meant for its own content in the slots.
    element.replaceChildren();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }');
    element.shadowRoot?.adoptedStyleSheets.push(sheet);
  }

  for (const scene of selectCases(['banks-search', 'card-errors', 'phone', 'success-fee'], 2))
    it(`an inherited style does not change the scene ${scene}, also if the page sets it on every element`, async () => {
      await showStill(scene);
      const before = readStyles(element);
      const declarations = Object.entries(inheritedStyles).map((style) => style.join(': '));
      removeStyles = addPageStyles(`* { ${declarations.join('; ')} }`);
      expect(findDifferences(before, readStyles(element))).to.deep.equal([]);
    });

  it('the writing mode of the page does not turn the texts of the element', async () => {
    await showStill('ready');
    removeStyles = addPageStyles('* { writing-mode: vertical-rl }');
    for (const selector of ['.amount', '.tile', '#pay'])
      expect(getComputedStyle(findInside(element, selector)).writingMode).to.equal('horizontal-tb');
  });

  it('a page that hides the element, or takes its clicks, does so', async () => {
    await showStill('ready');
    removeStyles = addPageStyles('body { visibility: hidden; pointer-events: none }');
    const { visibility, pointerEvents } = getComputedStyle(findInside(element, '#pay'));
    expect({ visibility, pointerEvents }).to.deep.equal({ visibility: 'hidden', pointerEvents: 'none' });
  });

  it('the language of the texts still selects their font and hyphenation', async () => {
    await showStill('ready');
    const language = getComputedStyle(findInside(element, '#pay')).getPropertyValue('-webkit-locale');
    expect(language).to.equal('"en"');
  });

  it('with a root of 10 px every text has the size that it has with a root of 16 px', async () => {
    const readSizes = (): string[] => readStyles(element, ['font-size']);
    for (const scene of ['banks-search', 'card-errors', 'start-refused', 'success']) {
      await showStill(scene);
      const sizes = readSizes();
      const { height } = element.getBoundingClientRect();
      removeStyles = addPageStyles('html { font-size: 62.5% } * { font: 12px serif }');
      expect(findDifferences(sizes, readSizes()), scene).to.deep.equal([]);
      expect(element.getBoundingClientRect().height, scene).to.equal(height);
      removeStyles();
      element.remove();
    }
  });

  it('a field has letters of at least 16 px, because phones enlarge the page for smaller ones', async () => {
    removeStyles = addPageStyles(
      'html { font-size: 62.5% } * { font: 12px serif } :root { --pgw-font-size: 13px }',
    );
    for (const [scene, selectors] of [
      ['banks-search', ['#search']],
      ['card-errors', ['#cc-number', '#cc-csc']],
    ] as const) {
      await showStill(scene);
      for (const selector of selectors)
        expect(getComputedStyle(findInside(element, selector)).fontSize, selector).to.equal('16px');
      expect(getComputedStyle(findInside(element, '.pgw')).fontSize).to.equal('13px');
      element.remove();
    }
  });

  it('the tokens of the page set the font, its size and the colors', async () => {
    await showStill('banks-search');
    removeStyles = addPageStyles(
      '* { font: 12px serif; color: #fff } :root { --pgw-font: "Shop Font", cursive; --pgw-font-size: 20px; --pgw-color-text: rgb(1 2 3) }',
    );
    const { fontFamily, fontSize, color } = getComputedStyle(findInside(element, '.merchant'));
    expect({ fontFamily, color }).to.deep.equal({
      fontFamily: '"Shop Font", cursive',
      color: 'rgb(1, 2, 3)',
    });
    expect(fontSize).to.equal('18.75px');
    expect(getComputedStyle(findInside(element, '#search')).fontSize).to.equal('20px');
  });

  it('the attribute theme wins over a color scheme that the page sets on every element', async () => {
    element = await show('ready', 'dark');
    removeStyles = addPageStyles('* { color-scheme: light }');
    expect(getComputedStyle(findInside(element, '.frame')).backgroundColor).to.equal('rgb(18, 25, 24)');
  });

  it('without the attribute theme, the element has the color scheme of the page', async () => {
    element = await show('ready');
    element.removeAttribute('theme');
    removeStyles = addPageStyles(':root { color-scheme: dark }');
    await eventually(() => {
      expect(getComputedStyle(findInside(element, '.frame')).backgroundColor).to.equal('rgb(18, 25, 24)');
    });
  });
});

describe('the attribute dir', () => {
  let element: HTMLElement;

  afterEach(() => {
    document.documentElement.removeAttribute('dir');
    element.remove();
  });

  const readDirection = (): string => getComputedStyle(findInside(element, '.frame')).direction;

  it('of the element sets the direction of the layout, also if it changes', async () => {
    element = await show('ready');
    expect(readDirection()).to.equal('ltr');
    element.dir = 'rtl';
    await eventually(() => {
      expect(readDirection()).to.equal('rtl');
    });
    const [radio, name] = ['.tile input', '.tile .names'].map((selector) =>
      findInside(element, selector).getBoundingClientRect(),
    );
    expect(radio?.left).to.be.greaterThan(name?.right ?? Infinity);
    element.dir = '';
    await eventually(() => {
      expect(readDirection()).to.equal('ltr');
    });
  });

  it('of the page does not, because the texts of the element may be in another language', async () => {
    document.documentElement.dir = 'rtl';
    element = await show('ready');
    expect(readDirection()).to.equal('ltr');
  });

  it('of the return page’s element is used as well', async () => {
    element = await show('success');
    element.dir = 'rtl';
    await eventually(() => {
      expect(readDirection()).to.equal('rtl');
    });
  });
});
