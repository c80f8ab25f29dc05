import { expect, test } from 'vitest';
import { dayEnd, dayField, dayStart, minuteField, minuteStart } from '../src/time.ts';

test('a day is the shop’s own, from its first to its last millisecond', () => {
  expect(dayStart('2026-09-14')).toBe(Date.parse('2026-09-13T16:00:00.000Z'));
  expect(dayEnd('2026-09-14')).toBe(Date.parse('2026-09-14T15:59:59.999Z'));
  expect(dayField(Date.parse('2026-09-13T16:00:00Z'))).toBe('2026-09-14');
});

test('a time field comes back as it was', () => {
  const at = Date.parse('2026-09-14T06:32:00Z');
  expect(minuteField(at)).toBe('2026-09-14T14:32');
  expect(minuteStart(minuteField(at))).toBe(at);
});

test.each(['', 'today', '2026-13-01', '2026-9-1', '<b>'])('%j is no day', (text) => {
  expect(dayStart(text)).toBeUndefined();
  expect(minuteStart(text)).toBeUndefined();
});
