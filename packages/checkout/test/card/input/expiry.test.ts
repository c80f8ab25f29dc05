import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractDigits } from '../../../src/channels/kinds/card/input/digits.ts';
import { readExpiry, formatExpiry, completeExpiry } from '../../../src/channels/kinds/card/input/expiry.ts';

/**
 * The text of the field after some keys, with `|` at the caret. `<` is Backspace and `>` is Delete. `{` and
 * `}` move the caret to the left and to the right.
 */
function pressKeys(keys: string): string {
  let text = '';
  let caret = 0;
  for (const key of keys) {
    const before = text;
    if (key === '{') caret = Math.max(0, caret - 1);
    else if (key === '}') caret = Math.min(text.length, caret + 1);
    else if (key === '<' || key === '>') {
      const index = key === '<' ? caret - 1 : caret;
      if (index < 0 || index >= text.length) continue;
      const remaining = text.slice(0, index) + text.slice(index + 1);
      const deleted = key === '<' ? 'back' : 'forward';
      ({ text, caret } = formatExpiry({ before, text: remaining, caret: index, deleted }));
    } else {
      const typed = text.slice(0, caret) + key + text.slice(caret);
      ({ text, caret } = formatExpiry({ before, text: typed, caret: caret + 1, deleted: null }));
    }
  }
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

const paste = (text: string): string =>
  formatExpiry({ before: '', text, caret: text.length, deleted: null }).text;

describe('typing an expiry date', () => {
  test.each([
    ['1', '1|'],
    ['12', '12 / |'],
    ['0127', '01 / 27|'],
    ['1/27', '01 / 27|'],
    ['1 27', '01 / 27|'],
    ['927', '09 / 27|'],
    ['9/27', '09 / 27|'],
    ['12/27', '12 / 27|'],
    ['012027', '01 / 27|'],
    ['01-2027', '01 / 27|'],
    ['0x1', '01 / |'],
    ['13', '13 / |'],
    ['1/2030', '01 / 30|'],
    ['01 - 30', '01 / 30|'],
    ['01 / 30', '01 / 30|'],
    ['2030-01', '01 / 30|'],
  ])('typing %s shows the expiry date %s', (keys, expected) => {
    expect(pressKeys(keys)).toBe(expected);
  });

  test.each([
    ['one Backspace removes the separator after the month', '12<', '12|'],
    ['a second Backspace removes a digit of the month', '12<<', '1|'],
    ['a digit after a removed separator adds the separator again', '12<7', '12 / 7|'],
    ['Backspace removes a zero that was added to the month', '9<<<', '|'],
    ['Backspace removes one digit of the year', '1227<', '12 / 2|'],
    ['the separator stays when the year is removed', '1227<<', '12 / |'],
    ['Backspace between month and year moves the caret before the separator', '1227{{<', '12| / 27'],
    ['Delete between month and year moves the caret after the separator', '1227{{{{{>', '12 / |27'],
    ['a digit of the month can be removed while there is a year', '1227{{<<', '1| / 27'],
    ['a month 1 before a year is not completed to 01 while it is edited', '1227{{<<1', '11| / 27'],
    ['the first digit of the month can be replaced', '1227{{<<<0', '0| / 27'],
    ['both digits of the month can be replaced', '1227{{<<<09', '09| / 27'],
    ['a month from 2 to 9 is completed with a zero', '1227{{<<<9', '09| / 27'],
  ])('%s: %s', (_title, keys, expected) => {
    expect(pressKeys(keys)).toBe(expected);
  });
});

describe('pasting or filling in an expiry date', () => {
  test.each([
    ['1/27', '01 / 27'],
    ['0127', '01 / 27'],
    ['01-2027', '01 / 27'],
    ['2027-01', '01 / 27'],
    ['2027/1', '01 / 27'],
    ['202701', '01 / 27'],
    ['01/27', '01 / 27'],
    [' 01 / 27 ', '01 / 27'],
    ['012027', '01 / 27'],
    ['9/2031', '09 / 31'],
    ['227', '02 / 27'],
    ['۰۱/۲۷', '01 / 27'],
    ['０１／２７', '01 / 27'],
    ['௧௨/௨௭', '12 / 27'],
    ['01.27', '01 / 27'],
    ['1/30', '01 / 30'],
    ['01/2030', '01 / 30'],
    ['0130', '01 / 30'],
    ['01 - 30', '01 / 30'],
    ['01 – 2030', '01 / 30'],
    ['2030-01', '01 / 30'],
    ['2030-01-31', '01 / 30'],
    ['2030年1月', '01 / 30'],
    ['130', '01 / 30'],
    ['12030', '01 / 30'],
    ['Exp. date: 01/30', '01 / 30'],
    ['exp 1/30', '01 / 30'],
    ['\u200e01\u200e/\u200e30', '01 / 30'],
    ['', ''],
  ])('pasting "%s" shows the expiry date "%s"', (text, expected) => {
    expect(paste(text)).toBe(expected);
  });

  const months = fc.integer({ min: 1, max: 12 });
  const years = fc.integer({ min: 2020, max: 2099 });
  const twoDigits = (value: number): string => String(value).padStart(2, '0');

  test('an expiry date in any common format is read correctly', () => {
    fc.assert(
      fc.property(
        months,
        years,
        fc.constantFrom('/', '-', ' ', ' / ', '.', '／'),
        (month, year, separator) => {
          const short = twoDigits(year % 100);
          const shapes = [
            `${twoDigits(month)}${separator}${short}`,
            `${String(month)}${separator}${short}`,
            `${twoDigits(month)}${separator}${String(year)}`,
            `${String(month)}${separator}${String(year)}`,
            `${String(year)}${separator}${twoDigits(month)}`,
            `${String(year)}${twoDigits(month)}`,
            `${twoDigits(month)}${String(year)}`,
            `${twoDigits(month)}${short}`,
          ];
          for (const shape of shapes) {
            expect(paste(shape), shape).toBe(`${twoDigits(month)} / ${short}`);
            expect(readExpiry(shape), shape).toEqual({ month: twoDigits(month), year: String(year) });
          }
        },
      ),
    );
  });

  test('formatting a formatted expiry date again does not change it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d /-]{0,9}$/), (text) => {
        const once = paste(text);
        const twice = paste(once);
        // A text that is not a date may be recognized as one that begins with the year, for example 02 / 02701.
        if (readExpiry(once) !== null) expect(twice).toBe(once);
        expect(paste(twice)).toBe(twice);
        expect(completeExpiry(completeExpiry(once))).toBe(completeExpiry(once));
      }),
    );
  });

  test('formatting an expiry date removes at most the century, and adds at most a zero before the month', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[01]\d[\d/-]{0,7}$/), (text) => {
        // 02/0 may be the beginning of a year that was typed before its month.
        fc.pre(!/^02[/-]+0/.test(text));
        const digits = extractDigits(paste(text));
        const typed = extractDigits(text);
        const withoutCentury = typed.replace(/^(\d\d?)20(\d\d)$/, '$1$2');
        expect([typed, `0${typed}`, withoutCentury, `0${withoutCentury}`]).toContain(digits);
      }),
    );
  });

  test('an expiry date is formatted after any sequence of keys', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d<>{}/]{0,20}$/), (keys) => {
        const textWithCaret = pressKeys(keys);
        expect(textWithCaret.replace('|', '')).toMatch(/^(\d{0,2}( \/ \d*)?)$/);
      }),
    );
  });

  test('pressing Backspace repeatedly empties the field of the expiry date', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,6}$/), (digits) => {
        expect(pressKeys(`${digits}${'<'.repeat(12)}`)).toBe('|');
      }),
    );
  });
});

describe('readExpiry', () => {
  test.each(['', '1', '13 / 27', '00 / 27', '01 / 2', '01 / 202', '01 / 271', '27', 'soon'])(
    'readExpiry returns null for the incomplete or invalid date "%s"',
    (text) => {
      expect(readExpiry(text)).toBeNull();
    },
  );
});

test('completeExpiry adds a missing zero to the month and changes nothing else', () => {
  expect(completeExpiry('1 / 27')).toBe('01 / 27');
  expect(completeExpiry('12')).toBe('12');
  expect(completeExpiry('13 / 27')).toBe('13 / 27');
});
