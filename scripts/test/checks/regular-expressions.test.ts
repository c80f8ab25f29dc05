import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findGrowth, findRegularExpressions } from '../../checks/regular-expressions.ts';

/** Expressions that are not linear, with the reason why their text cannot be chosen by an attacker. */
const acceptedExpressions: Readonly<Record<string, string>> = {
  '/\\/+$/': "the merchant's own URLs, read once at the start",
  '/[^/?#]*([?#].*)?$/': "the URL of the element's own script",
  '/\\/(checkout\\/(core|legacy)-[^/?#]*|checkout\\.m?js)([?#].*)?$/': "the URL of the element's own script",
  '/^\\/+(?=(\\/*\\d){3})/': 'the expiry date that a shopper enters in the own browser',
  '/(<form [^>]*?)\\snovalidate/': "markup of the element's own templates",
  '/\\s[\\w-]+="[^"]*\\u0000[^"]*"/g': "markup of the element's own templates, compiled once",
  '/\\s+([.?@]?)([\\w-]+)=$/': "markup of the element's own templates, compiled once",
  '/^-+|-+$/g': 'the name of a folder that the user of the command enters',
  '/\\B(?=(\\d{3})+$)/g': 'the digits of an amount',
  '/-[\\w-]{8,}\\.\\w+$/': "names of the element's own files, read at the start",
  '/("[^"\\\\]*(?:\\\\.[^"\\\\]*)*")(\\s*:)?|-?\\d[\\d.eE+-]*/g':
    'text that JSON.parse has accepted, in which every string ends',
  '/^\\s*(?:export\\s+)?([\\w.-]+)\\s*=[^\\S\\n]*([^\\s"\'`#][^#\\n]*(?<=\\S))?(?<=\\S)#/gm':
    "the merchant's own file .env, read once by the command line",
  '/<form\\b[^>]*\\bmethod="post"[^>]*>/g': 'markup of the office, in which all values are escaped',
  '/(<[^>]*>)/': "markup of the office's own templates, split once",
  '/^(\\s*)([^]*?)(\\s*)$/': "texts of the office's own templates, split once",
  '/T.*(Z|[+-]\\d\\d:?\\d\\d)$/i': 'arguments of the command line',
};

const foundExpressions = findRegularExpressions(fileURLToPath(new URL('../../..', import.meta.url)));
const uniqueExpressions = [
  ...new Map(foundExpressions.map((found) => [`/${found.source}/${found.flags}`, found])).entries(),
];
const slowExpressions = uniqueExpressions.flatMap(([expression, { file, line, source, flags }]) => {
  const growth = findGrowth({ source, flags });
  return growth === undefined ? [] : [{ expression, position: `${file}:${line}`, growth }];
});

test('every regular expression takes linear time, or an attacker cannot choose its text', () => {
  expect(uniqueExpressions.length).toBeGreaterThan(100);
  expect(slowExpressions.filter(({ expression }) => !Object.hasOwn(acceptedExpressions, expression))).toEqual(
    [],
  );
});

test('every accepted slow expression still exists', () => {
  const slow = new Set(slowExpressions.map(({ expression }) => expression));
  expect(Object.keys(acceptedExpressions).filter((expression) => !slow.has(expression))).toEqual([]);
});

test('findGrowth() finds quadratic and exponential expressions', () => {
  expect(findGrowth({ source: '\\([^)]*\\)', flags: 'g' })).toContain('2nd degree');
  expect(findGrowth({ source: '^(a+)+$', flags: '' })).toContain('exponential');
  expect(findGrowth({ source: '^[a-z]+$', flags: 'u' })).toBeUndefined();
});
