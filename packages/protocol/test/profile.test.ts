import { describe, expect, test } from 'vitest';
import { endpoints } from '../src/endpoints/index.ts';
import { defaultProfile, gatewayProfile } from '../src/profile.ts';

describe('gatewayProfile', () => {
  test('without overrides is the default', () => {
    expect(gatewayProfile()).toEqual(defaultProfile);
    expect(gatewayProfile({})).toEqual(defaultProfile);
  });

  test('replaces one entry and leaves its neighbours', () => {
    const profile = gatewayProfile({
      paths: { getChannels: '/channels' },
      headers: { signature: 'X-Sign' },
      queryParameters: { channelId: 'Id' },
      returnParameters: { referenceCode: 'ref' },
      channelHints: { crypto: 'wallet' },
      payoutChannelId: { staging: 16 },
    });
    expect(profile).toEqual({
      paths: { ...defaultProfile.paths, getChannels: '/channels' },
      headers: { ...defaultProfile.headers, signature: 'X-Sign' },
      queryParameters: { ...defaultProfile.queryParameters, channelId: 'Id' },
      returnParameters: { ...defaultProfile.returnParameters, referenceCode: 'ref' },
      channelHints: { ...defaultProfile.channelHints, crypto: 'wallet' },
      payoutChannelId: { production: 9, staging: 16 },
    });
  });

  test('leaves the default as it was', () => {
    const before = structuredClone(defaultProfile);
    gatewayProfile({ paths: { getChannels: '/channels' } });
    expect(defaultProfile).toEqual(before);
  });
});

describe('the default profile', () => {
  test('spells paths and headers as the interface does', () => {
    expect(defaultProfile.paths).toMatchObject({
      requestPayment: '/api/services/app/PaymentGateway/RequestPayment',
      queryPayment: '/api/services/app/PaymentGateway/Query',
      getProviderChannels: '/api/services/app/Channel/GetProviderChannels',
    });
    expect(defaultProfile.headers).toEqual({
      tenant: 'Abp-TenantId',
      authorization: 'Authorization',
      signature: 'cap-signature',
    });
  });

  test('has a path for every endpoint and a query name for every parameter of a GET', () => {
    for (const endpoint of Object.values(endpoints)) {
      expect(defaultProfile.paths[endpoint.name]).toMatch(/^\/.*[^/]$/);
      if (endpoint.method !== 'GET') continue;
      for (const name of Object.keys(endpoint.request.shape)) {
        expect(defaultProfile.queryParameters).toHaveProperty(name);
      }
    }
  });
});
