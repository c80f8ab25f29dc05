import { expect, test } from 'vitest';
import { expandRepetitions } from '../../src/hostile/corpora.ts';

test.each([
  ['"{{3:x}}"', '"xxx"'],
  ['[{{2:{},}}{}]', '[{},{},{}]'],
  ['{{2:a\r\n}}0', 'a\r\na\r\n0'],
  ['{{1:a}}{{2:b}}', 'abb'],
  ['{{7*7}}', '{{7*7}}'],
])('expandRepetitions changes the text %j to %j', (text, expanded) => {
  expect(expandRepetitions(text)).toBe(expanded);
});
