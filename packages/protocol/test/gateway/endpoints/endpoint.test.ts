import { expect, test } from 'vitest';
import { endpointUrl, joinUrl } from '../../../src/gateway/endpoints/endpoint.ts';
import { defaultProfile } from '../../../src/gateway/profile.ts';
import { gatewayProfile } from '../../../src/gateway/profile-overrides.ts';

const queryPath = '/api/services/app/PaymentGateway/Query';

test.each([
  ['https://gateway.example', 'https://gateway.example'],
  ['https://gateway.example/', 'https://gateway.example'],
  ['https://gateway.example///', 'https://gateway.example'],
  ['https://gateway.example/v2', 'https://gateway.example/v2'],
  ['https://gateway.example/v2/', 'https://gateway.example/v2'],
  [' https://gateway.example/v2/\n', 'https://gateway.example/v2'],
  ['/pgw/', '/pgw'],
  ['/', ''],
  ['', ''],
])('%j and a path have one slash between them', (address, base) => {
  expect(joinUrl(address, '/session?order=A1')).toBe(`${base}/session?order=A1`);
  expect(endpointUrl(address, 'queryPayment', defaultProfile)).toBe(`${base}${queryPath}`);
});

test.each([
  'https://gateway.example?a=1',
  'https://gateway.example/?a=1',
  'https://gateway.example#a',
  '/pgw?',
])('nothing is joined to %s', (address) => {
  expect(() => joinUrl(address, '/query')).toThrow('must not have a query or a fragment');
});

test('the URL of an endpoint has the path of the base and the path of the profile', () => {
  const profile = gatewayProfile({ paths: { queryPayment: '/query' } });
  expect(endpointUrl('https://gateway.example/v2', 'queryPayment', profile)).toBe(
    'https://gateway.example/v2/query',
  );
});
