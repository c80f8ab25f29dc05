import { expect, it } from 'vitest';
import { readReturnParameters } from '../../../src/http/handlers/return.ts';

const names = { referenceCode: 'ReferenceCode', transactionNumber: 'TransactionNumber' };
const read = (query: string) => readReturnParameters(new URLSearchParams(query), names);

it.each([
  ['ReferenceCode=A1-X', 'A1-X'],
  ['referencecode=A1-X', 'A1-X'],
  ['ReferenceCode=%20A1-X%20', 'A1-X'],
  ['ReferenceCode=A1-X+', 'A1-X'],
  ['ReferenceCode=A1-X%0D%0A', 'A1-X'],
  ['ReferenceCode=A1-X%C2%A0', 'A1-X'],
  ['ReferenceCode=A1-X&ReferenceCode=A1-X', 'A1-X'],
  ['ReferenceCode=A1-X&REFERENCECODE=', 'A1-X'],
  ['ReferenceCode=old&ReferenceCode=A1-X', 'A1-X'],
  ['TransactionNumber=T1&amp;ReferenceCode=A1-X', 'A1-X'],
  ['TransactionNumber=T1&amp;amp;ReferenceCode=A1-X', 'A1-X'],
  ['+ReferenceCode=A1-X', 'A1-X'],
  ['ReferenceCode=A1-X%00', 'A1-X'],
  ['ReferenceCode=%E2%80%8BA1-X%EF%BB%BF', 'A1-X'],
  ['ReferenceCode=A1-X,A1-X', 'A1-X'],
  ['ReferenceCode=A1-X,%20A1-X', 'A1-X'],
  ['ReferenceCode=A1,B2', 'A1,B2'],
])('the reference of the return %s is read', (query, reference) => {
  expect(read(query).reference).toBe(reference);
});

it.each([
  '',
  'ReferenceCode=',
  'ReferenceCode=%20',
  'ReferenceCode=A%00B',
  `ReferenceCode=${'A'.repeat(101)}`,
  'Reference=A1',
])('the return %s has no reference', (query) => {
  expect(read(query).reference).toBeUndefined();
});

it.each(['', '0', '%20', '0000', '00000000-0000-0000-0000-000000000000'])(
  'the return TransactionNumber=%s has no transaction number',
  (number) => {
    expect(read(`ReferenceCode=A1-X&TransactionNumber=${number}`)).toEqual({ reference: 'A1-X' });
  },
);
