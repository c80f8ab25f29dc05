import { expect } from '@open-wc/testing';
import { warnAboutContrast, contrastRatio } from '../src/element/contrast-warning.ts';

function page(colours: string): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = `<div class="pgw" style="${colours}"></div>`;
  document.body.append(root);
  return root;
}

function warningsOf(run: () => void): string[] {
  const warnings: string[] = [];
  const real = Object.getOwnPropertyDescriptor(console, 'warn');
  Object.defineProperty(console, 'warn', { ...real, value: (text: string) => warnings.push(text) });
  try {
    run();
  } finally {
    Object.defineProperty(console, 'warn', { ...real });
  }
  return warnings;
}

describe('the contrast warning for developers', () => {
  it('the contrast of black on white is 21, and of a color on itself 1', () => {
    expect(contrastRatio([0, 0, 0], [255, 255, 255])).to.equal(21);
    expect(contrastRatio([12, 92, 107], [12, 92, 107])).to.equal(1);
  });

  it('a low contrast of the text of Pay is logged with its ratio', () => {
    const root = page('--_pgw-accent: #ffd400; --_pgw-on-accent: #fff');
    const [warning] = warningsOf(() => warnAboutContrast(root));
    expect(warning).to.contain('contrast of 1.4').and.to.contain('--pgw-color-on-accent');
    root.remove();
  });

  it('a sufficient contrast is not logged, in any color notation', () => {
    const root = page('--_pgw-accent: oklch(0.45 0.1 210); --_pgw-on-accent: color(srgb 1 1 1)');
    expect(warningsOf(() => warnAboutContrast(root))).to.deep.equal([]);
    root.remove();
  });
});
