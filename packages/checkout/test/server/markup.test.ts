import { expect } from '@open-wc/testing';
import { html as litHtml, nothing as litNothing, render } from 'lit';
import { ifDefined as litIfDefined } from 'lit/directives/if-defined.js';
import { html, ifDefined, nothing } from '../../server/lit.ts';
import { toMarkup } from '../../server/markup.ts';

/**
 * Creates the same template with Lit or with the server's replacement of Lit. The markup of Lit is the
 * expected one.
 */
function createSampleTemplate(
  lit: { html: typeof html; nothing: unknown; ifDefined: typeof ifDefined },
  text: string,
): unknown {
  const { html: tag } = lit;
  return tag`<section class="a ${text} b ${lit.nothing}" title=${text} data-none=${lit.nothing} aria-label=${lit.ifDefined(undefined)}>
    <input type="radio" name="channel" .value=${text} .checked=${true} ?disabled=${false} ?required=${true} @change=${() => {}} />
    <input type="text" .enterKeyHint=${'search'} value="x" aria-hidden=${'true'} data-at=${3} />
    ${text}${[tag`<b>${text}</b>`, ' and ', 7, lit.nothing, null, undefined]}
    <p>a > b ${tag`<i id="i-${text}">${text}</i>`}</p>${lit.nothing}
  </section>`;
}

/** The nodes as markup without comments, with the attributes in alphabetical order. */
function normalizeMarkup(root: ParentNode): string {
  const copy = document.createElement('div');
  copy.append(...[...root.childNodes].map((node) => node.cloneNode(true)));
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
  for (const element of copy.querySelectorAll('*')) {
    const attributes = element
      .getAttributeNames()
      .sort()
      .map((name) => [name, element.getAttribute(name) ?? '']);
    for (const [name = ''] of attributes) element.removeAttribute(name);
    for (const [name = '', value = ''] of attributes) element.setAttribute(name, value);
    if (element instanceof HTMLInputElement) {
      // The server writes these properties as attributes. Lit sets the properties only.
      element.removeAttribute('checked');
      element.removeAttribute('value');
      element.removeAttribute('enterkeyhint');
    }
  }
  copy.normalize();
  return copy.innerHTML;
}

describe('templates rendered by the server', () => {
  for (const text of [
    'plain',
    '<script>alert(1)</script>',
    '"\'&amp;<>',
    '</template>',
    'ta தமிழ் 中文',
    '$& $1',
    '',
  ]) {
    it(`the server and Lit render the text ${JSON.stringify(text)} to equal nodes`, () => {
      const litContainer = document.createElement('div');
      // The functions of both have equal signatures, but different types.
      render(
        createSampleTemplate(
          { html: litHtml as never, nothing: litNothing, ifDefined: litIfDefined as never },
          text,
        ),
        litContainer,
      );
      const serverDocument = new DOMParser().parseFromString(
        toMarkup(createSampleTemplate({ html, nothing, ifDefined }, text)),
        'text/html',
      );
      expect(normalizeMarkup(serverDocument.body)).to.equal(normalizeMarkup(litContainer));
      const [radio] = serverDocument.querySelectorAll('input');
      expect([radio?.value, radio?.checked, radio?.required, radio?.disabled]).to.deep.equal([
        text,
        true,
        true,
        false,
      ]);
    });
  }
});
