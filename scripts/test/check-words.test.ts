import { expect, it } from 'vitest';
import { findTextDefects } from '../check-words.ts';

it.each([
  ['a refused word in a comment', '// Nobody waits.', '"Nobody"'],
  ['a refused word in a text', "throw new Error('Mend the settings.')", '"Mend"'],
  ['an inflected refused word', 'it is mended', '"mended"'],
  ['a refused word within a camelCase name', 'const isWish = true;', '"Wish"'],
  ['a refused word within a kebab-case name', "'gateway-babble'", '"gateway-babble"'],
  ['a former name', 'runGiven(db)', '"runGiven"'],
])('the word check reports %s and its line', (_what, line, found) => {
  const defects = findTextDefects('packages/server/src/a.ts', `\n${line}`);
  expect(defects.join('\n')).toContain(`packages/server/src/a.ts:2: replace ${found}`);
});

it.each(['recommended', 'amend the order', 'in return(ed) form', 'lifetime', 'it turns'])(
  'the word check accepts a word that only contains the letters of a refused word: %s',
  (line) => {
    expect(findTextDefects('docs/a.md', line)).toEqual([]);
  },
);

it('the word check refuses a former name only in the files of its rule', () => {
  expect(findTextDefects('packages/checkout/src/a.ts', 'controller.expect(bank)')).toHaveLength(1);
  expect(findTextDefects('packages/checkout/test/a.test.ts', 'expect(1).toBe(1)')).toEqual([]);
});

it('the word check does not check texts in other languages', () => {
  expect(findTextDefects('packages/checkout/src/locales/ms.ts', 'wish')).toEqual([]);
  expect(findTextDefects('packages/checkout/src/locales/en.ts', 'wish')).toHaveLength(1);
});
