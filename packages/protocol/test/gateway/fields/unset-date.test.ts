import fc from 'fast-check';
import { expect, test } from 'vitest';
import { optionalDateTime } from '../../../src/gateway/fields/absent.ts';

test.each([
  '0001-01-01T00:00:00',
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00+08:00',
  '0001-01-01 00:00:00',
  '0000-00-00 00:00:00',
  '01/01/0001 00:00:00',
  '1/1/0001 12:00:00 AM',
  '00010101000000',
  '1753-01-01T00:00:00',
  '1899-12-30T00:00:00',
  '1900-01-01T00:00:00Z',
  '1970-01-01T00:00:00.000Z',
  '1999-12-31T23:59:59Z',
  '/Date(-62135596800000)/',
  '/Date(0+0000)/',
  '01-Jan-0001 00:00:00',
  '01-JAN-01',
  '1-Jan-01 12:00:00 AM',
  '1/1/01 00:00:00',
  '1/1/01 12:00:00 AM',
  '01.01.01',
  '1/1/01 上午 12:00:00',
  '1/1/1',
  '1/1/70 00:00:00',
  '70/01/01',
  '31-Dec-99',
  '00/00/00',
  'Jan  1 1900 12:00AM',
  'Jan 1 0001',
  'Mon, 01 Jan 0001 00:00:00 GMT',
  'Monday, January 1, 0001 12:00:00 AM',
  'Mon Jan 01 0001 00:00:00 GMT+0000',
  '01-janv.-0001 00:00:00',
  '0001/1/1',
  '00010101',
  '00010101000000000',
  'Thu Jan 01 00:00:00 UTC 1970',
  'Thu Jan  1 00:00:00 1970',
  'Thu Jan 01 00:00:00 +0000 1970',
  'Thu Jan 01 00:00:00 GMT+00:00 1970',
  'Mon Jan 01 00:00:00 GMT 0001',
  'Thu Jan 01 00:00:00 UTC 70',
  '12:00:00 AM 1/1/0001',
  '00:00:00 01/01/0001',
  '00:00 1/1/1970',
  'Jan  1 1900 12:00:00:000AM',
  '001-01-01',
  '01/01/001',
  '01-Jan-001',
  '600-01-01',
  '+000001-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '-0001-11-30T00:00:00',
  '0',
  '00',
  '1',
  '-1',
  '0.0',
  '900',
  '-62135596800',
  '-62135596800000',
  '',
  '   ',
])('the date-time %j is absent', (text) => {
  expect(optionalDateTime.parse(text)).toBeNull();
});

test.each([
  '2000-01-01T00:00:00Z',
  '2026-11-25T10:00:00+08:00',
  '2026-11-25 10:00:00.1234567',
  '25/11/2026 10:00:00',
  '9999-12-31T23:59:59.9999999',
  '/Date(1790000000000)/',
  '25-Nov-2026 10:00:00',
  '25-Nov-26',
  '11/25/26 10:00:00 AM',
  '26/11/25',
  '01/01/26 00:00:00',
  '01-Nov-01',
  '01/02/01',
  'Wed, 25 Nov 2026 10:00:00 GMT',
  '25/11/2026 19:00',
  '20261125100000',
  '1790000000',
  '1790000000000',
  'Wed Nov 25 10:00:00 UTC 2026',
  'Wed Nov 25 10:00:00 +0000 2026',
  '10:00:00 AM 11/25/2026',
  '+002026-11-25T10:00:00Z',
  '00:00:00',
  'tomorrow',
])('the date-time %j is kept', (text) => {
  expect(optionalDateTime.parse(text)).toBe(text);
});

test('a date is absent exactly when it is before 2000', () => {
  const dates = fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') });
  fc.assert(
    fc.property(dates, (date) => {
      const text = date.toISOString();
      expect(optionalDateTime.parse(text)).toBe(date.getUTCFullYear() < 2000 ? null : text);
    }),
    { examples: [[new Date('1999-12-31T23:59:59.999Z')], [new Date('2000-01-01T00:00:00Z')]] },
  );
});

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The forms in which programs write a date. Each form has the year with four digits. */
const dateForms: readonly ((year: string, month: number, day: number) => string)[] = [
  (year, month, day) => `${year}-${twoDigits(month)}-${twoDigits(day)}T00:00:00`,
  (year, month, day) => `${year}${twoDigits(month)}${twoDigits(day)}`,
  (year, month, day) => `${twoDigits(day)}/${twoDigits(month)}/${year} 12:00:00 AM`,
  (year, month, day) => `${month}/${day}/${year} 0:00`,
  (year, month, day) => `${day}.${month}.${year} 19:45:00.1234567`,
  (year, month, day) => `${twoDigits(day)}-${monthNames[month - 1]}-${year} 00:00:00`,
  (year, month, day) => `${monthNames[month - 1]} ${day} ${year} 12:00AM`,
  (year, month, day) => `Mon ${monthNames[month - 1]} ${twoDigits(day)} 10:00:00 UTC ${year}`,
  (year, month, day) => `Mon ${monthNames[month - 1]} ${day} 10:00:00 +0800 ${year}`,
  (year, month, day) => `12:00:00 AM ${month}/${day}/${year}`,
  (year, month, day) => `10:00 ${twoDigits(day)}.${twoDigits(month)}.${year}`,
  (year, month, day) => `Mon, ${twoDigits(day)} ${monthNames[month - 1]} ${year} 00:00:00 GMT`,
];

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

test('a date with a year of four digits is absent exactly when it is before 2000, in every form', () => {
  const [year, month, day] = [
    fc.integer({ min: 1, max: 9999 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...dateForms), year, month, day, (format, ...date) => {
      const text = format(String(date[0]).padStart(4, '0'), date[1], date[2]);
      expect(optionalDateTime.parse(text)).toBe(date[0] < 2000 ? null : text);
    }),
  );
});
