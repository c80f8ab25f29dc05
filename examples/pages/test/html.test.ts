import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html } from '../src/html.ts';

test('no text can leave its place, in content or in a quoted attribute', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '/', 'a', ' ', '`', '=') }),
      (text) => {
        const inside = html`${text}`.toString();
        expect(inside).not.toMatch(/[<>"']/);
        const back = inside.replace(/&lt;|&gt;|&quot;|&#39;|&amp;/g, (entity) => entities[entity]!);
        expect(back).toBe(text);
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

test('templates nest without being escaped twice, and lists are joined', () => {
  const items = ['a & b', '<c>'].map((text) => html`<li>${text}</li>`);
  expect(
    html`<ul>
      ${items}
    </ul>`
      .toString()
      .replace(/\s+/g, ' '),
  ).toBe('<ul> <li>a &amp; b</li><li>&lt;c&gt;</li> </ul>');
});

test('what is absent prints nothing, and zero prints', () => {
  expect(html`${false}${null}${undefined}${0}`.toString()).toBe('0');
});
