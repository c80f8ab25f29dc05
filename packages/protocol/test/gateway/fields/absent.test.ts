import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  optional,
  optionalDateTime,
  optionalExactText,
  optionalId,
  optionalIssuedNumber,
  optionalProviderNumber,
  optionalReference,
  optionalText,
} from '../../../src/gateway/fields/absent.ts';
import { callbackBody } from '../../../src/gateway/callback.ts';
import { channel, providerChannel } from '../../../src/gateway/channel.ts';
import { endpoints } from '../../../src/gateway/endpoints/index.ts';

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

const blankNumbers = ['', ' ', '0', false, null];

test.each([
  ['text', optionalText(5), ['', ' ', 0, false, null]],
  ['URL', optionalExactText(5), ['', ' ', 0, false, null]],
  ['issued number', optionalIssuedNumber, ['', ' ', '0', 0, false, null]],
  ['id', optionalId, [0, ...blankNumbers]],
  ['date-time', optionalDateTime, ['', ' ', '0', 0, -1, -62_135_596_800_000, 900, false, null]],
  ['number', optional(z.number()), blankNumbers],
  ['integer', optional(z.number().int()), blankNumbers],
  ['true or false', optional(z.boolean()), ['', ' ', '0', 0, null]],
  ['list', optional(z.array(z.number())), ['', ' ', '0', 0, false, null]],
])('a default value of another JSON type is absent in an optional %s', (_type, schema, values) => {
  for (const value of values) expect([value, schema.parse(value)]).toEqual([value, null]);
});

test('a default value of the same JSON type is a value in a number, a boolean and a text', () => {
  expect(optional(z.number()).parse(0)).toBe(0);
  expect(optional(z.boolean()).parse(false)).toBe(false);
  expect(optionalText(5).parse('0')).toBe('0');
});

test('an optional date-time as a number becomes text', () => {
  expect(optionalDateTime.parse(1_790_000_000_000)).toBe('1790000000000');
});

test('other values of another JSON type are absent in a field that no decision needs, and otherwise invalid', () => {
  const others = fc.oneof(fc.constant(true), fc.object(), fc.array(fc.integer()));
  fc.assert(
    fc.property(others, (value) => {
      for (const schema of [optionalText(5), optionalProviderNumber, optionalId, optionalDateTime])
        expect(schema.parse(value)).toBeNull();
      for (const schema of [optionalExactText(5), optionalIssuedNumber, optionalReference])
        expect(schema.safeParse(value).success).toBe(false);
    }),
  );
});

test('each optional field of a record is valid with each default value', () => {
  const required = {
    transactionNumber: 'T1',
    referenceCode: 'R1',
    status: 1,
    currencyCode: 'MYR',
    amount: 5,
  };
  const names = Object.keys(endpoints.queryPayment.response.shape).filter((name) => !(name in required));
  expect(names).toHaveLength(15);
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.constantFrom('', ' ', 0, '0', false, null), (name, value) => {
      expect(endpoints.queryPayment.response.parse({ ...required, [name]: value })).toMatchObject(required);
    }),
  );
});

test.each([0, '', ' ', '0', false])('a callback whose optional fields are %j is valid', (value) => {
  const required = {
    transactionNumber: 'T1',
    referenceCode: 'R1',
    status: 1,
    currencyCode: 'MYR',
    amount: 5,
  };
  const unset = { channelId: value, paymentSessionNumber: value, providerTransactionNumber: value };
  expect(callbackBody.parse({ ...required, ...unset })).toEqual({
    ...required,
    channelId: null,
    paymentSessionNumber: null,
    providerTransactionNumber: null,
  });
});

test.each([0, '', ' ', '0', false])('a required field with the value %j keeps it or is invalid', (value) => {
  const required = {
    transactionNumber: 'T1',
    referenceCode: 'R1',
    status: 1,
    currencyCode: 'MYR',
    amount: 5,
  };
  for (const name of Object.keys(required)) {
    const parsed = endpoints.queryPayment.response.safeParse({ ...required, [name]: value });
    const isTrimmed = name === 'currencyCode' && value === ' ';
    const read = isTrimmed ? '' : name === 'status' && value === '0' ? 0 : value;
    if (parsed.success) expect(parsed.data).toHaveProperty(name, read);
  }
});

test('a field that is omitted stays omitted, and null stays null', () => {
  const schema = z.object({
    text: optionalText(5),
    exact: optionalExactText(5),
    number: optionalIssuedNumber,
    id: optionalId,
    date: optionalDateTime,
    amount: optional(z.number()),
  });
  expect(Object.keys(schema.parse({}))).toEqual([]);
  const nulls = { text: null, exact: null, number: null, id: null, date: null, amount: null };
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
  const unset = { creationTime: '0001-01-01T00:00:00', remark: '', providerChannelId: '' };
  expect(endpoints.queryPayment.response.parse({ ...record, ...unset })).toMatchObject({
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
  expect(channel().parse({ id: 5, name: '', imageUrl: '', groupId: 0, groupName: '' })).toMatchObject({
    name: 'Channel 5',
    imageUrl: null,
    groupId: null,
    groupName: null,
  });
  expect(
    providerChannel().parse({ id: 'B1', name: '', displayName: ' ', imageUrl: '', status: 1 }),
  ).toMatchObject({
    name: 'B1',
    imageUrl: null,
  });
});
