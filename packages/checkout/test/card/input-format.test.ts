import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findRule } from '../../src/card/brands.ts';
import { digitsOf } from '../../src/card/digits.ts';
import { groupDigits, positionAfter, formatInput, type FieldInput } from '../../src/card/input-format.ts';

const asNumber = (digits: string): string => groupDigits(digits, findRule(digits).groups);
const typed = (before: string, marked: string, deleted: FieldInput['deleted'] = null) => ({
  before,
  text: marked.replace('|', ''),
  caret: marked.indexOf('|'),
  deleted,
});
const formatted = (change: FieldInput): string => {
  const { text, caret } = formatInput(change, asNumber);
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
};

describe('a card number', () => {
  test.each([
    ['4111111111111111', '4111 1111 1111 1111'],
    ['4917610000000000003', '4917 6100 0000 0000 003'],
    ['378282246310005', '3782 822463 10005'],
    ['30569309025904', '3056 930902 5904'],
    ['3056930009020004', '3056 9300 0902 0004'],
    ['6205500000000000004', '6205 5000 0000 0000 004'],
    ['41111', '4111 1'],
    ['4111', '4111'],
    ['', ''],
  ])('%s is written %s', (digits, written) => {
    expect(asNumber(digits)).toBe(written);
  });

  test.each([
    ['a digit typed at the end', '4111', '41112|', null, '4111 2|'],
    ['a digit typed in the middle', '4111 1111', '4111 9|1111', null, '4111 9|111 1'],
    ['a digit typed before a space', '4111 1111', '41115| 1111', null, '4111 5|111 1'],
    ['Backspace at the end', '4111 1', '4111 |', 'back', '4111|'],
    ['Backspace over a space', '4111 1111', '4111|1111', 'back', '411|1 111'],
    ['Delete before a space', '4111 1234', '4111|1234', 'forward', '4111| 234'],
    ['Backspace over a digit', '4111 1111', '411| 1111', 'back', '411|1 111'],
    ['a paste with dashes', '', '4111-1111-1111-1111|', null, '4111 1111 1111 1111|'],
    ['a paste in Tamil digits', '', '௪௧௧௧௧௧|', null, '4111 11|'],
    ['a letter', '4111 1', '4111 1x|', null, '4111 1|'],
    ['a number that turns into American Express', '', '378282246310005|', null, '3782 822463 10005|'],
    ['all of it deleted', '4111 1', '|', 'back', '|'],
  ] as const)('after %s the caret is where it belongs', (_what, before, marked, deleted, after) => {
    expect(formatted(typed(before, marked, deleted))).toBe(after);
  });

  const change = fc
    .record({
      digits: fc.stringMatching(/^\d{0,20}$/),
      noise: fc.stringMatching(/^[\d a-z௦-௯٠-٩-]{0,12}$/),
      at: fc.nat(),
    })
    .map(({ digits, noise, at }) => {
      const before = asNumber(digits);
      const place = at % (before.length + 1);
      return {
        before,
        text: before.slice(0, place) + noise + before.slice(place),
        caret: place + noise.length,
        deleted: null,
      };
    });

  test('no input loses or adds a digit, and the caret stays after its digit', () => {
    fc.assert(
      fc.property(change, (input) => {
        const { text, caret } = formatInput(input, asNumber);
        expect(digitsOf(text)).toBe(digitsOf(input.text));
        expect(digitsOf(text.slice(0, caret))).toBe(digitsOf(input.text.slice(0, input.caret)));
        expect(text).not.toMatch(/^ | $| {2}|[^\d ]/);
      }),
    );
  });

  test('formatting a formatted text again changes nothing', () => {
    fc.assert(
      fc.property(change, (input) => {
        const { text, caret } = formatInput(input, asNumber);
        const again = formatInput({ before: text, text, caret, deleted: null }, asNumber);
        expect(again).toEqual({ text, caret });
      }),
    );
  });

  test('each Backspace removes exactly one digit, until the caret is at the start', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,19}$/), fc.nat(), (digits, at) => {
        let text = asNumber(digits);
        let caret = positionAfter(text, at % (digits.length + 1));
        for (let left = digitsOf(text.slice(0, caret)).length; left > 0; left -= 1) {
          const pressed = {
            before: text,
            text: text.slice(0, caret - 1) + text.slice(caret),
            caret: caret - 1,
          };
          const count = digitsOf(text).length;
          ({ text, caret } = formatInput({ ...pressed, deleted: 'back' }, asNumber));
          expect(digitsOf(text).length).toBe(count - 1);
          expect(digitsOf(text.slice(0, caret)).length).toBe(left - 1);
        }
        expect(caret).toBe(0);
      }),
    );
  });

  test('each Delete removes exactly one digit and does not move the caret', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,19}$/), fc.nat(), (digits, at) => {
        let text = asNumber(digits);
        const before = at % digits.length;
        let caret = positionAfter(text, before);
        for (let left = digits.length - before; left > 0; left -= 1) {
          const pressed = { before: text, text: text.slice(0, caret) + text.slice(caret + 1), caret };
          ({ text, caret } = formatInput({ ...pressed, deleted: 'forward' }, asNumber));
          expect(digitsOf(text).length).toBe(before + left - 1);
          expect(digitsOf(text.slice(0, caret)).length).toBe(before);
        }
      }),
    );
  });
});
