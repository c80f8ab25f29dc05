import { expect, test } from 'vitest';
import type { Endpoint } from '../../../src/gateway/endpoints/endpoint.ts';
import { endpoints } from '../../../src/gateway/endpoints/index.ts';

test('every endpoint has its own name as key in the table', () => {
  for (const [name, endpoint] of Object.entries(endpoints)) expect(endpoint.name).toBe(name);
});

function namesOf(hasProperty: (endpoint: Endpoint) => boolean): string[] {
  return Object.values(endpoints)
    .filter(hasProperty)
    .map(({ name }) => name);
}

test('only the payment query, the refund query and the channel lists are GET requests', () => {
  expect(namesOf(({ method }) => method === 'GET')).toEqual([
    'queryPayment',
    'getChannels',
    'getProviderChannels',
    'getPayoutBanks',
    'queryRefund',
  ]);
});

test('every endpoint except the login is signed', () => {
  expect(namesOf(({ isSigned }) => !isSigned)).toEqual(['authenticate']);
});

test('every operation is read-only, except those that create something', () => {
  expect(namesOf(({ isReadOnly }) => !isReadOnly)).toEqual([
    'requestPayment',
    'initialSession',
    'payout',
    'processPayment',
    'refundPayment',
  ]);
});

test('the interface documents the queries, the channel lists and the refund without an envelope', () => {
  expect(namesOf(({ hasDocumentedEnvelope }) => !hasDocumentedEnvelope)).toEqual([
    'queryPayment',
    'getChannels',
    'getProviderChannels',
    'getPayoutBanks',
    'refundPayment',
    'queryRefund',
  ]);
});

test('only the requests of authenticate, processPayment and queryWalletHistory have no timestamp', () => {
  expect(namesOf(({ request }) => !Object.hasOwn(request.shape, 'timestamp'))).toEqual([
    'authenticate',
    'processPayment',
    'queryWalletHistory',
  ]);
});
