import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import 'axe-core';
import { isNightly, selectCases } from '../../../scripts/nightly.ts';
import { findFocused } from './devices.ts';
import { eventually, readText, restoreBrowser, scenes, scenesOfEveryRun, show } from './gallery.ts';

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

declare global {
  // axe-core is a script, not a module. It defines this global.
  var axe: { run(context: Element, options: object): Promise<AxeResults> };
}

const violationsOnly = { resultTypes: ['violations'], preload: false };
// In the dark theme only the contrast is checked, because only the colors differ between the themes. The page of
// the tests has no landmarks, so the rule `region` is disabled.
const rules = {
  light: { ...violationsOnly, rules: { region: { enabled: false } } },
  dark: { ...violationsOnly, runOnly: ['color-contrast'] },
} as const;

/** The widths of the design. Only the nightly run checks the wider ones. */
const widths = selectCases([320, 375, 1280], 1);

describe('the scenes of the gallery', () => {
  const elements: Element[] = [];

  before(() => {
    document.documentElement.lang = 'en';
    document.title = 'Gallery';
  });

  afterEach(() => {
    restoreBrowser();
    for (const element of elements.splice(0)) element.remove();
  });

  for (const name of isNightly ? Object.keys(scenes) : scenesOfEveryRun) {
    it(`the scene ${name} shows a text, has no axe violations in the light and dark theme, has two live regions, and outlines a control only for the keyboard`, async () => {
      const element = await show(name);
      elements.push(element);
      await eventually(() => expect(readText(element)).not.to.equal(''));
      expect(isControlOutlined(), 'a control has an outline').to.equal(name.endsWith('-by-keyboard'));
      // The colors are checked without animations.
      const style = document.createElement('style');
      style.textContent = '*, ::before, ::after { animation: none !important; transition: none !important }';
      element.shadowRoot?.append(style);
      for (const theme of ['light', 'dark'] as const) {
        element.setAttribute('theme', theme);
        await element.updateComplete;
        document.body.style.background = theme === 'dark' ? '#121918' : '#fff';
        for (const width of widths) {
          await setViewport({ width, height: 800 });
          const { violations } = await axe.run(element, rules[theme]);
          expect(
            violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`)),
            `${width} px ${theme}`,
          ).to.deep.equal([]);
        }
      }
      const regions = '[role=status], [role=alert], [aria-live]:not([aria-live=off])';
      expect(element.shadowRoot?.querySelectorAll(regions).length).to.equal(2);
    });
  }
});

/** True if the focused control shows an outline. A text field always shows one, so it does not count. */
function isControlOutlined(): boolean {
  const controls = 'button, a, summary, input:is([type=radio], [type=checkbox])';
  return findFocused()?.matches(`:is(${controls}):focus-visible`) === true;
}
