import { expect } from '@open-wc/testing';
import 'axe-core';
import { restoreClock, scenes, show } from './gallery.ts';

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

declare global {
  // axe-core is a script, not a module: it leaves itself here.
  var axe: { run(context: Element, options: object): Promise<AxeResults> };
}

// Of what is on the page; only colours differ between the themes.
const violationsOnly = { resultTypes: ['violations'], preload: false };
const rules = {
  light: { ...violationsOnly, rules: { region: { enabled: false } } },
  dark: { ...violationsOnly, runOnly: ['color-contrast'] },
} as const;

describe('every state', () => {
  const shown: Element[] = [];

  before(() => {
    document.documentElement.lang = 'en';
    document.title = 'Gallery';
  });

  afterEach(() => {
    restoreClock();
    for (const element of shown.splice(0)) element.remove();
  });

  for (const name of Object.keys(scenes)) {
    it(`${name} is free of axe violations in light and dark, with two live regions`, async () => {
      for (const theme of ['light', 'dark'] as const) {
        const element = await show(name, theme);
        shown.push(element);
        document.body.style.background = theme === 'dark' ? '#121918' : '#fff';
        // Colours are judged at rest.
        const still = document.createElement('style');
        still.textContent =
          '*, ::before, ::after { animation: none !important; transition: none !important }';
        element.shadowRoot?.append(still);
        const { violations } = await axe.run(element, rules[theme]);
        expect(
          violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`)),
        ).to.deep.equal([]);
        expect(
          element.shadowRoot?.querySelectorAll(
            '[role=status], [role=alert], [aria-live]:not([aria-live=off])',
          ).length,
        ).to.equal(2);
        element.remove();
      }
    });
  }
});
