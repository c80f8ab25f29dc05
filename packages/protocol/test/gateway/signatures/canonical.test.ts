import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  canonicalJson,
  canonicalJsonOfText,
  simpleLowerCase,
  type JsonValue,
} from '../../../src/gateway/signatures/canonical.ts';

type Tree = string | number | boolean | null | Tree[] | { [name: string]: Tree };

const names = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.constantFrom('amount', 'Amount', 'a_b', 'aB', '10', '9', '__proto__', 'constructor', 'toString', ''),
);

/** A JSON value without members: no NaN, no Infinity, and no -0, because JSON writes it as 0. */
const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);

/**
 * JSON without objects that have two names that differ only in case. Such names keep the order of the sender.
 */
const tree = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('tree'), { maxLength: 4 }), objectOf(tie('tree'))),
})).tree;

function objectOf(value: fc.Arbitrary<Tree>): fc.Arbitrary<{ [name: string]: Tree }> {
  return fc
    .uniqueArray(fc.tuple(names, value), { maxLength: 6, selector: ([name]) => simpleLowerCase(name) })
    .map((members) => Object.fromEntries(members));
}

/** Returns the data with the names of every object in reverse order. */
function reverseNames(value: Tree): Tree {
  if (Array.isArray(value)) return value.map(reverseNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reverseNames(member)]),
  );
}

/** Returns the data without properties that are null. */
function withoutNulls(value: Tree): Tree {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member)]),
  );
}

test('canonicalJson parses to the same data without null properties', () => {
  fc.assert(
    fc.property(tree, (data) => {
      expect(JSON.parse(canonicalJson(data))).toEqual(withoutNulls(data));
    }),
  );
});

test('canonicalJson does not depend on the order of the names', () => {
  fc.assert(fc.property(tree, (data) => canonicalJson(data) === canonicalJson(reverseNames(data))));
});

test('canonicalJsonOfText returns the canonical JSON of text with and without escapes', () => {
  fc.assert(
    fc.property(tree, fc.boolean(), (data, isSpaced) => {
      const text = JSON.stringify(data, null, isSpaced ? 1 : undefined);
      expect(canonicalJsonOfText(text)).toBe(canonicalJson(data));
      expect(canonicalJsonOfText(text, JSON.parse(text) as Tree)).toBe(canonicalJson(data));
    }),
    {
      examples: [
        [{ é: 'a/b\u007F\u2028', Σ: ['𝄞', ''] }, false],
        [{ '"': '\\ \n' }, true],
        [{ '1.5': 's1.5', 'n2.5': 'n2.5', '3.5e1:': '": 4.5', '\\': ['\\"5.5', 6.5] }, true],
      ],
    },
  );
});

/** The text of any JSON number, with zeros at the end, exponents and any number of digits. */
const numberText = fc.stringMatching(/^-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,25})?([eE][+-]?[0-9]{1,4})?$/);

test('canonicalJsonOfText keeps the text of each number at every depth', () => {
  fc.assert(
    fc.property(numberText, numberText, fc.string(), (first, second, text) => {
      const quoted = JSON.stringify(text);
      const json = `{ "b" : [${first}, ${quoted} ,{"d":${quoted},"C":${second}}],\n"a":${second}, "n":null }`;
      const expected = `{"a":${second},"b":[${first},${quoted},{"C":${second},"d":${quoted}}]}`;
      expect(canonicalJsonOfText(json)).toBe(expected);
      expect(canonicalJsonOfText(first)).toBe(first);
    }),
    { examples: [['12890.0', '1e400', '"12890.0"']] },
  );
});

test('canonicalJsonOfText uses the last value of a repeated name', () => {
  expect(canonicalJsonOfText('{"a":1.0,"b":2.50,"a":3.00}')).toBe('{"a":3.00,"b":2.50}');
});

test.each(['', '{', '{"a":1.}', '01', '1e', 'nul'])(
  'canonicalJsonOfText refuses %j, which is not JSON',
  (text) => {
    expect(() => canonicalJsonOfText(text)).toThrow(SyntaxError);
  },
);

test('canonicalJson does not depend on null properties', () => {
  fc.assert(fc.property(tree, (data) => canonicalJson(data) === canonicalJson(withoutNulls(data))));
});

