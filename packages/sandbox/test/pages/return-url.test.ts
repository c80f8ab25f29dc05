import { defaultProfile } from '@pgw/protocol';
import { expect, it } from 'vitest';
import { toReturnUrl } from '../../src/pages/return-url.ts';

const payment = { referenceCode: 'RC 1&ü', transactionNumber: '2005AB' };
const expectedParameters = 'ReferenceCode=RC+1%26%C3%BC&TransactionNumber=2005AB';

it.each([
  ['https://shop.example/return', `https://shop.example/return?${expectedParameters}`],
  ['https://shop.example/return?', `https://shop.example/return?${expectedParameters}`],
  ['https://shop.example/return?x=%20Y&z', `https://shop.example/return?x=%20Y&z&${expectedParameters}`],
  ['https://shop.example/return?x=1&', `https://shop.example/return?x=1&${expectedParameters}`],
  ['https://shop.example/return?x=1#done', `https://shop.example/return?x=1&${expectedParameters}#done`],
  ['https://shop.example/#/order?x=1', `https://shop.example/?${expectedParameters}#/order?x=1`],
])(
  'the reference and the transaction number are appended to the query of the returnUrl %s',
  (returnUrl, expected) => {
    expect(toReturnUrl(returnUrl, payment, defaultProfile.returnParameters)).toBe(expected);
  },
);
