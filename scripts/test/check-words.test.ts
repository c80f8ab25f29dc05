import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { defectsOfText, wordDefects } from '../check-words.ts';

it('the sources and documents contain no refused word', () => {
  expect(wordDefects(fileURLToPath(new URL('../..', import.meta.url)))).toEqual([]);
});

it.each([
  ['a word in a comment', '// Nobody waits.', '"Nobody"'],
  ['a word in a text', "throw new Error('Mend the settings.')", '"Mend"'],
  ['an inflected word', 'it is mended', '"mended"'],
  ['a word within a camelCase name', 'const isWish = true;', '"Wish"'],
  ['a word within a kebab-case name', "'gateway-babble'", '"gateway-babble"'],
  ['a former name', 'runGiven(db)', '"runGiven"'],
])('%s is found with its line', (_what, line, found) => {
  const defects = defectsOfText('packages/express/src/a.ts', `\n${line}`);
  expect(defects.join('\n')).toContain(`packages/express/src/a.ts:2: replace ${found}`);
});

it.each(['recommended', 'amend the order', 'in return(ed) form', 'lifetime', 'it turns'])(
  'a text that only contains the letters of a refused word is accepted: %s',
  (line) => {
    expect(defectsOfText('docs/a.md', line)).toEqual([]);
  },
);

it('a former name is refused only where it was used', () => {
  expect(defectsOfText('packages/checkout/src/a.ts', 'controller.expect(bank)')).toHaveLength(1);
  expect(defectsOfText('packages/checkout/test/a.test.ts', 'expect(1).toBe(1)')).toEqual([]);
});

it('texts in other languages are not checked', () => {
  expect(defectsOfText('packages/checkout/src/locales/ms.ts', 'wish')).toEqual([]);
  expect(defectsOfText('packages/checkout/src/locales/en.ts', 'wish')).toHaveLength(1);
});
