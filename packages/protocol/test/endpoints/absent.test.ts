import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  optionalDateTime,
  optionalExactText,
  optionalId,
  optionalIssuedNumber,
  optionalText,
} from '../../src/endpoints/absent.ts';
import { callbackBody } from '../../src/callback.ts';
import { channel, providerChannel } from '../../src/channel.ts';
import { endpoints } from '../../src/endpoints/index.ts';

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

test('an optional text is absent exactly when it is blank, and an id exactly when it is 0', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 50 }), (text) => {
      const expected = text.trim() === '' ? null : text;
      expect(optionalText(50).parse(text)).toBe(expected);
      expect(optionalExactText(50).parse(text)).toBe(expected);
    }),
    { examples: [[''], [' \t'], ['0'], ['null']] },
  );
  fc.assert(
    fc.property(fc.integer(), (id) => {
      expect(optionalId.parse(id)).toBe(id === 0 ? null : id);
    }),
    { examples: [[0], [-1]] },
  );
});

test.each([
  '',
  ' ',
  '0',
  '000',
  '00000000-0000-0000-0000-000000000000',
  '{00000000-0000-0000-0000-000000000000}',
])('the issued number %j is absent', (text) => {
  expect(optionalIssuedNumber.parse(text)).toBeNull();
});

test('a field that is omitted stays omitted, and null stays null', () => {
  const schema = z.object({
    text: optionalText(5),
    exact: optionalExactText(5),
    number: optionalIssuedNumber,
    id: optionalId,
    date: optionalDateTime,
  });
  expect(Object.keys(schema.parse({}))).toEqual([]);
  const nulls = { text: null, exact: null, number: null, id: null, date: null };
  expect(schema.parse(nulls)).toEqual(nulls);
});

const money = { currencyCode: 'MYR', amount: 0, transactionNumber: 'T1' };

test('the sentinels of a payment response, a record, a callback and the lists become null', () => {
  expect(
    endpoints.requestPayment.response.parse({
      ...money,
      channelId: 0,
      redirectionType: 1,
      redirectUrl: 'https://bank.example',
      clientScript: '',
      transactionExpired: '0001-01-01T00:00:00',
    }),
  ).toMatchObject({ amount: 0, channelId: null, clientScript: null, transactionExpired: null });
  const record = { ...money, referenceCode: '', status: 0, paymentSessionNumber: '', channelId: 0 };
  const optional = { creationTime: '0001-01-01T00:00:00', remark: '', providerChannelId: '' };
  expect(endpoints.queryPayment.response.parse({ ...record, ...optional })).toMatchObject({
    referenceCode: '',
    status: 0,
    amount: 0,
    paymentSessionNumber: null,
    channelId: null,
    creationTime: null,
    remark: null,
    providerChannelId: null,
  });
  expect(callbackBody.parse({ ...record, referenceCode: 'R', providerTransactionNumber: '' })).toMatchObject({
    paymentSessionNumber: null,
    providerTransactionNumber: null,
    channelId: null,
  });
  const refund = { ...money, refundStatus: 0, refundTransactionNumber: '0', referenceCode: ' ', tenantId: 0 };
  expect(
    endpoints.refundPayment.response.parse({ ...refund, responseMessage: '', paymentSessionNumber: '' }),
  ).toMatchObject({
    amount: 0,
    refundStatus: 0,
    refundTransactionNumber: null,
    referenceCode: null,
    tenantId: null,
    responseMessage: null,
    paymentSessionNumber: null,
  });
  expect(
    endpoints.payout.response.parse({ ...money, channelId: 0, redirectionType: 0, redirectUrl: '' }),
  ).toMatchObject({ amount: 0, channelId: null, redirectUrl: null });
  const card = { status: 0, type: 0, transactionNumber: 'T1', amount: 0, partialTransactionNumber: '000' };
  expect(
    endpoints.processPayment.response.parse({ ...card, redirectUrl: ' ', clientScript: '' }),
  ).toMatchObject({
    status: 0,
    amount: 0,
    partialTransactionNumber: null,
    redirectUrl: null,
    clientScript: null,
  });
  const entry = { id: 1, amount: 0, currencyCode: '', type: 0, postTransactionWalletBalance: 0 };
  const texts = {
    createdDate: '0001-01-01T00:00:00',
    transactionNumber: '0',
    refenceCode: '',
    description: '',
  };
  expect(
    endpoints.queryWalletHistory.response.parse({
      walletId: 1,
      walletBalance: 0,
      walletHistories: [{ ...entry, ...texts }],
    }),
  ).toMatchObject({
    walletHistories: [
      { ...entry, createdDate: null, transactionNumber: null, refenceCode: null, description: null },
    ],
  });
  expect(channel.parse({ id: 5, name: '', imageUrl: '', groupId: 0, groupName: '' })).toMatchObject({
    name: 'Channel 5',
    imageUrl: null,
    groupId: null,
    groupName: null,
  });
  expect(
    providerChannel.parse({ id: 'B1', name: '', displayName: ' ', imageUrl: '', status: 1 }),
  ).toMatchObject({
    name: 'B1',
    imageUrl: null,
  });
});
