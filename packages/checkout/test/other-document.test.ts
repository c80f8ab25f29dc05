import { expect } from '@open-wc/testing';
import '../src/define.ts';
import { resultModule } from '../src/result/index.ts';
import type { PgwElement } from '../src/element/base-element.ts';
import * as shop from './fixtures.ts';
import { eventually, findInside } from './gallery.ts';
import { stubServer } from './stub-server.ts';

/** Returns the computed styles of the frame and of what is in it. */
function readStyles(element: Element): readonly string[] {
  const view = element.ownerDocument.defaultView ?? window;
  return [...(element.shadowRoot?.querySelectorAll('.frame, .frame *') ?? [])].map((inner) => {
    const { color, display, padding, borderRadius } = view.getComputedStyle(inner);
    return [inner.localName, color, display, padding, borderRadius].join(' ');
  });
}

describe('an element that is moved to another document', () => {
  const added: Element[] = [];
  afterEach(() => {
    for (const element of added.splice(0)) element.remove();
  });

  function openDocument(): Document {
    const frame = document.createElement('iframe');
    frame.width = '600';
    document.body.append(frame);
    added.push(frame);
    if (frame.contentDocument === null) throw new Error('The frame has no document.');
    return frame.contentDocument;
  }

  async function show(element: PgwElement, part: string, parent: Element): Promise<void> {
    parent.append(element);
    added.push(element);
    await eventually(() => findInside(element, part));
    await element.updateComplete;
  }

  const elements = {
    'pgw-checkout': () => {
      const element = document.createElement('pgw-checkout');
      element.order = shop.order.id;
      element.fetcher = stubServer({ session: shop.walletSession }).fetcher;
      return { element, part: '.tile' };
    },
    'pgw-payment-status': () => {
      const element = document.createElement('pgw-payment-status');
      element.payment = shop.payment.reference;
      element.fetcher = stubServer({ payment: shop.payment }).fetcher;
      return { element, part: '#title' };
    },
  };

  for (const [tag, create] of Object.entries(elements)) {
    it(`<${tag}> keeps its styles in the document of a frame, and when it comes back`, async () => {
      await resultModule.load();
      const { element, part } = create();
      const main = document.createElement('div');
      main.style.width = '584px';
      document.body.append(main);
      added.push(main);
      await show(element, part, main);
      const before = readStyles(element);
      const { body } = openDocument();
      body.append(element);
      expect(readStyles(element)).to.deep.equal(before);
      main.append(element);
      expect(readStyles(element)).to.deep.equal(before);
    });

    it(`<${tag}> that was created in one document is shown in another`, async () => {
      const { element, part } = create();
      await show(element, part, openDocument().body);
      expect(element.shadowRoot?.adoptedStyleSheets).not.to.have.length(0);
    });
  }
});
