import { expect } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import { findInside } from './acting.ts';
import { restoreBrowser, show } from './gallery.ts';

let element: Element;

function findTick(): Element | null {
  return element.shadowRoot?.querySelector('.icon-check') ?? null;
}

describe('the tick', () => {
  beforeEach(() => emulateMedia({ reducedMotion: 'no-preference' }));
  afterEach(() => {
    restoreBrowser();
    element.remove();
  });

  for (const scene of ['chosen', 'submitting', 'redirecting', 'interrupted', 'pending', 'failed', 'canceled'])
    it(`before the server says that the order is paid, no tick is shown: ${scene}`, async () => {
      element = await show(scene);
      expect(findTick()).to.equal(null);
    });

  it('the tick of a paid order is drawn once in 300 ms, and not at all with reduced motion', async () => {
    const readAnimation = (): string => {
      const { animationName, animationDuration, animationIterationCount } = getComputedStyle(
        findInside(element, '.screen-icon .icon-check'),
      );
      return animationName === 'none'
        ? 'none'
        : `${animationName} ${animationDuration} ${animationIterationCount}`;
    };
    element = await show('success');
    expect(readAnimation()).to.equal('draw 0.3s 1');
    await emulateMedia({ reducedMotion: 'reduce' });
    expect(readAnimation()).to.equal('none');
  });
});
