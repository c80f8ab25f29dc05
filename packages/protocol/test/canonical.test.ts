import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, canonicalJsonOfParsed, simpleLowerCase, type JsonValue } from '../src/canonical.ts';

type Tree = string | number | boolean | null | Tree[] | { [name: string]: Tree };

const names = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.constantFrom('amount', 'Amount', 'a_b', 'aB', '10', '9', '__proto__', 'constructor', 'toString', ''),
);

/** What JSON can carry without a structure: no NaN, no Infinity, and no -0, which it writes as 0. */
const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);

/** JSON in which no object has two names that differ in case only: their order is the sender's. */
const tree = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('tree'), { maxLength: 4 }), objectOf(tie('tree'))),
})).tree;

function objectOf(value: fc.Arbitrary<Tree>): fc.Arbitrary<{ [name: string]: Tree }> {
  return fc
    .uniqueArray(fc.tuple(names, value), { maxLength: 6, selector: ([name]) => simpleLowerCase(name) })
    .map((members) => Object.fromEntries(members));
}

/** The same data with the names of every object in reverse order. */
function reversed(value: Tree): Tree {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

/** The same data without properties that are null. */
function withoutNulls(value: Tree): Tree {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member)]),
  );
}

describe('canonicalJson', () => {
  test('parses back to the same data without its null properties', () => {
    fc.assert(
      fc.property(tree, (data) => {
        expect(JSON.parse(canonicalJson(data))).toEqual(withoutNulls(data));
      }),
    );
  });

  test('is the same in whatever order the names come', () => {
    fc.assert(fc.property(tree, (data) => canonicalJson(data) === canonicalJson(reversed(data))));
  });

  test('is the same of what was parsed, whether its text has escapes or none', () => {
    fc.assert(
      fc.property(tree, fc.boolean(), (data, isSpaced) => {
        const text = JSON.stringify(data, null, isSpaced ? 1 : undefined);
        expect(canonicalJsonOfParsed(JSON.parse(text) as Tree, text)).toBe(canonicalJson(data));
      }),
      {
        examples: [
          [{ é: 'a/b\u007F\u2028', Σ: ['𝄞', ''] }, false],
          [{ '"': '\\ \n' }, true],
        ],
      },
    );
  });

  test('is the same with and without null properties', () => {
    fc.assert(fc.property(tree, (data) => canonicalJson(data) === canonicalJson(withoutNulls(data))));
  });

  test('is the same when it is made of its own parse', () => {
    fc.assert(
      fc.property(tree, (data) => {
        const text = canonicalJson(data);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  test('sorts names by their case-folded form', () => {
    fc.assert(
      fc.property(fc.uniqueArray(names, { selector: simpleLowerCase }), (keys) => {
        const pairs = keys.map((name): [string, number] => [name, 1]);
        const text = canonicalJson(Object.fromEntries(pairs));
        // Read from the text, since a parsed object puts integer-like names first.
        const written = [...text.matchAll(/("(?:[^"\\]|\\.)*"):1/g)].map(([, name]) =>
          JSON.parse(name ?? ''),
        );
        const folded = keys.map((name) => simpleLowerCase(name)).sort((a, b) => (a < b ? -1 : 1));
        expect(written.map((name: string) => simpleLowerCase(name))).toEqual(folded);
      }),
    );
  });

  test('has no space between its parts, and arrays keep their order and their nulls', () => {
    expect(canonicalJson({ b: [3, null, 1, undefined], a: { d: true, c: 'x y' } })).toBe(
      '{"a":{"c":"x y","d":true},"b":[3,null,1,null]}',
    );
  });

  test('keeps false, 0 and the empty text, and leaves out null and undefined at every depth', () => {
    const data = { a: 0, b: false, c: '', d: null, e: undefined, f: { g: null, h: [{ i: null }] } };
    expect(canonicalJson(data)).toBe('{"a":0,"b":false,"c":"","f":{"h":[{}]}}');
  });

  test('treats integer-like names and __proto__ as any other', () => {
    const data: JsonValue = JSON.parse('{"z":1,"__proto__":{"b":null,"a":2},"9":3,"10":4,"B":5,"a":6}');
    expect(canonicalJson(data)).toBe('{"10":4,"9":3,"__proto__":{"a":2},"a":6,"B":5,"z":1}');
  });

  test('puts a capitalised name where its lower-case form belongs', () => {
    expect(canonicalJson({ description: 1, Customer: 2, currencyCode: 3 })).toBe(
      '{"currencyCode":3,"Customer":2,"description":1}',
    );
  });

  test('escapes neither slashes nor letters beyond ASCII', () => {
    expect(canonicalJson({ a: 'ORD/1 咖啡 é' })).toBe('{"a":"ORD/1 咖啡 é"}');
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'refuses %d, naming where it stands',
    (value) => {
      expect(() => canonicalJson({ a: [{ b: value }] })).toThrow(TypeError);
      expect(() => canonicalJson({ a: [{ b: value }] })).toThrow('$.a[0].b');
    },
  );

  test('does not change its argument', () => {
    const data = Object.freeze({ b: null, a: Object.freeze([2, 1]) });
    canonicalJson(data);
    expect(data).toEqual({ b: null, a: [2, 1] });
  });

  test('follows each signing rule, the first time and from the cache', () => {
    // No names left out here: two that differ in case only stay in their sender's order.
    const json = fc.oneof(
      tree,
      fc.jsonValue(),
      fc.object({ key: names, values: [leaf], withNullPrototype: false }),
    );
    fc.assert(
      fc.property(json, (value) => {
        const data = value as JsonValue;
        const expected = byTheRules(data);
        expect(canonicalJson(data)).toBe(expected);
        expect(canonicalJson(data)).toBe(expected);
      }),
    );
  });

  test('does not take objects that begin alike, or have as many names, for the same', () => {
    const few = fc.uniqueArray(fc.constantFrom('a', 'B', 'b', 'c', '1', '__proto__', 'Ab'), { maxLength: 4 });
    const member = fc.constantFrom(null, 1, 'x', { z: 1, y: null }, { y: 1, z: 'x' });
    const objects = fc.array(fc.tuple(few, fc.array(member, { minLength: 4, maxLength: 4 })), {
      minLength: 2,
    });
    fc.assert(
      fc.property(objects, (list) => {
        const data = list.map(([keys, values]) =>
          Object.fromEntries(keys.map((name, index) => [name, values[index] ?? null])),
        );
        expect(canonicalJson(data)).toBe(byTheRules(data));
      }),
    );
  });

  test('sorts names in the worst order in n log n steps, in one object and in many', () => {
    const count = 100_000;
    const hostile = Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${count - index}`, 1]));
    const many = Array.from({ length: 1_000 }, (_, index) =>
      Object.fromEntries(Array.from({ length: 32 }, (_none, at) => [`${index}-${32 - at}`, 1])),
    );
    // Far beyond the time-out of a test if it were n².
    expect(canonicalJson(hostile)).toHaveLength(byTheRules(hostile).length);
    expect(canonicalJson(many)).toBe(byTheRules(many));
  });
});

/** Signing rules 4 and 5, each as it is said, without a thought for speed. */
function byTheRules(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => byTheRules(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  const sorted = members
    .map(([name, member]) => ({ key: simpleLowerCase(name), name, member }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return `{${sorted.map(({ name, member }) => `${JSON.stringify(name)}:${byTheRules(member)}`).join(',')}}`;
}

describe('simpleLowerCase', () => {
  /** One code point at a time no context rule applies, so only İ differs from the engine's own mapping. */
  const byCodePoint = (text: string): string =>
    Array.from(text, (point) => (point === '\u0130' ? point : point.toLowerCase())).join('');

  test('maps every code point alone to exactly one', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const point = String.fromCodePoint(code);
      const lower = simpleLowerCase(point);
      if (lower !== byCodePoint(point) || Array.from(lower).length !== 1) {
        expect.fail(`U+${code.toString(16)} became ${JSON.stringify(lower)}`);
      }
    }
  });

  test('maps a text code point by code point', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom('Σ', 'σ', 'ς', 'İ', 'I', 'i', '\u0307', 'A', '.', ' '),
        fc.string({ unit: 'binary' }),
      ),
    });
    fc.assert(fc.property(text, (value) => simpleLowerCase(value) === byCodePoint(value)));
  });

  test('keeps İ and makes every Σ a σ, at the end of a word too', () => {
    expect(simpleLowerCase('ΟΔΟΣ İSTANBUL ΣΑΣ')).toBe('οδοσ İstanbul σασ');
  });

  test('keeps the half of a surrogate pair', () => {
    expect(simpleLowerCase('A\ud800Σ')).toBe('a\ud800σ');
  });

  test('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = simpleLowerCase(text);
        expect(simpleLowerCase(once)).toBe(once);
      }),
    );
  });
});
