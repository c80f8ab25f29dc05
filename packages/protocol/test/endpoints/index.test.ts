import { expect, test } from 'vitest';
import { endpoints } from '../../src/endpoints/index.ts';

const table = Object.entries(endpoints);

test('every endpoint has its own name as key in the table', () => {
  for (const [name, endpoint] of table) expect(endpoint.name).toBe(name);
});

test('every endpoint has the method, signature, read-only flag and envelope of the interface', () => {
  const properties = table.map(([name, { method, isSigned, isReadOnly, isWrapped }]) => [
    name,
    method,
    isSigned,
    isReadOnly,
    isWrapped,
  ]);
  expect(properties).toEqual([
    // name, method, isSigned, isReadOnly, isWrapped
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

test('only authenticate, processPayment and queryWalletHistory have no timestamp', () => {
  const withoutTimestamp = table.filter(([, { request }]) => !Object.hasOwn(request.shape, 'timestamp'));
  expect(withoutTimestamp.map(([name]) => name)).toEqual([
    'authenticate',
    'processPayment',
    'queryWalletHistory',
  ]);
});
