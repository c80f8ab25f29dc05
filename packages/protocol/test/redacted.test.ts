import { format, inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Redacted, toRedacted, revealAll } from '../src/redacted.ts';

const number = '4000000000000002';
const redactedNumber = new Redacted(number);

test.each<[string, () => unknown]>([
  ['a string', () => ''.concat(String(redactedNumber))],
  ['a concatenation', () => 'card ' + String(redactedNumber)],
  ['JSON', () => JSON.stringify({ card: { number: redactedNumber } })],
  ['an inspection', () => inspect({ card: { number: redactedNumber } }, { depth: 9, showHidden: true })],
  [
    'a format',
    () => format('%s %o %O %j', redactedNumber, redactedNumber, redactedNumber, { hidden: redactedNumber }),
  ],
  [
    'an error',
    () =>
      inspect(new Error(`refused ${String(redactedNumber)}`, { cause: { hidden: redactedNumber } }), {
        showHidden: true,
      }),
  ],
  [
    'a copy of an object',
    () => inspect([{ ...redactedNumber }, structuredClone(redactedNumber), Object.entries(redactedNumber)]),
  ],
])('%s does not contain a redacted value', (_form, print) => {
  expect(String(print())).not.toContain(number);
});

test('revealAll reveals redacted values at any depth', () => {
  expect(redactedNumber.reveal()).toBe(number);
  expect(toRedacted(redactedNumber)).toBe(redactedNumber);
  expect(toRedacted(number).reveal()).toBe(number);
  expect(revealAll({ card: { numbers: [redactedNumber], month: '12' }, none: null })).toEqual({
    card: { numbers: [number], month: '12' },
    none: null,
  });
});
