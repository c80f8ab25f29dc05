import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findGrowth, findRegularExpressions } from '../../checks/regular-expressions.ts';
import { isNightly } from '../../nightly.ts';

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
  '/"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"/g': 'text that JSON.parse has accepted, in which every string ends',
  '/^\\s*(?:export\\s+)?([\\w.-]+)\\s*=[^\\S\\n]*([^\\s"\'`#][^#\\n]*(?<=\\S))?(?<=\\S)#/gm':
    "the merchant's own file .env, read once by the command line",
  '/<form\\b[^>]*\\bmethod="post"[^>]*>/g': 'markup of the office, in which all values are escaped',
  '/(<[^>]*>)/': "markup of the office's own templates, split once",
  '/^(\\s*)([^]*?)(\\s*)$/': "texts of the office's own templates, split once",
  '/T.*(Z|[+-]\\d\\d:?\\d\\d)$/i': 'arguments of the command line',
};

const expressions = new Map(
  findRegularExpressions(fileURLToPath(new URL('../../..', import.meta.url))).map((found) => [
    `/${found.source}/${found.flags}`,
    found,
  ]),
);

test('every regular expression takes linear time, or an attacker cannot choose its text', () => {
  expect(expressions.size).toBeGreaterThan(100);
  for (const accepted of Object.keys(acceptedExpressions))
    expect([...expressions.keys()]).toContain(accepted);
  for (const [expression, found] of expressions) {
    const isAccepted = Object.hasOwn(acceptedExpressions, expression);
    // An accepted expression takes most of the time, so only the nightly run checks whether it is still slow.
    if (isAccepted && !isNightly) continue;
    expect(findGrowth(found) !== undefined, `${found.file}:${found.line}: ${expression} is slow`).toBe(
      isAccepted,
    );
  }
});

test('findGrowth() finds quadratic and exponential expressions', () => {
  expect(findGrowth({ source: '\\([^)]*\\)', flags: 'g' })).toContain('2nd degree');
  expect(findGrowth({ source: '^(a+)+$', flags: '' })).toContain('exponential');
  expect(findGrowth({ source: '^[a-z]+$', flags: 'u' })).toBeUndefined();
});
