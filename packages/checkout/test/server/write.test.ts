import { expect } from '@open-wc/testing';
import { html as litHtml, nothing as litNothing, render } from 'lit';
import { ifDefined as litIfDefined } from 'lit/directives/if-defined.js';
import { html, ifDefined, nothing } from '../../server/lit.ts';
import { write } from '../../server/write.ts';

/** The same template for both, so that the real Lit defines the expected output. */
function sample(
  lit: { html: typeof html; nothing: unknown; ifDefined: typeof ifDefined },
  text: string,
): unknown {
  const { html: tagged } = lit;
  return tagged`<section class="a ${text} b ${lit.nothing}" title=${text} data-none=${lit.nothing} aria-label=${lit.ifDefined(undefined)}>
    <input type="radio" name="channel" .value=${text} .checked=${true} ?disabled=${false} ?required=${true} @change=${() => {}} />
    <input type="text" .enterKeyHint=${'search'} value="x" aria-hidden=${'true'} data-at=${3} />
    ${text}${[tagged`<b>${text}</b>`, ' and ', 7, lit.nothing, null, undefined]}
    <p>a > b ${tagged`<i id="i-${text}">${text}</i>`}</p>${lit.nothing}
  </section>`;
}

function tree(root: ParentNode): string {
  const copy = document.createElement('div');
  copy.append(...[...root.childNodes].map((node) => node.cloneNode(true)));
  const comments = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (comments.nextNode()) found.push(comments.currentNode);
  for (const comment of found) comment.parentNode?.removeChild(comment);
  for (const element of copy.querySelectorAll('*')) {
    const attributes = element
      .getAttributeNames()
      .sort()
      .map((name) => [name, element.getAttribute(name) ?? '']);
    for (const [name = ''] of attributes) element.removeAttribute(name);
    for (const [name = '', value = ''] of attributes) element.setAttribute(name, value);
    if (element instanceof HTMLInputElement) {
      // Properties have the same value in both.
      element.removeAttribute('checked');
      element.removeAttribute('value');
      element.removeAttribute('enterkeyhint');
    }
  }
  copy.normalize();
  return copy.innerHTML;
}

describe('a template that is written as text', () => {
  for (const text of [
    'plain',
    '<script>alert(1)</script>',
    '"\'&amp;<>',
    '</template>',
    'ta தமிழ் 中文',
    '$& $1',
    '',
  ]) {
    it(`the server renders the same nodes as Lit, with ${JSON.stringify(text)} in it`, () => {
      const real = document.createElement('div');
      // The two are called alike; only their types differ.
      render(
        sample({ html: litHtml as never, nothing: litNothing, ifDefined: litIfDefined as never }, text),
        real,
      );
      const ours = new DOMParser().parseFromString(
        write(sample({ html, nothing, ifDefined }, text)),
        'text/html',
      );
      expect(tree(ours.body)).to.equal(tree(real));
      const [radio] = ours.querySelectorAll('input');
      expect([radio?.value, radio?.checked, radio?.required, radio?.disabled]).to.deep.equal([
        text,
        true,
        true,
        false,
      ]);
    });
  }
});
