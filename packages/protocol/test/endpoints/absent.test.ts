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
