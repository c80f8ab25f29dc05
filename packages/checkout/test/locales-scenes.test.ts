import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import 'axe-core';
import { registerLocale } from '../src/locales/find-locale.ts';
import { findRuleByBrand } from '../src/channels/kinds/card/brands/brands.ts';
import { languages as builtIn } from '../src/locales/index.ts';
import { isNightly } from '../../../scripts/nightly.ts';
import * as cards from './card-fixtures.ts';
import * as shop from './fixtures.ts';
import { eventually, findInside, restoreBrowser, scenes, scenesOfEveryRun, show } from './gallery.ts';
import { idTexts, longTexts, mirroredTexts } from './pseudo-locales.ts';

// These tests show every scene of the gallery in every language, on the narrowest supported page.

/**
 * The built-in languages, and two generated ones: `de` has the longest texts, `ar` is written from right to
 * left. Outside the nightly run, only the built-in language with the widest texts.
 */
const languages: readonly string[] = isNightly ? ['en', ...Object.keys(builtIn), 'de', 'ar'] : ['ta'];

/**
 * Languages that are checked by axe. gallery.test.ts checks English in every run.
 */
const checkedByAxe: readonly string[] = isNightly ? languages : [];
const axeOptions = {
  rules: { region: { enabled: false } },
  resultTypes: ['violations'],
  preload: false,
};

/** Texts that are not in the table of texts: names and numbers of the shop and the gateway. */
const names = [
  ...shop.planSession.channels.flatMap(({ name, group }) => [name, group ?? '']),
  ...shop.banks.flatMap(({ displayName, aliases }) => [displayName, ...aliases]),
  shop.order.merchant,
  shop.order.id,
  shop.order.gateway,
  shop.payment.bank,
  shop.payment.channel,
  shop.payment.transactionNumber,
  shop.payment.reference,
  ...[...cards.cardTerms.brands, 'jcb' as const].map((brand) => findRuleByBrand(brand).name),
  ...cards.testCards.map(({ label }) => label),
  // The parts of the shop's terms before and in the link.
  ...shop.terms.en.text.split(/[[\].]/).map((part) => part.trim()),
  'MYR',
  'RM',
]
  .filter((name) => name !== null && name !== '')
  .sort((a, b) => (b ?? '').length - (a ?? '').length);

/** A font that is wider than the fonts of operating systems. It comes from a package, so no machine font is used. */
const wideFont = '* { font-family: "Lexend Giga", "Noto Sans Tamil" !important }';
/** The text settings of WCAG 1.4.4 and 1.4.12, with the wide font. */
const textSettings = {
  wide: createSheet(wideFont),
  large: createSheet(`.reset { font-size: 200% !important } ${wideFont}`),
  spaced: createSheet(
    `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important } ${wideFont}`,
  ),
};

describe('the scenes of the gallery in every language at a width of 320 px', () => {
  let element: Element;

  before(async () => {
    registerLocale('qaa', idTexts);
    registerLocale('de', longTexts);
    registerLocale('ar', mirroredTexts);
    document.title = 'Gallery';
    await Promise.all([
      ...[400, 700].map((weight) => loadFont('Lexend Giga', 'lexend-giga', 'latin', weight)),
      ...[400, 600].map((weight) => loadFont('Noto Sans Tamil', 'noto-sans-tamil', 'tamil', weight)),
    ]);
    await setViewport({ width: 320, height: 700 });
    document.body.style.margin = '0';
  });

  beforeEach(() => {
    document.documentElement.lang = 'qaa';
  });

  afterEach(() => {
    restoreBrowser();
    element.remove();
  });

  for (const name of Object.keys(scenes)) {
    it(`the scene ${name} shows only translated texts, lets a translator change no sum, cuts off no content, and has no axe violations`, async () => {
      element = await show(name);
      stopAnimations(element);
      // An announcement is rendered after 100 ms. Its timer was set before this timer, so it fires first.
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(findUntranslatedTexts(element)).to.deep.equal([]);
      expect(findTranslatableSums(element)).to.deep.equal([]);
      for (const language of isNightly || scenesOfEveryRun.includes(name) ? languages : []) {
        document.documentElement.lang = language;
        await eventually(() => {
          expect(findInside(element, '.pgw').lang).to.equal(language);
        });
        await (element as Element & { updateComplete: Promise<boolean> }).updateComplete;
        expect(findCutContent(element), language).to.deep.equal([]);
        // The placeholders of the generated languages are wider than those of the real languages.
        if (language !== 'de' && language !== 'ar') {
          expect(findCutPlaceholders(element), language).to.deep.equal([]);
          element.shadowRoot?.adoptedStyleSheets.push(textSettings.wide);
          expect(findCutPlaceholders(element), `${language}, wide`).to.deep.equal([]);
          element.shadowRoot?.adoptedStyleSheets.pop();
        }
        for (const [setting, sheet] of Object.entries(textSettings)) {
          element.shadowRoot?.adoptedStyleSheets.push(sheet);
          expect(findCutContent(element), `${language}, ${setting}`).to.deep.equal([]);
          element.shadowRoot?.adoptedStyleSheets.pop();
        }
        if (!checkedByAxe.includes(language)) continue;
        const { violations } = await axe.run(element, axeOptions);
        const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
        expect(found, language).to.deep.equal([]);
      }
    });
  }
});

