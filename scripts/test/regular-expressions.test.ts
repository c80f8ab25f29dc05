import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { growthOf, regularExpressions } from '../regular-expressions.ts';

/** Expressions that are not linear, with the reason why their text cannot be chosen by an attacker. */
const accepted: Readonly<Record<string, string>> = {
  '/\\/+$/': "the merchant's own addresses, read once at boot",
  '/[^/?#]*([?#].*)?$/': "the address of the element's own script",
  '/\\/(checkout\\/(core|legacy)-)?[^/?#]*([?#].*)?$/': "the address of the element's own script",
  '/(<form [^>]*?)\\snovalidate/': "markup of the element's own templates",
  '/\\s[\\w-]+="[^"]*\\u0000[^"]*"/g': "markup of the element's own templates, compiled once",
  '/\\s+([.?@]?)([\\w-]+)=$/': "markup of the element's own templates, compiled once",
  '/^-+|-+$/g': 'the name of a folder that the user of the command enters',
  '/\\B(?=(\\d{3})+$)/g': 'the digits of an amount',
  '/-[\\w-]{8,}\\.\\w+$/': "names of the element's own files, read at boot",
  '/(T.*(Z|[+-]\\d\\d:?\\d\\d)|^\\d{4}-\\d\\d-\\d\\d)$/i': 'arguments of the command line',
};

const found = regularExpressions(fileURLToPath(new URL('../..', import.meta.url)));
const unique = [...new Map(found.map((each) => [`/${each.source}/${each.flags}`, each])).entries()];
const slow = unique.flatMap(([expression, { file, line, ...each }]) => {
  const growth = growthOf({ ...each });
  return growth === undefined ? [] : [{ expression, at: `${file}:${line}`, growth }];
});

test('every regular expression takes linear time, or its text is our own', () => {
  expect(unique.length).toBeGreaterThan(100);
  expect(slow.filter(({ expression }) => !Object.hasOwn(accepted, expression))).toEqual([]);
});

test('every listed reason belongs to an expression', () => {
  const expressions = new Set(slow.map(({ expression }) => expression));
  expect(Object.keys(accepted).filter((expression) => !expressions.has(expression))).toEqual([]);
});

test('an expression that is quadratic is found', () => {
  expect(growthOf({ source: '\\([^)]*\\)', flags: 'g' })).toContain('2nd degree');
  expect(growthOf({ source: '^(a+)+$', flags: '' })).toContain('exponential');
  expect(growthOf({ source: '^[a-z]+$', flags: 'u' })).toBeUndefined();
});
