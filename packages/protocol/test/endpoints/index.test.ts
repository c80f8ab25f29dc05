import { expect, test } from 'vitest';
import { endpoints } from '../../src/endpoints/index.ts';

const table = Object.entries(endpoints);

test('every endpoint has its own name as key in the table', () => {
  for (const [name, endpoint] of table) expect(endpoint.name).toBe(name);
});

test('the methods, signatures and read-only endpoints match the interface', () => {
  const properties = table.map(([name, { method, isSigned, isRead, isWrapped }]) => [
    name,
    method,
    isSigned,
    isRead,
    isWrapped,
  ]);
  expect(properties).toEqual([
    ['authenticate', 'POST', false, true, true],
    ['requestPayment', 'POST', true, false, true],
    ['queryPayment', 'GET', true, true, false],
    ['initialSession', 'POST', true, false, true],
    ['getChannels', 'GET', true, true, false],
    ['getProviderChannels', 'GET', true, true, false],
    ['payout', 'POST', true, false, true],
    ['processPayment', 'POST', true, false, true],
    ['inquiryWallet', 'POST', true, true, true],
    ['queryWalletHistory', 'POST', true, true, true],
    ['refundPayment', 'POST', true, false, false],
    ['queryRefund', 'GET', true, true, false],
  ]);
});

test('a request has a timestamp when the interface lists one', () => {
  const withoutTimestamp = table.filter(([, { request }]) => !Object.hasOwn(request.shape, 'timestamp'));
  expect(withoutTimestamp.map(([name]) => name)).toEqual([
    'authenticate',
    'processPayment',
    'queryWalletHistory',
  ]);
});
