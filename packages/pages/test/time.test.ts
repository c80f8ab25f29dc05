import { expect, test } from 'vitest';
import { parseDateTimeField, parseDayEnd, parseDayStart, toDateField, toDateTimeField } from '../src/time.ts';

test('a date field covers the day in the time zone of the shop, from its first to its last millisecond', () => {
  expect(parseDayStart('2026-09-14')).toBe(Date.parse('2026-09-13T16:00:00.000Z'));
  expect(parseDayEnd('2026-09-14')).toBe(Date.parse('2026-09-14T15:59:59.999Z'));
  expect(toDateField(Date.parse('2026-09-13T16:00:00Z'))).toBe('2026-09-14');
});

test('parsing a formatted time field returns the original time', () => {
  const at = Date.parse('2026-09-14T06:32:00Z');
  expect(toDateTimeField(at)).toBe('2026-09-14T14:32');
  expect(parseDateTimeField(toDateTimeField(at))).toBe(at);
});

test.each(['', 'today', '2026-13-01', '2026-9-1', '<b>'])(
  '%j is rejected as a date and as a time',
  (text) => {
    expect(parseDayStart(text)).toBeUndefined();
    expect(parseDateTimeField(text)).toBeUndefined();
  },
);
