import { expect, test } from 'vitest';
import { endpoints } from '../../src/gateway/endpoints/index.ts';
import { defaultProfile } from '../../src/gateway/profile.ts';

test('the default profile has the paths and headers of the interface', () => {
  expect(defaultProfile.paths).toMatchObject({
    requestPayment: '/api/services/app/PaymentGateway/RequestPayment',
    queryPayment: '/api/services/app/PaymentGateway/Query',
    getProviderChannels: '/api/services/app/Channel/GetProviderChannels',
    payout: '/api/services/app/PaymentGateway/RequestPayment',
    processPayment: '/api/services/app/PaymentGateway/ProcessPayment',
    queryWalletHistory: '/api/services/app/PaymentGateway/QueryWalletHistory',
    refundPayment: '/api/services/app/PaymentGateway/RefundPayment',
    queryRefund: '/api/services/app/PaymentGateway/QueryRefund',
  });
  expect(defaultProfile.headers).toEqual({
    tenant: 'Abp-TenantId',
    authorization: 'Authorization',
    signature: 'cap-signature',
  });
});

test('the default profile has a path for every endpoint and a query name for every parameter of a GET', () => {
  for (const endpoint of Object.values(endpoints)) {
    expect(defaultProfile.paths[endpoint.name]).toMatch(/^\/.*[^/]$/);
    if (endpoint.method !== 'GET') continue;
    for (const name of Object.keys(endpoint.request.shape)) {
      expect(defaultProfile.queryParameters).toHaveProperty(name);
    }
  }
});

test('the default profile has the payout channels 9 in production and 15 in staging', () => {
  expect(defaultProfile.payoutChannelId).toEqual({ production: 9, staging: 15 });
});
