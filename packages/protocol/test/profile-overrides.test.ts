import { describe, expect, test } from 'vitest';
import { PgwError } from '../src/errors.ts';
import { defaultProfile } from '../src/profile.ts';
import { gatewayProfile, profileOverrides } from '../src/profile-overrides.ts';

describe('gatewayProfile', () => {
  test('without overrides is the default', () => {
    expect(gatewayProfile()).toEqual(defaultProfile);
    expect(gatewayProfile({})).toEqual(defaultProfile);
  });

  test('replaces one entry and leaves its neighbours', () => {
    const profile = gatewayProfile({
      paths: { getChannels: '/channels' },
      headers: { signature: 'X-Sign' },
      tenant: { property: true },
      queryParameters: { channelId: 'Id' },
      returnParameters: { referenceCode: 'ref' },
      channelHints: { crypto: 'wallet' },
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
      payoutProxies: { ...defaultProfile.payoutProxies, mobileNumber: 'MOBILE' },
      savedCards: { responseToken: 'paymentToken', requestToken: 'token' },
      payoutChannelId: { production: 9, staging: 16 },
    });
  });

  test('does not change the default', () => {
    const before = structuredClone(defaultProfile);
    gatewayProfile({ paths: { getChannels: '/channels' } });
    expect(defaultProfile).toEqual(before);
  });
});

/** What is said about entries that no type checker saw. */
function complaint(overrides: object): string {
  try {
    gatewayProfile(overrides);
  } catch (error) {
    expect(error).toBeInstanceOf(PgwError);
    expect(error).toMatchObject({ code: 'invalid-configuration', retryable: false });
    return error instanceof Error ? error.message : '';
  }
  throw new Error('was accepted');
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
])('an entry of %s that cannot be is refused by name (%o)', (name, overrides) => {
  expect(complaint(overrides)).toContain(name);
  expect(profileOverrides.safeParse(overrides).success).toBe(false);
});

test('all violations are reported together', () => {
  const message = complaint({ paths: { queryPayment: 'x' }, headers: { tenant: '' } });
  expect(message).toMatch(/paths\.queryPayment .*headers\.tenant/);
});
