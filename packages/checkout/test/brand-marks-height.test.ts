import { expect } from '@open-wc/testing';
import '../src/define.ts';
import { brandMarksModule } from '../src/channels/kinds/card/index.ts';
import { cardSession } from './card-fixtures.ts';
import * as shop from './fixtures.ts';
import { eventually, findInside } from './gallery.ts';
import { stubServer } from './stub-server.ts';

// The only test of its page, so that the module of the brand marks is not loaded before.
it('the tile of a card channel keeps its height when the brand marks are loaded', async () => {
  expect(brandMarksModule.value === null).to.equal(true);
  const element = document.createElement('pgw-checkout');
  element.order = shop.order.id;
  element.fetcher = stubServer({ session: cardSession({ marks: ['visa', 'mastercard'] }) }).fetcher;
  document.body.append(element);
  const tile = await eventually(() => findInside(element, '.tile:has(.marks)'));
  const { height } = tile.getBoundingClientRect();
  await eventually(() => findInside(element, '.marks svg'));
  expect(tile.getBoundingClientRect().height).to.equal(height);
  element.remove();
});