/** Finds texts, also for screen readers, that are neither from the table of texts nor from the shop. */
function findUntranslatedTexts(element: Element): string[] {
  const root = findInside(element, '.pgw').getRootNode() as ShadowRoot;
  const texts: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode;
    // The text of <bdi> elements is added below.
    if (parentElement?.closest('style, bdi') === null) texts.push(nodeValue ?? '');
  }
  // A name is read as a whole, because `<mark>` elements may split it.
  for (const value of root.querySelectorAll('bdi')) texts.push(value.textContent);
  for (const each of root.querySelectorAll('*'))
    for (const attribute of [
      'aria-label',
      'placeholder',
      'alt',
      'title',
      'aria-description',
      'aria-valuetext',
    ])
      texts.push(each.getAttribute(attribute) ?? '');
  const date = new Intl.DateTimeFormat('qaa', { dateStyle: 'medium', timeStyle: 'short' });
  const allowedTexts = [...names, date.format(new Date(shop.payment.date))];
  return texts
    .map((text) =>
      allowedTexts.reduce<string>(
        (rest, name) => rest.replaceAll(name ?? '', ''),
        text.replace(/«[\w.-]+»/g, ''),
      ),
    )
    .filter((rest) => /\p{L}/u.test(rest));
}

/** Finds visible sums that a translator of the browser may change. */
function findTranslatableSums(element: Element): string[] {
  const sums: string[] = [];
  const walker = document.createTreeWalker(findInside(element, '.pgw'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { nodeValue, parentElement } = walker.currentNode;
    // A browser in German writes dates as 14.09.2026.
    const isSum = /RM|MYR|\d\.\d\d(?![.\d])/.test(nodeValue ?? '');
    if (isSum && !parentElement?.closest('[role=status], [role=alert], [translate=no]'))
      sums.push(nodeValue ?? '');
  }
  return sums;
}

/** The browser rounds sizes to whole pixels. */
const roundingPx = 1;

/**
 * Finds boxes that are too small for their content, that hide a part of it, or that extend beyond the frame.
 */
function findCutContent(element: Element): string[] {
  const boxes = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('*') ?? [])];
  const wide = boxes
    // The text of an input field may scroll.
    .filter((box) => box.closest('.visually-hidden, .progress, svg, input') === null && box.clientWidth > 0)
    // The copy button extends into the space around the facts. Only its position in the frame is checked.
    .filter((box) => box.querySelector(':scope > .copy, :scope > dd > .copy') === null)
    .filter((box) => box.scrollWidth > box.clientWidth + roundingPx)
    .map(
      (box) => `${box.tagName}.${box.className} is ${String(box.scrollWidth)} in ${String(box.clientWidth)}`,
    );
  const page = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls horizontally'] : [];
  const low = boxes
    .filter((box) => box.closest('.visually-hidden, .bank-list, svg, .logo') === null && box.clientHeight > 0)
    .filter(
      (box) =>
        getComputedStyle(box).overflowY !== 'visible' && box.scrollHeight > box.clientHeight + roundingPx,
    )
    .map((box) => `${box.tagName}.${box.className} hides a part of its content`);
  const frame = findInside(element, '.frame').getBoundingClientRect();
  const outside = boxes
    .filter((box) => box.closest('.frame') !== null && box.closest('.progress, svg') === null)
    .filter((box) => box.getBoundingClientRect().width > 0)
    .filter(
      (box) =>
        box.getBoundingClientRect().right > frame.right + roundingPx ||
        box.getBoundingClientRect().left < frame.left - roundingPx,
    )
    .map((box) => `${box.tagName}.${box.className} extends beyond the frame`);
  return [...page, ...wide, ...low, ...outside];
}

/**
 * Finds placeholders that are wider than their field. The size of a field does not depend on its placeholder.
 */
function findCutPlaceholders(element: Element): string[] {
  const context = document.createElement('canvas').getContext('2d');
  const fields = [...(element.shadowRoot?.querySelectorAll('input') ?? [])];
  return fields
    .filter(({ placeholder }) => placeholder !== '')
    .flatMap((field) => {
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
      if (context !== null) context.font = font;
      const availableWidth =
        field.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
      const textWidth = context?.measureText(field.placeholder).width ?? 0;
      return textWidth > availableWidth && field.value === ''
        ? [`${field.placeholder} needs ${String(textWidth)} px of ${String(availableWidth)} px`]
        : [];
    });
}

/** Loads a font of a @fontsource package. */
async function loadFont(family: string, name: string, subset: string, weight: number): Promise<void> {
  const url = `/node_modules/@fontsource/${name}/files/${name}-${subset}-${String(weight)}-normal.woff2`;
  document.fonts.add(await new FontFace(family, `url(${url})`, { weight: String(weight) }).load());
}

function createSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** Stops animations, because they change colors and positions. */
function stopAnimations(element: Element): void {
  const style = document.createElement('style');
  style.textContent = '*, ::before, ::after { animation: none !important; transition: none !important }';
  element.shadowRoot?.append(style);
}
