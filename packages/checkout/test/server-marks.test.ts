import { expect } from '@open-wc/testing';
import '../src/define.ts';
import { brandMarksModule } from '../src/channels/kinds/card/index.ts';
import { cardSession } from './card-fixtures.ts';
import * as shop from './fixtures.ts';
import { eventually, findInside } from './gallery.ts';
import { stubServer } from './stub-server.ts';

// In a separate file, because the module of the brand marks must not be loaded before this test.

const serverList = `<div class="pgw">
  <input type="radio" name="channel" value="${shop.card.id}" />
  <span class="marks" id="details-${shop.card.id}"><span class="visually-hidden">Visa</span><i><svg></svg></i></span>
</div>`;

it('the symbols of card brands that the server rendered stay visible until the element can draw them', async () => {
  const host = document.createElement('div');
  host.setHTMLUnsafe(
    `<pgw-checkout order="${shop.order.id}"><template shadowrootmode="open">${serverList}</template></pgw-checkout>`,
  );
  customElements.upgrade(host);
  const element = host.querySelector('pgw-checkout')!;
  element.fetcher = stubServer({ session: cardSession({ marks: ['visa'] }) }).fetcher;
  const markCounts: number[] = [];
  const observer = new MutationObserver(() => {
    markCounts.push(findInside(element, '.marks').querySelectorAll('svg').length);
  });
  observer.observe(element.shadowRoot!, { childList: true, subtree: true });
  expect(brandMarksModule.value).to.equal(null);
  document.body.append(host);
  await eventually(() => findInside(element, '#pay'));
  await eventually(() => findInside(element, '.marks svg.brand-mark'));
  observer.disconnect();
  expect([...new Set(markCounts)]).to.deep.equal([1]);
  expect(findInside(element, '.marks').textContent.trim()).to.equal('Visa');
  host.remove();
});
