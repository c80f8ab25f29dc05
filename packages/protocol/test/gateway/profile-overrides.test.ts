import { expect, test } from 'vitest';
import { PgwError } from '../../src/errors.ts';
import { defaultProfile } from '../../src/gateway/profile.ts';
import { gatewayProfile, profileOverrides } from '../../src/gateway/profile-overrides.ts';

test('gatewayProfile without overrides returns the default profile', () => {
  expect(gatewayProfile()).toEqual(defaultProfile);
  expect(gatewayProfile({})).toEqual(defaultProfile);
});

test('gatewayProfile replaces one entry and keeps the other entries of its section', () => {
  const profile = gatewayProfile({
    paths: { getChannels: '/channels' },
    headers: { signature: 'X-Sign' },
    tenant: { property: true },
    queryParameters: { channelId: 'Id' },
    returnParameters: { referenceCode: 'ref' },
    channelHints: { crypto: 'wallet' },
    approvals: { points: true },
    payoutProxies: { mobileNumber: 'MOBILE' },
    savedCards: { requestToken: 'token' },
    payoutChannelId: { staging: 16 },
  });
  expect(profile).toEqual({
    paths: { ...defaultProfile.paths, getChannels: '/channels' },
    headers: { ...defaultProfile.headers, signature: 'X-Sign' },
    tenant: { header: true, property: true },
    queryParameters: { ...defaultProfile.queryParameters, channelId: 'Id' },
    returnParameters: { ...defaultProfile.returnParameters, referenceCode: 'ref' },
    channelHints: { ...defaultProfile.channelHints, crypto: 'wallet' },
    approvals: { ...defaultProfile.approvals, points: true },
    payoutProxies: { ...defaultProfile.payoutProxies, mobileNumber: 'MOBILE' },
    savedCards: { responseToken: 'paymentToken', requestToken: 'token' },
    hostedPage: defaultProfile.hostedPage,
    payoutChannelId: { production: 9, staging: 16 },
  });
});

test('gatewayProfile does not change the default profile', () => {
  const before = structuredClone(defaultProfile);
  gatewayProfile({ paths: { getChannels: '/channels' } });
  expect(defaultProfile).toEqual(before);
});

/** Returns the message of the error for overrides that the type checker would refuse. */
function errorMessage(overrides: object): string {
  try {
    gatewayProfile(overrides);
  } catch (error) {
    expect(error).toBeInstanceOf(PgwError);
    expect(error).toMatchObject({ code: 'invalid-configuration', retryable: false });
    return error instanceof Error ? error.message : '';
  }
  throw new Error('The overrides were accepted.');
}

test.each([
  ['paths.queryPayment', { paths: { queryPayment: 'no-slash' } }],
  ['paths.queryPayment', { paths: { queryPayment: '/slash/' } }],
  ['paths.queryPayment', { paths: { queryPayment: '/a?b' } }],
  ['paths.queryPayment', { paths: { queryPayment: undefined } }],
  ['paths', { paths: undefined }],
  ['paths', { paths: { queryPaymnt: '/x' } }],
  ['headers.tenant', { headers: { tenant: 'a b' } }],
  ['queryParameters.channelId', { queryParameters: { channelId: '' } }],
  ['returnParameters.referenceCode', { returnParameters: { referenceCode: 5 } }],
  ['channelHints.crypto', { channelHints: { crypto: 'coin' } }],
  ['payoutProxies.nationalId', { payoutProxies: { nationalId: '' } }],
  ['payoutChannelId.staging', { payoutChannelId: { staging: '15' } }],
  ['queryParametres', { queryParametres: {} }],
])('gatewayProfile throws an error that names the invalid entry %s (%o)', (name, overrides) => {
  expect(errorMessage(overrides)).toContain(name);
  expect(profileOverrides.safeParse(overrides).success).toBe(false);
});

test('gatewayProfile reports all violations together', () => {
  const message = errorMessage({ paths: { queryPayment: 'x' }, headers: { tenant: '' } });
  expect(message).toMatch(/paths\.queryPayment .*headers\.tenant/);
});
