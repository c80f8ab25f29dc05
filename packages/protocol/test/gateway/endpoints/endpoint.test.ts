import { expect, test } from 'vitest';
import { endpointUrl } from '../../../src/gateway/endpoints/endpoint.ts';
import { defaultProfile } from '../../../src/gateway/profile.ts';
import { gatewayProfile } from '../../../src/gateway/profile-overrides.ts';

const url = 'https://gateway.example/api/services/app/PaymentGateway/Query';

test.each(['https://gateway.example', 'https://gateway.example/', 'https://gateway.example///'])(
  'the URL of an endpoint with the base URL %s has one slash between base and path',
  (baseUrl) => {
    expect(endpointUrl(baseUrl, 'queryPayment', defaultProfile)).toBe(url);
  },
);

test('the URL of an endpoint has the path of the base and the path of the profile', () => {
  const profile = gatewayProfile({ paths: { queryPayment: '/query' } });
  expect(endpointUrl('https://gateway.example/v2', 'queryPayment', profile)).toBe(
    'https://gateway.example/v2/query',
  );
});
