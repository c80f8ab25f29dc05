import { expect, test } from 'vitest';
import { endpoints } from '../../src/endpoints/index.ts';

const table = Object.entries(endpoints);

test('every endpoint stands in the table under its own name', () => {
  for (const [name, endpoint] of table) expect(endpoint.name).toBe(name);
});

test('methods, signatures and reads are as the interface says', () => {
  const facts = table.map(([name, { method, isSigned, isRead, isWrapped }]) => [
    name,
    method,
    isSigned,
    isRead,
    isWrapped,
  ]);
  expect(facts).toEqual([
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

test('a request has a timestamp where the interface lists one', () => {
  const without = table.filter(([, { request }]) => !Object.hasOwn(request.shape, 'timestamp'));
  expect(without.map(([name]) => name)).toEqual(['authenticate', 'processPayment', 'queryWalletHistory']);
});
