import { expect, test } from 'vitest';
import { escapeHtml } from '../src/html.ts';

test('the five characters of markup are escaped, and other text stays as it is', () => {
  expect(escapeHtml(`<a href="x" title='y'>1 & 2</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;1 &amp; 2&lt;/a&gt;',
  );
  expect(escapeHtml('茶 €1 `code` = 2/3')).toBe('茶 €1 `code` = 2/3');
});

test('escaped text is escaped again, so that it is shown as it was written', () => {
  expect(escapeHtml('&amp;')).toBe('&amp;amp;');
});
