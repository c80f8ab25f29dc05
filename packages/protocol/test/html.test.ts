import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeHtml, html } from '../src/html.ts';

test('escapeHtml escapes the five characters of markup and keeps other text', () => {
  expect(escapeHtml(`<a href="x" title='y'>1 & 2</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;1 &amp; 2&lt;/a&gt;',
  );
  expect(escapeHtml('茶 €1 `code` = 2/3')).toBe('茶 €1 `code` = 2/3');
});

test('escapeHtml escapes text that is already escaped', () => {
  expect(escapeHtml('&amp;')).toBe('&amp;amp;');
});

test('a string cannot add markup, in content or in a quoted attribute', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '/', 'a', ' ', '`', '=') }),
      (text) => {
        const markup = html`${text}`.toString();
        expect(markup).not.toMatch(/[<>"']/);
        const unescaped = markup.replace(/&lt;|&gt;|&quot;|&#39;|&amp;/g, (entity) => entities[entity]!);
        expect(unescaped).toBe(text);
      },
    ),
  );
});

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

test('a nested template is not escaped twice, and the items of a list are joined', () => {
  const items = ['a & b', '<c>'].map((text) => html`<li>${text}</li>`);
  expect(
    html`<ul>
      ${items}
    </ul>`
      .toString()
      .replace(/\s+/g, ' '),
  ).toBe('<ul> <li>a &amp; b</li><li>&lt;c&gt;</li> </ul>');
});

test('false, null and undefined render nothing, and 0 renders "0"', () => {
  expect(html`${false}${null}${undefined}${0}`.toString()).toBe('0');
});

test('an object of a request that looks like markup renders no markup', () => {
  const forged = JSON.parse('{ "markup": "<script>" }');
  expect(html`${forged}`.toString()).toBe('');
});
