import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digitsOf } from '../../src/card/digits.ts';
import { readExpiry, formatExpiry, completeExpiry } from '../../src/card/expiry.ts';

const start = { text: '', caret: 0 };

/** The content of the field after some keys: `<` is Backspace, `>` Delete, `{` and `}` move the caret. */
function keys(pressed: string, from = start): string {
  let { text, caret } = from;
  for (const key of pressed) {
    const before = text;
    if (key === '{') caret = Math.max(0, caret - 1);
    else if (key === '}') caret = Math.min(text.length, caret + 1);
    else if (key === '<' || key === '>') {
      const cut = key === '<' ? caret - 1 : caret;
      if (cut < 0 || cut >= text.length) continue;
      const left = text.slice(0, cut) + text.slice(cut + 1);
      const deleted = key === '<' ? 'back' : 'forward';
      ({ text, caret } = formatExpiry({ before, text: left, caret: cut, deleted }));
    } else {
      const typed = text.slice(0, caret) + key + text.slice(caret);
      ({ text, caret } = formatExpiry({ before, text: typed, caret: caret + 1, deleted: null }));
    }
  }
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

const pasted = (text: string): string =>
  formatExpiry({ before: '', text, caret: text.length, deleted: null }).text;

describe('an expiry date as it is typed', () => {
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
  ])('%s becomes %s', (pressed, shown) => {
    expect(keys(pressed)).toBe(shown);
  });

  test.each([
    ['one Backspace removes the separator', '12<', '12|'],
    ['then the month', '12<<', '1|'],
    ['the next digit adds the separator again', '12<7', '12 / 7|'],
    ['an added zero is removed like any other digit', '9<<<', '|'],
    ['a digit of the year is removed alone', '1227<', '12 / 2|'],
    ['the separator stays when the year is removed', '1227<<', '12 / |'],
    ['between month and year the caret steps over it', '1227{{<', '12| / 27'],
    ['so it does with Delete', '1227{{{{{>', '12 / |27'],
    ['a month is corrected before its year', '1227{{<<', '1| / 27'],
    ['nothing is completed while the month is edited', '1227{{<<1', '11| / 27'],
    ['a whole month can be replaced', '1227{{<<<0', '0| / 27'],
    ['a whole month is replaced', '1227{{<<<09', '09| / 27'],
    ['a month of one digit is filled up where only one can be meant', '1227{{<<<9', '09| / 27'],
  ])('%s: %s', (_what, pressed, shown) => {
    expect(keys(pressed)).toBe(shown);
  });
});

describe('an expiry date that is pasted or filled in', () => {
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
    ['', ''],
  ])('%s becomes %s', (text, shown) => {
    expect(pasted(text)).toBe(shown);
  });

  const months = fc.integer({ min: 1, max: 12 });
  const years = fc.integer({ min: 2020, max: 2099 });
  const two = (value: number): string => String(value).padStart(2, '0');

  test('every date in every format is read correctly', () => {
    fc.assert(
      fc.property(months, years, fc.constantFrom('/', '-', ' ', ' / ', '.', '／'), (month, year, between) => {
        const short = two(year % 100);
        const shapes = [
          `${two(month)}${between}${short}`,
          `${String(month)}${between}${short}`,
          `${two(month)}${between}${String(year)}`,
          `${String(month)}${between}${String(year)}`,
          `${String(year)}${between}${two(month)}`,
          `${String(year)}${two(month)}`,
          `${two(month)}${String(year)}`,
          `${two(month)}${short}`,
        ];
        for (const shape of shapes) {
          expect(pasted(shape), shape).toBe(`${two(month)} / ${short}`);
          expect(readExpiry(shape), shape).toEqual({ month: two(month), year: String(year) });
        }
      }),
    );
  });

  test('formatting a formatted text again changes nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d /-]{0,9}$/), (text) => {
        const once = pasted(text);
        expect(pasted(once)).toBe(once);
        expect(completeExpiry(completeExpiry(once))).toBe(completeExpiry(once));
      }),
    );
  });

  test('only the century is removed, and only a zero before a month is added', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[01]\d[\d/-]{0,7}$/), (text) => {
        const digits = digitsOf(pasted(text));
        const typed = digitsOf(text);
        expect([typed, typed.replace(/^(\d\d)20(\d\d)$/, '$1$2'), typed.replace(/^/, '0')]).toContain(digits);
      }),
    );
  });

  test('after any keys the text is formatted and the caret is inside it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d<>{}/]{0,20}$/), (pressed) => {
        const shown = keys(pressed);
        expect(shown.replace('|', '')).toMatch(/^(\d{0,2}( \/ \d*)?)$/);
      }),
    );
  });

  test('enough Backspaces empty the field', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,6}$/), (pressed) => {
        expect(keys(`${pressed}${'<'.repeat(12)}`)).toBe('|');
      }),
    );
  });
});

describe('readExpiry', () => {
  test.each(['', '1', '13 / 27', '00 / 27', '01 / 2', '01 / 202', '01 / 271', '27', 'soon'])(
    'gives null for %s',
    (text) => {
      expect(readExpiry(text)).toBeNull();
    },
  );
});

test('a field that loses the focus shows the complete date', () => {
  expect(completeExpiry('1 / 27')).toBe('01 / 27');
  expect(completeExpiry('12')).toBe('12');
  expect(completeExpiry('13 / 27')).toBe('13 / 27');
});
