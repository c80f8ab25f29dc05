import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseGatewayTime } from '../../src/sync/gateway-record.ts';

test.each([
  ['2026-11-25T10:00:00Z', '2026-11-25T10:00:00.000Z'],
  ['2026-11-25T10:00:00', '2026-11-25T10:00:00.000Z'],
  ['2026-11-25 10:00:00', '2026-11-25T10:00:00.000Z'],
  ['2026-11-25T10:00', '2026-11-25T10:00:00.000Z'],
  ['2026-11-25T10:00:00.1234567', '2026-11-25T10:00:00.123Z'],
  ['2026-11-25T10:00:00.1234567+08:00', '2026-11-25T02:00:00.123Z'],
  ['2026-11-25T10:00:00-0800', '2026-11-25T18:00:00.000Z'],
  ['/Date(1790000000000)/', '2026-09-21T14:13:20.000Z'],
  ['/Date(1790000000000+0800)/', '2026-09-21T14:13:20.000Z'],
  ['9999-12-31T23:59:59.9999999', '9999-12-31T23:59:59.999Z'],
  // A time in the past is a value, from the year 2000.
  ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
])('the time %j is %s', (text, expected) => {
  expect(new Date(parseGatewayTime(text) ?? Number.NaN).toISOString()).toBe(expected);
});

test.each([
  null,
  undefined,
  '',
  '0',
  '00',
  '1',
  '-1',
  '900',
  '1790000000',
  '1790000000000',
  '20261125100000',
  '2026',
  '2026-11-25',
  '2026-02-30T10:00:00Z',
  '2026-11-25T25:00:00Z',
  '001-01-01',
  '01/01/001',
  '600-01-01',
  '0001-01-01T00:00:00',
  '1999-12-31T23:59:59Z',
  '+000001-01-01T00:00:00Z',
  '+002026-11-25T10:00:00Z',
  '01/02/01',
  '11/25/2026 10:00:00 AM',
  '25-Nov-26',
  'Wed, 25 Nov 2026 10:00:00 GMT',
  'Wed Nov 25 10:00:00 UTC 2026',
  'Thu Jan 01 00:00:00 UTC 1970',
  '00:00 1/1/1970',
  '00:00:00',
  'tomorrow 5',
  '/Date(0)/',
  '/Date(-62135596800000)/',
  '/Date(99999999999999999999)/',
])('the text %j is no time', (text) => {
  expect(parseGatewayTime(text)).toBeNull();
});

test('a time is read from ISO 8601 only, and is from the years 2000 to 9999', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[-+]?\d{1,8}([-/. :]\d{1,4}){0,5}( (AM|PM|UTC|GMT))?$/),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    fc.date({ noInvalidDate: true }).map(String),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const isDateTime = /^2\d{3}-\d\d-\d\d[T ]\d\d:\d\d|^[3-9]\d{3}-\d\d-\d\d[T ]\d\d:\d\d/.test(text);
      if (!isDateTime) expect(parseGatewayTime(text)).toBeNull();
    }),
  );
});

test('a date-time of the years 2000 to 9999 is read with each form of a time zone', () => {
  const dates = fc.date({ noInvalidDate: true, min: new Date('2000-01-02'), max: new Date('9999-12-30') });
  fc.assert(
    fc.property(
      dates,
      fc.constantFrom('', 'Z', '+00:00', '+0000'),
      fc.constantFrom('T', ' '),
      (date, zone, separator) => {
        const text = date.toISOString().replace('Z', zone).replace('T', separator);
        expect(parseGatewayTime(text)).toBe(date.getTime());
      },
    ),
  );
});
