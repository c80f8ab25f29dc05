import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findRule } from '../../../src/channels/kinds/card/brands/brands.ts';
import { extractDigits } from '../../../src/channels/kinds/card/input/digits.ts';
import {
  groupDigits,
  findPositionAfter,
  formatInput,
  type FieldInput,
} from '../../../src/channels/kinds/card/input/input-format.ts';

const formatNumber = (digits: string): string => groupDigits(digits, findRule(digits).groups);
/** `textWithCaret` has `|` at the position of the caret. */
const createInput = (before: string, textWithCaret: string, deleted: FieldInput['deleted'] = null) => ({
  before,
  text: textWithCaret.replace('|', ''),
  caret: textWithCaret.indexOf('|'),
  deleted,
});
const format = (input: FieldInput): string => {
  const { text, caret } = formatInput(input, formatNumber);
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
  ])('the card number "%s" is formatted as "%s"', (digits, expected) => {
    expect(formatNumber(digits)).toBe(expected);
  });

  test.each([
    ['typing a digit at the end', '4111', '41112|', null, '4111 2|'],
    ['typing a digit in the middle', '4111 1111', '4111 9|1111', null, '4111 9|111 1'],
    ['typing a digit before a space', '4111 1111', '41115| 1111', null, '4111 5|111 1'],
    ['Backspace at the end', '4111 1', '4111 |', 'back', '4111|'],
    ['Backspace after a space', '4111 1111', '4111|1111', 'back', '411|1 111'],
    ['Delete before a space', '4111 1234', '4111|1234', 'forward', '4111| 234'],
    ['Backspace after a digit', '4111 1111', '411| 1111', 'back', '411|1 111'],
    ['pasting a number with dashes', '', '4111-1111-1111-1111|', null, '4111 1111 1111 1111|'],
    ['pasting a number in Tamil digits', '', '௪௧௧௧௧௧|', null, '4111 11|'],
    ['typing a letter', '4111 1', '4111 1x|', null, '4111 1|'],
    ['pasting an American Express number', '', '378282246310005|', null, '3782 822463 10005|'],
    ['deleting all digits', '4111 1', '|', 'back', '|'],
  ] as const)(
    'after %s, the card number is formatted and the caret is after the same digit',
    (_title, before, textWithCaret, deleted, expected) => {
      expect(format(createInput(before, textWithCaret, deleted))).toBe(expected);
    },
  );

  /** A card number into which a text is inserted. The text can contain Tamil and Arabic digits. */
  const anyInput = fc
    .record({
      digits: fc.stringMatching(/^\d{0,20}$/),
      inserted: fc.stringMatching(/^[\d a-z௦-௯٠-٩-]{0,12}$/),
      index: fc.nat(),
    })
    .map(({ digits, inserted, index }) => {
      const before = formatNumber(digits);
      const position = index % (before.length + 1);
      return {
        before,
        text: before.slice(0, position) + inserted + before.slice(position),
        caret: position + inserted.length,
        deleted: null,
      };
    });

  test('formatting a card number does not lose or add a digit, and the caret stays after the same digit', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { text, caret } = formatInput(input, formatNumber);
        expect(extractDigits(text)).toBe(extractDigits(input.text));
        expect(extractDigits(text.slice(0, caret))).toBe(extractDigits(input.text.slice(0, input.caret)));
        // All other characters are single spaces between digits.
        expect(text).not.toMatch(/^ | $| {2}|[^\d ]/);
      }),
    );
  });

  test('formatting a formatted card number again does not change it', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { text, caret } = formatInput(input, formatNumber);
        const again = formatInput({ before: text, text, caret, deleted: null }, formatNumber);
        expect(again).toEqual({ text, caret });
      }),
    );
  });

  test('each Backspace in a card number removes exactly one digit, until the caret is at the start', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,19}$/), fc.nat(), (digits, index) => {
        let text = formatNumber(digits);
        let caret = findPositionAfter(text, index % (digits.length + 1));
        for (
          let digitsBefore = extractDigits(text.slice(0, caret)).length;
          digitsBefore > 0;
          digitsBefore -= 1
        ) {
          const pressed = {
            before: text,
            text: text.slice(0, caret - 1) + text.slice(caret),
            caret: caret - 1,
          };
          const count = extractDigits(text).length;
          ({ text, caret } = formatInput({ ...pressed, deleted: 'back' }, formatNumber));
          expect(extractDigits(text).length).toBe(count - 1);
          expect(extractDigits(text.slice(0, caret)).length).toBe(digitsBefore - 1);
        }
        expect(caret).toBe(0);
      }),
    );
  });

  test('each Delete in a card number removes exactly one digit, and the caret stays after the same digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,19}$/), fc.nat(), (digits, index) => {
        let text = formatNumber(digits);
        const digitsBefore = index % digits.length;
        let caret = findPositionAfter(text, digitsBefore);
        for (let digitsAfter = digits.length - digitsBefore; digitsAfter > 0; digitsAfter -= 1) {
          const pressed = { before: text, text: text.slice(0, caret) + text.slice(caret + 1), caret };
          ({ text, caret } = formatInput({ ...pressed, deleted: 'forward' }, formatNumber));
          expect(extractDigits(text).length).toBe(digitsBefore + digitsAfter - 1);
          expect(extractDigits(text.slice(0, caret)).length).toBe(digitsBefore);
        }
      }),
    );
  });
});
