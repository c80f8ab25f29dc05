import { expect, test } from 'vitest';
import { escapeHtml } from '../src/html.ts';

test('escapeHtml escapes the five characters of markup and keeps other text', () => {
  expect(escapeHtml(`<a href="x" title='y'>1 & 2</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;1 &amp; 2&lt;/a&gt;',
  );
  expect(escapeHtml('茶 €1 `code` = 2/3')).toBe('茶 €1 `code` = 2/3');
});

test('escapeHtml escapes text that is already escaped', () => {
  expect(escapeHtml('&amp;')).toBe('&amp;amp;');
});
