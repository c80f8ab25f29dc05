import { expect, test } from 'vitest';
import { readTestOverrides, withTestOverrides } from '../src/test-overrides.ts';

const options = { publicUrl: 'https://shop.example' };

test('the clock and the random numbers are those of the runtime by default', () => {
  expect(readTestOverrides(options)).toEqual({ now: Date.now, random: Math.random });
});

test('an override replaces the clock, and keeps the random numbers', () => {
  const now = (): number => 1;
  expect(readTestOverrides(withTestOverrides(options, { now }))).toEqual({ now, random: Math.random });
});

test('the overrides stay with a copy of the options', () => {
  const copy = { ...withTestOverrides(options, { random: () => 0 }), merchant: 'Rimba Coffee' };
  expect(readTestOverrides(copy).random()).toBe(0);
});

test('the options with overrides have the same names, and the given options do not change', () => {
  expect(Object.keys(withTestOverrides(options, { now: () => 1 }))).toEqual(['publicUrl']);
  expect(Object.getOwnPropertySymbols(options)).toEqual([]);
});

test.each([
  [{ now: 1 }, 'withTestOverrides: now must be a function () => milliseconds.'],
  [{ random: '0' }, 'withTestOverrides: random must be a function () => number.'],
  [{ clock: () => 1 }, 'withTestOverrides: '],
])('an invalid override is refused: %j', (overrides, message) => {
  expect(() => withTestOverrides(options, overrides as never)).toThrow(message);
});
