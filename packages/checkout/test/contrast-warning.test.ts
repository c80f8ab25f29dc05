import { expect } from '@open-wc/testing';
import { warnAboutContrast, computeContrastRatio } from '../src/element/contrast-warning.ts';

function createPage(colors: string): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = `<div class="pgw" style="${colors}"></div>`;
  document.body.append(root);
  return root;
}

function collectWarnings(run: () => void): string[] {
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
  it('the contrast of black on white is 21, and the contrast of two equal colors is 1', () => {
    expect(computeContrastRatio([0, 0, 0], [255, 255, 255])).to.equal(21);
    expect(computeContrastRatio([12, 92, 107], [12, 92, 107])).to.equal(1);
  });

  it('a text of Pay with a low contrast is logged with its ratio', () => {
    const root = createPage('--_pgw-accent: #ffd400; --_pgw-on-accent: #fff');
    const [warning] = collectWarnings(() => warnAboutContrast(root));
    expect(warning).to.contain('contrast of 1.4').and.to.contain('--pgw-color-on-accent');
    root.remove();
  });

  it('a text of Pay with a sufficient contrast is not logged, in any color notation', () => {
    const root = createPage('--_pgw-accent: oklch(0.45 0.1 210); --_pgw-on-accent: color(srgb 1 1 1)');
    expect(collectWarnings(() => warnAboutContrast(root))).to.deep.equal([]);
    root.remove();
  });
});
