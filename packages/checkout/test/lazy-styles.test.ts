import { expect } from '@open-wc/testing';
import { adoptStyles } from 'lit';
import { cardModule } from '../src/channels/kinds/card/lazy.ts';
import { bankModule } from '../src/channels/kinds/provider/lazy.ts';
import '../src/define.ts';
import { addStyles } from '../src/element/add-styles.ts';
import { PgwCheckout } from '../src/pgw-checkout.ts';
import { resultModule } from '../src/result/index.ts';
import * as shop from './fixtures.ts';
import { choose, eventually, findInside } from './gallery.ts';
import { stubServer } from './stub-server.ts';

/** Returns the computed value of each property of each element of the frame, without custom properties. */
function readStyles(root: ShadowRoot): readonly string[] {
  return [...root.querySelectorAll('.frame, .frame *')].flatMap((element) => {
    const style = getComputedStyle(element);
    const name = `${element.localName}.${element.getAttribute('class')}`;
    return Array.from(style)
      .filter((property) => !property.startsWith('--'))
      .map((property) => `${name} ${property}: ${style.getPropertyValue(property)}`);
  });
}

describe('the styles of the modules that are loaded later', () => {
  for (const chosenChannel of [null, 'KilatPay']) {
    it(`do not change the list, in which ${chosenChannel ?? 'no channel'} is chosen`, async () => {
      const element = document.createElement('pgw-checkout');
      element.order = shop.order.id;
      element.fetcher = stubServer({ session: shop.session }).fetcher;
      document.body.append(element);
      await eventually(() => findInside(element, '.tile'));
      if (chosenChannel !== null) await choose(element, chosenChannel);
      const modules = await Promise.all([cardModule.load(), bankModule.load(), resultModule.load()]);
      const root = element.shadowRoot;
      if (root === null) throw new Error('The element has no shadow root.');
      // The modules may be loaded already.
      adoptStyles(root, PgwCheckout.elementStyles);
      const before = readStyles(root);
      for (const { styles } of modules) addStyles(root, styles);
      expect(readStyles(root).filter((value, index) => value !== before[index])).to.deep.equal([]);
      element.remove();
    });
  }
});