test('canonicalJson does not change canonical JSON', () => {
  fc.assert(
    fc.property(tree, (data) => {
      const text = canonicalJson(data);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

test('canonicalJson sorts names by their lower-case form', () => {
  fc.assert(
    fc.property(fc.uniqueArray(names, { selector: simpleLowerCase }), (keys) => {
      const pairs = keys.map((name): [string, number] => [name, 1]);
      const text = canonicalJson(Object.fromEntries(pairs));
      // The names are read from the text, because a parsed object has integer-like names first.
      const writtenNames = [...text.matchAll(/("(?:[^"\\]|\\.)*"):1/g)].map(([, name]) =>
        JSON.parse(name ?? ''),
      );
      const expectedNames = keys.map((name) => simpleLowerCase(name)).sort((a, b) => (a < b ? -1 : 1));
      expect(writtenNames.map((name: string) => simpleLowerCase(name))).toEqual(expectedNames);
    }),
  );
});

test('canonicalJson has no spaces, and keeps the order and the nulls of arrays', () => {
  expect(canonicalJson({ b: [3, null, 1, undefined], a: { d: true, c: 'x y' } })).toBe(
    '{"a":{"c":"x y","d":true},"b":[3,null,1,null]}',
  );
});

test('canonicalJson keeps false, 0 and empty text, and omits null and undefined at every depth', () => {
  const data = { a: 0, b: false, c: '', d: null, e: undefined, f: { g: null, h: [{ i: null }] } };
  expect(canonicalJson(data)).toBe('{"a":0,"b":false,"c":"","f":{"h":[{}]}}');
});

test('canonicalJson sorts integer-like names and __proto__ like any other name', () => {
  const data: JsonValue = JSON.parse('{"z":1,"__proto__":{"b":null,"a":2},"9":3,"10":4,"B":5,"a":6}');
  expect(canonicalJson(data)).toBe('{"10":4,"9":3,"__proto__":{"a":2},"a":6,"B":5,"z":1}');
});

test('canonicalJson sorts a capitalised name by its lower-case form', () => {
  expect(canonicalJson({ description: 1, Customer: 2, currencyCode: 3 })).toBe(
    '{"currencyCode":3,"Customer":2,"description":1}',
  );
});

test('canonicalJson escapes neither slashes nor letters beyond ASCII', () => {
  expect(canonicalJson({ a: 'ORD/1 咖啡 é' })).toBe('{"a":"ORD/1 咖啡 é"}');
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  'canonicalJson refuses %d, with the path of the number in the message',
  (value) => {
    expect(() => canonicalJson({ a: [{ b: value }] })).toThrow(TypeError);
    expect(() => canonicalJson({ a: [{ b: value }] })).toThrow('$.a[0].b');
  },
);

test('canonicalJson does not change its argument', () => {
  const data = Object.freeze({ b: null, a: Object.freeze([2, 1]) });
  canonicalJson(data);
  expect(data).toEqual({ b: null, a: [2, 1] });
});

test('canonicalJson follows the signing rules without and with the cache', () => {
  // Objects may have names that differ only in case. Such names keep the order of the sender.
  const json = fc.oneof(
    tree,
    fc.jsonValue(),
    fc.object({ key: names, values: [leaf], withNullPrototype: false }),
  );
  fc.assert(
    fc.property(json, (value) => {
      const data = value as JsonValue;
      const expected = canonicalByRules(data);
      expect(canonicalJson(data)).toBe(expected);
      expect(canonicalJson(data)).toBe(expected);
    }),
  );
});

test('the cache of sorted names distinguishes objects with the same first name or the same number of names', () => {
  const similarNames = fc.uniqueArray(fc.constantFrom('a', 'B', 'b', 'c', '1', '__proto__', 'Ab'), {
    maxLength: 4,
  });
  const member = fc.constantFrom(null, 1, 'x', { z: 1, y: null }, { y: 1, z: 'x' });
  const objects = fc.array(fc.tuple(similarNames, fc.array(member, { minLength: 4, maxLength: 4 })), {
    minLength: 2,
  });
  fc.assert(
    fc.property(objects, (list) => {
      const data = list.map(([keys, values]) =>
        Object.fromEntries(keys.map((name, index) => [name, values[index] ?? null])),
      );
      expect(canonicalJson(data)).toBe(canonicalByRules(data));
    }),
  );
});

test('canonicalJson sorts 100,000 names, and 1,000 objects with names in the worst order, within the timeout', () => {
  const count = 100_000;
  const largeObject = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`n${count - index}`, 1]),
  );
  const manyObjects = Array.from({ length: 1_000 }, (_, index) =>
    Object.fromEntries(Array.from({ length: 32 }, (_none, at) => [`${index}-${32 - at}`, 1])),
  );
  // A sort with n² steps would exceed the timeout of the test.
  expect(canonicalJson(largeObject)).toHaveLength(canonicalByRules(largeObject).length);
  expect(canonicalJson(manyObjects)).toBe(canonicalByRules(manyObjects));
});

/** A simple and slow implementation of signing rules 4 and 5. */
function canonicalByRules(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => canonicalByRules(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  const sorted = members
    .map(([name, member]) => ({ key: simpleLowerCase(name), name, member }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return `{${sorted.map(({ name, member }) => `${JSON.stringify(name)}:${canonicalByRules(member)}`).join(',')}}`;
}

/**
 * For a single code point, `toLowerCase` applies no context rule, so only İ differs from simple case
 * mapping.
 */
const byCodePoint = (text: string): string =>
  Array.from(text, (point) => (point === '\u0130' ? point : point.toLowerCase())).join('');

test('simpleLowerCase maps every code point to exactly one code point', () => {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const point = String.fromCodePoint(code);
    const lower = simpleLowerCase(point);
    if (lower !== byCodePoint(point) || Array.from(lower).length !== 1) {
      expect.fail(`U+${code.toString(16)} became ${JSON.stringify(lower)}`);
    }
  }
});

test('simpleLowerCase maps each code point of a text separately', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom('Σ', 'σ', 'ς', 'İ', 'I', 'i', '\u0307', 'A', '.', ' '),
      fc.string({ unit: 'binary' }),
    ),
  });
  fc.assert(fc.property(text, (value) => simpleLowerCase(value) === byCodePoint(value)));
});

test('simpleLowerCase keeps İ and converts every Σ to σ, also at the end of a word', () => {
  expect(simpleLowerCase('ΟΔΟΣ İSTANBUL ΣΑΣ')).toBe('οδοσ İstanbul σασ');
});

test('simpleLowerCase keeps an unpaired surrogate', () => {
  expect(simpleLowerCase('A\ud800Σ')).toBe('a\ud800σ');
});

test('simpleLowerCase does not change lower-case text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const once = simpleLowerCase(text);
      expect(simpleLowerCase(once)).toBe(once);
    }),
  );
});
