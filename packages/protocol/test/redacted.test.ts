import { format, inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Redacted, toRedacted, revealAll } from '../src/redacted.ts';

const number = '4000000000000002';
const hidden = new Redacted(number);

test.each<[string, () => unknown]>([
  ['a text', () => ''.concat(String(hidden))],
  ['a sum of texts', () => 'card ' + String(hidden)],
  ['JSON', () => JSON.stringify({ card: { number: hidden } })],
  ['an inspection', () => inspect({ card: { number: hidden } }, { depth: 9, showHidden: true })],
  ['a format', () => format('%s %o %O %j', hidden, hidden, hidden, { hidden })],
  [
    'an error',
    () => inspect(new Error(`refused ${String(hidden)}`, { cause: { hidden } }), { showHidden: true }),
  ],
  ['a copy', () => inspect([{ ...hidden }, structuredClone(hidden), Object.entries(hidden)])],
])('%s of a hidden value does not show it', (_form, print) => {
  expect(String(print())).not.toContain(number);
});

test('redacted values are revealed at any depth', () => {
  expect(hidden.reveal()).toBe(number);
  expect(toRedacted(hidden)).toBe(hidden);
  expect(toRedacted(number).reveal()).toBe(number);
  expect(revealAll({ card: { numbers: [hidden], month: '12' }, none: null })).toEqual({
    card: { numbers: [number], month: '12' },
    none: null,
  });
});
