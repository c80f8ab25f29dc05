import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeReference, isSameReference } from '../../src/gateway/reference.ts';
import { sign } from '../../src/gateway/signatures/signature.ts';

test.each([
  ['ORD-2026/0001', 'ord-2026/0001'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Éa', 'éA'],
])('%s and %s are the same reference', (a, b) => {
  expect(isSameReference(a, b)).toBe(true);
  expect(normalizeReference(a)).toBe(normalizeReference(b));
});

test.each([
  ['A1', 'A2'],
  ['A1', 'A1 '],
  ['', 'A'],
  ['İ', 'i'],
])('%j and %j are different references', (a, b) => {
  expect(isSameReference(a, b)).toBe(false);
});

test('two references are the same if and only if their signatures are the same', () => {
  // Letters whose lower-case form depends on the rule of the conversion.
  const similarReference = fc.string({
    unit: fc.constantFrom('a', 'A', 'Σ', 'ς', 'σ', 'İ', 'I', '1'),
    maxLength: 3,
  });
  fc.assert(
    fc.property(similarReference, similarReference, (a, b) => {
      const signatures = [a, b].map((referenceCode) => sign('https://x', { referenceCode }, 'key'));
      expect(isSameReference(a, b)).toBe(signatures[0] === signatures[1]);
    }),
    { numRuns: 1000 },
  );
});
